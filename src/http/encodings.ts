// Content encodings: negotiation and compression.
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib, zstdCompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** Content encoding of a body. */
export type Encoding = 'identity' | 'gzip' | 'zstd' | 'br'

/** Is this an encoding we support? */
export function isEncoding(text: string): text is Encoding {
  return text === 'identity' || text === 'gzip' || text === 'zstd' || text === 'br'
}

/** Smallest result first: a response is compressed once and sent often. */
const bySize = ['br', 'zstd', 'gzip'] as const

/** Bodies that fit into one packet gain nothing from compression; bytes. */
const smallest = 1_024

/** Distinct `Accept-Encoding` values cached. Clients send few; the bound protects memory. */
const mostHeaders = 200

/** Creates the negotiation: the smallest encoding accepted by `Accept-Encoding`, unless the client prefers identity. */
export function createEncodingChoice(): (accepted: string | undefined) => Encoding {
  const known = new LRUCache<string, Encoding>({ max: mostHeaders })
  return (accepted) => {
    if (accepted === undefined || accepted.length > smallest) return 'identity'
    const before = known.get(accepted)
    if (before) return before
    const choice = chosen(accepted)
    known.set(accepted, choice)
    return choice
  }
}

function chosen(accepted: string): Encoding {
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([...bySize, 'identity'])
  return (taken[0] === 'identity' ? undefined : bySize.find((encoding) => taken.includes(encoding))) ?? 'identity'
}

/** The encoding to use for bytes that the client accepts in `encoding`: identity if they are too small to gain. */
export function worthwhile(bytes: Uint8Array, encoding: Encoding): Encoding {
  return bytes.length < smallest ? 'identity' : encoding
}

const gzipped = promisify<Uint8Array, { level: number }, Buffer>(gzip)
const brotlied = promisify<Uint8Array, { params: Record<number, number> }, Buffer>(brotliCompress)
const zstded = promisify<Uint8Array, Buffer>(zstdCompress)

/** Compresses bytes off the main thread, with levels that take about 10 ms for 300 KB. */
export function encoded(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'identity':
      return Promise.resolve(bytes)
    case 'gzip':
      return gzipped(bytes, { level: 6 })
    case 'zstd':
      return zstded(bytes)
    case 'br':
      return brotlied(bytes, {
        params: {
          [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
          [zlib.BROTLI_PARAM_QUALITY]: 5,
          [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      })
  }
}
