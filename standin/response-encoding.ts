// Answers as bytes, compressed as the client asked, and a bounded shelf of them so that a repeated page costs a look-up.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Reply } from './mock-response.ts'

export type Encoding = 'gzip' | 'br' | 'identity'

/** An answer ready to be sent. */
export interface Packed {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly bytes: Buffer
}

/** gzip when it is offered, else br, else nothing; `q=0` takes an offer back. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const offered = (acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.replaceAll(/\s/g, ''))
    .filter((entry) => !/;q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(';', 1)[0])
  if (offered.includes('gzip')) return 'gzip'
  return offered.includes('br') ? 'br' : 'identity'
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  // Fast levels: what is measured is the client, on the same two cores.
  if (encoding === 'gzip') return gzipSync(body, { level: 1 })
  return encoding === 'br' ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }) : body
}

/** The bytes and headers of an answer in an encoding. An empty body stays empty. */
export function pack(answer: Reply, encoding: Encoding): Packed {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : Buffer.from(answer.body)
  const used = body.length === 0 ? 'identity' : encoding
  const bytes = compress(body, used)
  const headers = {
    ...answer.headers,
    vary: 'accept-encoding',
    ...(used === 'identity' ? {} : { 'content-encoding': used }),
    'content-length': String(bytes.length),
  }
  return { status: answer.status, headers, bytes }
}

export interface Shelf {
  /** The packed answer of this key, made when it is not there. */
  take(key: string, make: () => Packed): Packed
}

/** A shelf that holds at most `budgetBytes` of bodies; what was not used for longest goes first. */
export function createShelf(budgetBytes: number): Shelf {
  const kept = new Map<string, Packed>()
  let size = 0
  const put = (key: string, packed: Packed): void => {
    kept.set(key, packed)
    size += packed.bytes.length
    for (const [oldest, { bytes }] of kept) {
      if (size <= budgetBytes) break
      kept.delete(oldest)
      size -= bytes.length
    }
  }
  return {
    take(key, make) {
      const known = kept.get(key)
      if (known !== undefined) {
        // A map keeps its order of insertion: putting it in again makes it the youngest.
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const packed = make()
      put(key, packed)
      return packed
    },
  }
}
