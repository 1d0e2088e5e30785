// A transport that lets somebody hear every exchange that went through it, with the reply as it came.
import { readBody } from '../upstream/body.ts'
import type { Attempt, Reply, Transport } from '../upstream/transport.ts'

/** One exchange, as it went over the wire. */
export interface Heard {
  readonly method: string
  readonly url: string
  /** Names in lower case. */
  readonly sent: Readonly<Record<string, string>>
  readonly request: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly setCookies: readonly string[]
  /** The body, decompressed; undefined when it did not come whole or cannot be decompressed. */
  body(): Promise<Uint8Array | undefined>
}

/** Who hears. `asker` is what the request said of itself in the header `askerHeader`, '' when it said nothing. */
export interface Hearer {
  heard(asker: string, exchange: Heard): void
  /** This request got no reply. */
  unanswered(asker: string, url: string): void
}

/** Names who asks, and is not sent on. By its name it is taken for one of a browser's, so that it stays when a reply redirects. */
export const askerHeader = 'sec-trawl-asker'

/** Bodies longer than this, as they come, are not kept for hearing. */
const mostBytes = 32 * 1024 * 1024

/** Makes the transport; it sends as `transport` does. */
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
