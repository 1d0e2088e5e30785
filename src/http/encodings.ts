// Content encodings: which one a client is answered in, and bytes in it.
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib, zstdCompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** How a body is sent: as it is, or compressed. */
export type Encoding = 'identity' | 'gzip' | 'zstd' | 'br'

/** Is it one of ours? */
export function isEncoding(text: string): text is Encoding {
  return text === 'identity' || text === 'gzip' || text === 'zstd' || text === 'br'
}

/** The smallest first: an answer is compressed once and sent often. */
const bySize = ['br', 'zstd', 'gzip'] as const

/** What fits into one packet gains nothing. */
const smallest = 1_024

/** A handful of headers are all that clients send; nobody shall fill the memory with others. */
const mostHeaders = 200

/** Makes the choice: the smallest encoding that a client takes by its `Accept-Encoding`, unless it would rather have the bytes as they are. */
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

/** In what encoding bytes are worth sending to who takes `encoding`. */
export function worthwhile(bytes: Uint8Array, encoding: Encoding): Encoding {
  return bytes.length < smallest ? 'identity' : encoding
}

const gzipped = promisify<Uint8Array, { level: number }, Buffer>(gzip)
const brotlied = promisify<Uint8Array, { params: Record<number, number> }, Buffer>(brotliCompress)
const zstded = promisify<Uint8Array, Buffer>(zstdCompress)

/** The bytes in an encoding, made off the main thread. Qualities are those that a 300 KB answer takes some 10 ms for. */
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
