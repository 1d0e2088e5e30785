// Sends a static file in an encoding that the client accepts, or 304.
import type { FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { createEncodingNegotiator } from '../response-cache/content-encoding.ts'
import type { Asset } from './assets.ts'

/** Creates a function that sends files with the reply's status and headers. Files sent with an error status are not cacheable. */
export function createAssetSender() {
  const encodingFor = createEncodingNegotiator()
  return async (request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> => {
    if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
    if (reply.statusCode === 200) {
      const cacheControl = asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.headers({ etag: asset.etag, 'cache-control': cacheControl })
      const { 'if-none-match': ifNoneMatch } = request.headers
      if (ifNoneMatch !== undefined && isFresh(request.headers, { etag: asset.etag })) return reply.code(304).send()
    } else reply.header('cache-control', 'no-store')
    const { encoding, bytes } = await asset.encodedBody(encodingFor(request.headers['accept-encoding']))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.header('content-type', asset.type).send(bytes)
  }
}
