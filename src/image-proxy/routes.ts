// The image proxy route: takes a URL, returns the image.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { pictureRequest } from '../contract/pictures.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { badRequest, RequestError } from '../http/errors.ts'
import { parseQuery } from '../http/params.ts'
import { abortOnDisconnect } from '../http/streaming/abort-on-disconnect.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { ImageHosts } from './allowed-hosts.ts'
import type { ImageProxy, ProxiedImage } from './image-proxy.ts'

/** Registers `/api/v1/picture`; `pictures` is absent when images are disabled. `rateLimitKey` identifies the client of a request. */
export function imageRoutes(
  app: FastifyInstance,
  pictures: ImageProxy | undefined,
  { rateLimitKey }: Pick<RequestGuard, 'rateLimitKey'>,
): void {
  app.get('/api/v1/picture', async (request, reply) => {
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
