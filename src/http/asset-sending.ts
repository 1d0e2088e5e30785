// Sends a file in the encoding its client takes, or a word that he has it already.
import type { FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import type { Asset } from './assets.ts'
import { createEncodingChoice } from './encodings.ts'

/** Makes what sends files, with the status and the headers that the reply has. A file in place of an error is not kept. */
export function createAssetSending() {
  const encodingFor = createEncodingChoice()
  return async (request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> => {
    if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
    if (reply.statusCode === 200) {
      const cacheControl = asset.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.headers({ etag: asset.etag, 'cache-control': cacheControl })
      const { 'if-none-match': held } = request.headers
      if (held !== undefined && isFresh(request.headers, { etag: asset.etag })) return reply.code(304).send()
    } else reply.header('cache-control', 'no-store')
    const { encoding, bytes } = await asset.in(encodingFor(request.headers['accept-encoding']))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.header('content-type', asset.type).send(bytes)
  }
}
