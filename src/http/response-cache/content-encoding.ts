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
    const encoding = cache.get(accepted) ?? negotiate(accepted)
    cache.set(accepted, encoding)
    return encoding
  }
}

function negotiate(accepted: string): Encoding {
  const all = [...bySizeAscending, 'identity']
  const acceptable = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(all)
  if (acceptable[0] === 'identity') return 'identity'
  return bySizeAscending.find((encoding) => acceptable.includes(encoding)) ?? 'identity'
}

/** The encoding to use for bytes that the client accepts in `encoding`: identity if they are too small to gain. */
export function effectiveEncoding(bytes: Uint8Array, encoding: Encoding): Encoding {
  return bytes.length < minCompressibleBytes ? 'identity' : encoding
}

const gzipAsync = promisify<Uint8Array, { level: number }, Buffer>(gzip)
const brotliAsync = promisify<Uint8Array, { params: Record<number, number> }, Buffer>(brotliCompress)
const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib

/** With levels that take about 10 ms for 300 KB. */
const compressors = {
  identity: async (bytes: Buffer) => bytes,
  gzip: (bytes: Buffer) => gzipAsync(bytes, { level: 6 }),
  zstd: promisify<Uint8Array, Buffer>(zstdCompress),
  br: (bytes: Buffer) => {
    const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_QUALITY]: 5 }
    return brotliAsync(bytes, { params: { ...params, [BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  },
} as const satisfies Record<Encoding, (bytes: Buffer) => Promise<Buffer>>

/** Compresses bytes off the main thread. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](bytes)
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
