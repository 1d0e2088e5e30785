// The route of pictures: an address in, the picture out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { pictureRequest } from '../contract/pictures.ts'
import { RequestError, refusal } from '../http/errors.ts'
import { whileConnected } from '../http/leaving.ts'
import { parseQuery } from '../http/params.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { PictureHosts } from './hosts.ts'
import type { Picture, Pictures } from './pictures.ts'

/** What the route calls. */
export interface PictureDoors {
  /** Absent where pictures are turned off. */
  readonly pictures?: Pictures | undefined
}

/** Adds `/api/v1/picture` to `app`. */
export function pictureRoutes(app: FastifyInstance, { pictures }: PictureDoors): void {
  app.get('/api/v1/picture', async (request, reply) => {
    if (!pictures) throw new RequestError(404, 'picture: pictures are turned off here, as PICTURE_HOSTS has it')
    const url = addressIn(request, pictures.hosts)
    if (pictures.isBanned(url)) throw refusal('url', 'is blocked by the operator of this service', 403)
    const picture = await whileConnected(reply, (signal) => pictures.at(url, signal)).catch(asRequestError)
    return send(request, reply, picture)
  })
}

/** The address to ask at. @throws RequestError 400 for what is none, 403 for a host whose pictures are not fetched. */
function addressIn(request: FastifyRequest, hosts: PictureHosts): URL {
  const { url } = parseQuery(request, pictureRequest)
  const { host } = url
  if (!hosts.isAllowed(host))
    throw refusal(
      'url',
      `no pictures are fetched from ${host}; whoever runs this service may allow it by PICTURE_HOSTS=+${host}`,
      403,
    )
  const address = new URL(url)
  address.hash = ''
  if (address.protocol === 'https:') return address
  if (!hosts.speaksHttps(host)) throw refusal('url', `must begin with https: ${host} is not known to answer by it`)
  address.protocol = 'https:'
  return address
}

function asRequestError(error: unknown): never {
  if (!(error instanceof UpstreamError)) throw error
  const { kind, message } = error
  const told = `picture: could not be fetched (${kind}: ${message})`
  throw new RequestError(kind === 'timeout' ? 504 : 502, told, { details: { kind, message } })
}

/** A picture is shown by our own page, and is a page of its own for nobody. */
const safeHeaders = {
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
} as const

function send(request: FastifyRequest, reply: FastifyReply, { bytes, type, etag }: Picture): FastifyReply {
  reply.headers({ ...safeHeaders, etag })
  const { 'if-none-match': held } = request.headers
  if (held !== undefined && isFresh(request.headers, { etag })) return reply.code(304).send()
  return reply.headers({ 'content-type': type, 'content-length': String(bytes.length) }).send(bytes)
}
