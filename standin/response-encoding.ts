// Encodes responses: compressed as the client accepts, and in GBK.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Reply } from './mock-response.ts'

/** Creates a GBK encoder; characters outside GBK become numeric character references, as in browsers. */
export function createGbkEncoder(): (text: string) => Buffer {
  const decoder = new TextDecoder('gbk')
  const table = new Map<string, number>()
  for (let high = 0x81; high <= 0xfe; high++) {
    for (let low = 0x40; low <= 0xfe; low++) {
      if (low === 0x7f) continue
      const letter = decoder.decode(Uint8Array.of(high, low))
      // Invalid pairs decode to the replacement character.
      if (letter.length === 1 && letter !== '\ufffd') table.set(letter, high * 256 + low)
    }
  }
  const write = (letter: string): number[] => {
    const code = letter.codePointAt(0) ?? 0
    if (code < 0x80) return [code]
    const pair = table.get(letter)
    return pair === undefined ? [...Buffer.from(`&#${code};`, 'latin1')] : [pair >> 8, pair & 0xff]
  }
  return (text) => Buffer.from(Array.from(text).flatMap(write))
}

export type Encoding = 'gzip' | 'br' | 'identity'

/** A response ready to send. */
export interface Packed {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly bytes: Buffer
}

/** gzip if accepted, else br, else none; `q=0` excludes an encoding. */
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
  // Fast levels: measurements are about the client, which runs on the same two cores.
  if (encoding === 'gzip') return gzipSync(body, { level: 1 })
  return encoding === 'br' ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }) : body
}

/** The bytes and headers of a response in an encoding. An empty body stays empty. */
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
