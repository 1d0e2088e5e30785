// A transport that records every exchange with its reply.
import { readBody } from '../src/upstream/net/body.ts'
import type { Transport } from '../src/upstream/net/transport.ts'
import type { UpstreamReply, WireRequest } from '../src/upstream/net/wire.ts'

export type RecordedExchange = ReturnType<typeof toRecordedExchange>

/** Receives exchanges. `asker` is the value of the header `sourceTagHeader`, '' if the request has none. */
export interface ExchangeListener {
  onExchange(asker: string, exchange: RecordedExchange): void
  onNoReply(asker: string, url: string): void
}

/** Header that tags a request with its source; removed before sending. The prefix `sec-` keeps it across redirects. */
export const sourceTagHeader = 'sec-trawl-asker'

/** Larger bodies (bytes on the wire) are not recorded. */
const maxRecordedBytes = 32 * 1024 * 1024

export function createRecordingTransport(transport: Transport, listener: ExchangeListener): Transport {
  return {
    async send(taggedAttempt) {
      const { [sourceTagHeader]: asker = '', ...headers } = taggedAttempt.headers
      const attempt = { ...taggedAttempt, headers }
      try {
        const reply = await transport.send(attempt)
        const recording = createBodyRecorder()
        listener.onExchange(asker, toRecordedExchange(attempt, reply, recording))
        return { ...reply, body: recording.hearing(reply.body) }
      } catch (error) {
        listener.onNoReply(asker, attempt.url.href)
        throw error
      }
    },
    close: () => transport.close(),
  }
}

function toRecordedExchange(
  attempt: WireRequest,
  reply: UpstreamReply,
  recording: ReturnType<typeof createBodyRecorder>,
) {
  const { status, headers, setCookies = [] } = reply
  return {
    method: attempt.method,
    url: attempt.url.href,
    /** Names in lower case. */
    requestHeaders: Object.fromEntries(
      Object.entries(attempt.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    requestBody: attempt.body,
    status,
    headers,
    setCookies,
    /** The decompressed body; undefined if it is incomplete or cannot be decompressed. */
    async body() {
      const chunks = recording.whole()
      if (chunks === undefined) return undefined
      return readBody(pieces(chunks), headers['content-encoding'], maxRecordedBytes).catch(() => undefined)
    },
  }
}

function createBodyRecorder() {
  const chunks: Uint8Array[] = []
  const seen = { bytes: 0, isOver: false }
  return {
    async *hearing(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        seen.bytes += chunk.length
        if (seen.bytes <= maxRecordedBytes) chunks.push(chunk)
        yield chunk
      }
      seen.isOver = true
    },
    whole: () => (seen.isOver && seen.bytes <= maxRecordedBytes ? chunks : undefined),
  }
}

async function* pieces(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
