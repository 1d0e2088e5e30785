// The interface of a notifier, and the text of the messages that it sends.
import type { WatchEvent } from '../contract/watches.ts'

/** The report of a watch: its new events, oldest first. */
export interface WatchMessage {
  readonly watch: string
  readonly events: readonly WatchEvent[]
}

export interface Notifier {
  readonly name: string
  /** Watches of users may name it. */
  readonly isShared: boolean
  /** Sends a message. @throws (rejects) Error that says why it was not accepted, without secrets. */
  send(message: WatchMessage): Promise<void>
}

export function titleOf({ watch, events }: WatchMessage): string {
  return events.length === 1 ? watch : `${watch} (${events.length})`
}

/** The events as lines, as many as fit into `maxBytes`; the last line counts those left out. */
export function bodyOf({ events }: WatchMessage, maxBytes: number): string {
  const parts: string[] = []
  let bytes = 0
  for (const [at, event] of events.entries()) {
    const part = textOf(event)
    bytes += Buffer.byteLength(part) + 2
    if (bytes > maxBytes - spareBytes) return [...parts, `… +${events.length - at}`].join('\n\n')
    parts.push(part)
  }
  return parts.join('\n\n')
}

/** For the line that counts what is left out. */
const spareBytes = 20

function textOf({ title, url, source, sourceName, password }: WatchEvent): string {
  return [`${title} · ${sourceName ?? source}`, url, ...(password ? [`提取码 ${password}`] : [])].join('\n')
}
