// Reads server-sent events out of a stream's bytes.
import { readLines } from './line-reading.ts'

/** An event of a stream: its name, `message` when it has none, and its data. */
export interface NamedEvent {
  readonly event: string
  readonly data: string
}

/** The events of a body as they come. Comments and other fields are passed over, and so is an event that was not whole at the end. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<NamedEvent> {
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
