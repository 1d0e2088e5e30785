// Reads the events of a stream out of its bytes, and gives up on one that has fallen silent.
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { within } from './within.ts'

/** The service sends at least a sign of life every 15 seconds: twice as long and some more, and nobody is there any more. */
const silentMs = 40_000

/**
 * The events as they come, until the body ends or nobody reads on; then the body is let go of. It is read piece by piece: not every
 * browser can go through a stream with `for await`.
 * @throws (rejects) what breaks the stream, and Error when no byte came for 40 s.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const came: EventSourceMessage[] = []
  const parser = createParser({
    onEvent: (event) => {
      came.push(event)
    },
  })
  const letters = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(silentMs, reader.read())
      if (done) return
      parser.feed(letters.decode(value, { stream: true }))
      yield* came.splice(0)
    }
  } finally {
    // Not waited for: what is broken or silent may not answer to this either.
    void reader.cancel().catch(() => undefined)
  }
}
