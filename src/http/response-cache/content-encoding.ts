// Content encodings: negotiation and compression.
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliDecompress,
  gunzip,
  gzip,
  constants as zlib,
  zstdCompress,
  zstdDecompress,
} from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Encoding = 'identity' | 'gzip' | 'zstd' | 'br'

/** Smallest result first: a response is compressed once and sent often. */
const bySizeAscending = ['br', 'zstd', 'gzip'] as const

/** Bodies that fit into one packet gain nothing from compression; bytes. */
const minCompressibleBytes = 1_024

/** Distinct `Accept-Encoding` values cached. Clients send few; the bound protects memory. */
const maxCachedHeaders = 200

/** Creates the negotiation: the smallest encoding accepted by `Accept-Encoding`, unless the client prefers identity. */
export function createEncodingNegotiator(): (accepted: string | undefined) => Encoding {
  const cache = new LRUCache<string, Encoding>({ max: maxCachedHeaders })
  return (accepted) => {
    if (accepted === undefined || accepted.length > minCompressibleBytes) return 'identity'
    const cached = cache.get(accepted)
    if (cached) return cached
    const encoding = negotiate(accepted)
    cache.set(accepted, encoding)
    return encoding
  }
}

function negotiate(accepted: string): Encoding {
  const acceptable = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([
    ...bySizeAscending,
    'identity',
  ])
  return (
    (acceptable[0] === 'identity' ? undefined : bySizeAscending.find((encoding) => acceptable.includes(encoding))) ??
    'identity'
  )
}

/** The encoding to use for bytes that the client accepts in `encoding`: identity if they are too small to gain. */
export function effectiveEncoding(bytes: Uint8Array, encoding: Encoding): Encoding {
  return bytes.length < minCompressibleBytes ? 'identity' : encoding
}

const gzipAsync = promisify<Uint8Array, { level: number }, Buffer>(gzip)
const brotliAsync = promisify<Uint8Array, { params: Record<number, number> }, Buffer>(brotliCompress)
const zstdAsync = promisify<Uint8Array, Buffer>(zstdCompress)

/** Compresses bytes off the main thread, with levels that take about 10 ms for 300 KB. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'identity':
      return Promise.resolve(bytes)
    case 'gzip':
      return gzipAsync(bytes, { level: 6 })
    case 'zstd':
      return zstdAsync(bytes)
    case 'br':
      return brotliAsync(bytes, {
        params: {
          [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
          [zlib.BROTLI_PARAM_QUALITY]: 5,
          [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      })
  }
}

const decompressors = {
  identity: async (bytes: Buffer) => bytes,
  gzip: promisify<Uint8Array, Buffer>(gunzip),
  zstd: promisify<Uint8Array, Buffer>(zstdDecompress),
  br: promisify<Uint8Array, Buffer>(brotliDecompress),
} as const satisfies Record<Encoding, (bytes: Buffer) => Promise<Buffer>>

/** Reverses `compress`, off the main thread. */
export function decompress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return decompressors[encoding](bytes)
}
