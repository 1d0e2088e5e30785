// Parses server-sent events from a response body, with a timeout for silent streams.
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { withTimeout } from './timeout.ts'

/**
 * The server sends a heartbeat at least every 15 seconds; a stream without bytes for longer than twice that is dead.
 */
const silenceTimeoutMs = 40_000

/**
 * Yields events until the body ends or the consumer stops; then cancels the body. Uses a reader because not every
 * browser supports `for await` over streams. @throws (rejects) the error of the stream, or Error when no byte arrives
 * for 40 s.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const parsed: EventSourceMessage[] = []
  const parser = createParser({
    onEvent: (event) => {
      parsed.push(event)
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await withTimeout(silenceTimeoutMs, reader.read())
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* parsed.splice(0)
    }
  } finally {
    // Not awaited: a broken or silent stream may never settle this either.
    void reader.cancel().catch(() => undefined)
  }
}
