// Reassembles lists from stream messages: `start`, chunks of items, `end`.
import type { Item, StreamMessage } from '../../../src/contract/hotlist.ts'
import type { StreamedEvent } from '../fetching.ts'
import type { Told } from './cells.ts'

interface Begun {
  readonly start: StreamMessage
  readonly items: Item[]
}

/**
 * Creates an event handler that calls `take` with each complete list. Use one per stream, so that incomplete lists are
 * discarded with it.
 */
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
