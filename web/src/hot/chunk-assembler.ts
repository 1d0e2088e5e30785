// Reassembles lists from stream messages: `start`, chunks of items, `end`.
import type { HotListItem, StreamMessage } from '../../../src/contract/hotlist.ts'
import type { ServerEvent } from '../api-client.ts'
import type { ListUpdate } from './list-state.ts'

interface PartialList {
  readonly start: StreamMessage
  readonly items: HotListItem[]
}

/**
 * Creates an event handler that calls `onList` with each complete list. Use one per stream, so that incomplete lists are
 * discarded with it.
 */
export function createChunkAssembler(onList: (id: string, update: ListUpdate) => void): (event: ServerEvent) => void {
  const partial = new Map<string, PartialList>()
  return ({ event, data }) => {
    if (event !== 'message' || !isMessage(data)) return
    const { type, sourceId } = data
    if (type === 'start') partial.set(sourceId, { start: data, items: [] })
    else if (type === 'data') partial.get(sourceId)?.items.push(...data.data)
    else if (type === 'error') onList(sourceId, toUpdate(data, []))
    else {
      const complete = partial.get(sourceId)
      partial.delete(sourceId)
      if (complete) onList(sourceId, toUpdate(complete.start, complete.items))
    }
  }
}

function toUpdate({ stale = false, updatedAt = null, error }: StreamMessage, data: HotListItem[]): ListUpdate {
  return { data, stale, updatedAt, ...(error && { error }) }
}

const kinds: readonly unknown[] = ['start', 'data', 'end', 'error'] satisfies StreamMessage['type'][]

function isMessage(data: unknown): data is StreamMessage {
  return typeof data === 'object' && data !== null && 'sourceId' in data && 'type' in data && kinds.includes(data.type)
}
