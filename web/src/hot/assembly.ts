// The messages of a stream put together again: `start`, the items in pieces, `end` are one list.
import type { Item, StreamMessage } from '../../../src/contract/hotlist.ts'
import type { StreamedEvent } from '../fetching.ts'
import type { Told } from './cells.ts'

interface Begun {
  readonly start: StreamMessage
  readonly items: Item[]
}

/** Makes what hears a stream's events and calls `take` with each list that is whole. One for each stream: what broke off is forgotten with it. */
export function createAssembly(take: (id: string, told: Told) => void): (event: StreamedEvent) => void {
  const begun = new Map<string, Begun>()
  return ({ event, data }) => {
    if (event !== 'message' || !isMessage(data)) return
    const { type, sourceId } = data
    if (type === 'start') begun.set(sourceId, { start: data, items: [] })
    else if (type === 'data') begun.get(sourceId)?.items.push(...data.data)
    else if (type === 'error') take(sourceId, toldBy(data, []))
    else {
      const whole = begun.get(sourceId)
      begun.delete(sourceId)
      if (whole) take(sourceId, toldBy(whole.start, whole.items))
    }
  }
}

function toldBy({ stale = false, updatedAt = null, error }: StreamMessage, data: Item[]): Told {
  return { data, stale, updatedAt, ...(error && { error }) }
}

const kinds: readonly unknown[] = ['start', 'data', 'end', 'error'] satisfies StreamMessage['type'][]

function isMessage(data: unknown): data is StreamMessage {
  return typeof data === 'object' && data !== null && 'sourceId' in data && 'type' in data && kinds.includes(data.type)
}
