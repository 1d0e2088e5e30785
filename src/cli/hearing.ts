// A transport that records every exchange with its reply.
import { readBody } from '../upstream/body.ts'
import type { Attempt, Reply, Transport } from '../upstream/transport.ts'

/** A request and its reply as sent over the wire. */
export interface Heard {
  readonly method: string
  readonly url: string
  /** Request headers; names in lower case. */
  readonly sent: Readonly<Record<string, string>>
  readonly request: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly setCookies: readonly string[]
  /** The decompressed body; undefined if it is incomplete or cannot be decompressed. */
  body(): Promise<Uint8Array | undefined>
}

/** Receives exchanges. `asker` is the value of the header `askerHeader`, '' if the request has none. */
export interface Hearer {
  heard(asker: string, exchange: Heard): void
  /** The request got no reply. */
  unanswered(asker: string, url: string): void
}

/** Header that tags a request with its source; removed before sending. The prefix `sec-` keeps it across redirects. */
export const askerHeader = 'sec-trawl-asker'

/** Larger bodies (bytes on the wire) are not recorded. */
const mostBytes = 32 * 1024 * 1024

/** Wraps a transport and reports every exchange to `hearer`. */
export function createHearing(transport: Transport, hearer: Hearer): Transport {
  return {
    async send(given) {
      const { [askerHeader]: asker = '', ...headers } = given.headers
      const attempt = { ...given, headers }
      try {
        const reply = await transport.send(attempt)
        const kept = createKept()
        hearer.heard(asker, heardOf(attempt, reply, kept))
        return { ...reply, body: kept.hearing(reply.body) }
      } catch (error) {
        hearer.unanswered(asker, attempt.url.href)
        throw error
      }
    },
    close: () => transport.close(),
  }
}

function heardOf(attempt: Attempt, reply: Reply, { whole }: ReturnType<typeof createKept>): Heard {
  const { status, headers, setCookies = [] } = reply
  return {
    method: attempt.method,
    url: attempt.url.href,
    sent: Object.fromEntries(Object.entries(attempt.headers).map(([name, value]) => [name.toLowerCase(), value])),
    request: attempt.body,
    status,
    headers,
    setCookies,
    async body() {
      const chunks = whole()
      if (chunks === undefined) return undefined
      return readBody(pieces(chunks), headers['content-encoding'], mostBytes).catch(() => undefined)
    },
  }
}

function createKept() {
  const chunks: Uint8Array[] = []
  const seen = { bytes: 0, isOver: false }
  return {
    async *hearing(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        seen.bytes += chunk.length
        if (seen.bytes <= mostBytes) chunks.push(chunk)
        yield chunk
      }
      seen.isOver = true
    },
    whole: () => (seen.isOver && seen.bytes <= mostBytes ? chunks : undefined),
  }
}

async function* pieces(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
