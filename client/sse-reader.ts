// Parses server-sent events from a byte stream.
import { readLines } from './line-reader.ts'

/** An event: its name, `message` by default, and its data. */
export interface NamedEvent {
  readonly event: string
  readonly data: string
}

/** Yields the events of a body. Ignores comments, other fields, and an incomplete event at the end. */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<NamedEvent> {
  let event = ''
  let data: string[] = []
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
}
