// The image proxy route: takes a URL, returns the image.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { busy } from '../contract/example-errors.ts'
import { notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import { pictureRequest } from '../contract/pictures.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { badRequest, RequestError } from '../http/errors.ts'
import { parseQuery } from '../http/params.ts'
import { abortOnDisconnect } from '../http/streaming/abort-on-disconnect.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { ImageHosts } from './allowed-hosts.ts'
import type { ImageProxy, ProxiedImage } from './image-proxy.ts'

export const imageOperations = {
  picture: operation('service', '/api/v1/picture', 'An image of a result or item', {
    description:
      'Fetched for the web page, only from known image hosts. With `w` it is scaled down to a poster of that width, as WebP, where possible.',
    query: pictureRequest,
    answers: [
      { status: 200, meaning: 'The image.', type: 'image/jpeg' },
      { status: 200, meaning: 'The image.', type: 'image/png' },
      { status: 200, meaning: 'The image.', type: 'image/webp' },
      { status: 200, meaning: 'The image.', type: 'image/gif' },
      { status: 200, meaning: 'The image.', type: 'image/avif' },
      notModified,
    ],
    errors: {
      400: [
        {
          message:
            'url: must be the address of a picture: https://host/path, without a port and without a name or password in it',
          details: { parameter: 'url' },
        },
        { message: 'w: must be one of 56, 112, 168', details: { parameter: 'w' } },
      ],
      403: [
        {
          message:
            'url: images from example.org are not allowed; the operator can allow them with PICTURE_HOSTS=+example.org',
          details: { parameter: 'url' },
        },
      ],
      404: [{ message: 'picture: images are disabled by PICTURE_HOSTS' }],
      502: [
        {
          message: 'picture: could not be fetched (unavailable: they answered 503)',
          details: { kind: 'unavailable', message: 'they answered 503' },
        },
      ],
      503: [busy],
      504: [
        {
          message: 'picture: could not be fetched (timeout: no answer within 4 s)',
          details: { kind: 'timeout', message: 'no answer within 4 s' },
        },
      ],
    },
  }),
} satisfies Operations

/** Registers `/api/v1/picture`; `pictures` is absent when images are disabled. `rateLimitKey` identifies the client of a request. */
export function imageRoutes(
  app: FastifyInstance,
  pictures: ImageProxy | undefined,
  { rateLimitKey }: Pick<RequestGuard, 'rateLimitKey'>,
): void {
  app.get(routePath(imageOperations.picture), async (request, reply) => {
    if (!pictures) throw new RequestError(404, 'picture: images are disabled by PICTURE_HOSTS')
    const { url: given, w: width } = parseQuery(request, pictureRequest)
    const url = imageUrl(given, pictures.hosts)
    if (pictures.isBanned(url)) throw badRequest('url', 'is blocked by the operator of this service', 403)
    const want = { width, client: rateLimitKey(request) }
    const picture = await abortOnDisconnect(reply, (signal) => pictures.get(url, signal, want)).catch(asRequestError)
    return send(request, reply, picture)
  })
}

/** The https URL to fetch. @throws RequestError 400 for an invalid URL, 403 for a host that is not allowed. */
function imageUrl(url: URL, hosts: ImageHosts): URL {
  const { host } = url
  if (!hosts.isAllowed(host))
    throw badRequest(
      'url',
      `images from ${host} are not allowed; the operator can allow them with PICTURE_HOSTS=+${host}`,
      403,
    )
  const address = new URL(url)
  address.hash = ''
  if (address.protocol === 'https:') return address
  if (!hosts.speaksHttps(host)) throw badRequest('url', `must begin with https; ${host} is not known to support it`)
  address.protocol = 'https:'
  return address
}

function asRequestError(error: unknown): never {
  if (!(error instanceof UpstreamError)) throw error
  const { kind, message } = error
  const text = `picture: could not be fetched (${kind}: ${message})`
  throw new RequestError(kind === 'timeout' ? 504 : 502, text, { details: { kind, message } })
}

/** Headers that let only our own page embed the image and prevent it from acting as a document. */
const safeHeaders = {
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
} as const

function send(request: FastifyRequest, reply: FastifyReply, { bytes, type, etag }: ProxiedImage): FastifyReply {
  reply.headers({ ...safeHeaders, etag })
  const { 'if-none-match': knownEtag } = request.headers
  if (knownEtag !== undefined && isFresh(request.headers, { etag })) return reply.code(304).send()
  return reply.headers({ 'content-type': type, 'content-length': String(bytes.length) }).send(bytes)
}
