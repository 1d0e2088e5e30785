// Reads the history of lists from the storage; an error says when there is none.
import { RequestError } from '../../http/errors.ts'
import { betterPeak } from '../../store/history/day-history.ts'
import type {
  HistoryPage,
  HistoryPoint,
  HistoryQuery,
  HistoryStorage,
  ItemSummary,
  Refresh,
} from '../../store/history/types.ts'

type Storage = Omit<HistoryStorage, 'record'>

export type HistoryReader = ReturnType<typeof createHistoryReader>

/** Reads from the storage. @throws RequestError 503 when no history is kept, or it cannot be read now. */
export function createHistoryReader(storage: Storage | undefined) {
  async function read<T>(ask: (storage: Storage) => Promise<T | undefined>): Promise<T> {
    if (!storage) throw unavailable('not kept by this service; it needs HISTORY=on, and DATA_DIR or DATABASE_URL')
    const result = await ask(storage)
    if (result === undefined) throw unavailable('cannot be read at the moment; /readyz says why')
    return result
  }
  return {
    listsSince: (time: number) => read((history) => history.listsSince(time)),
    /** The list at a time, else its first refresh after that. @throws RequestError 404 when there is none. */
    async listAt(id: string, time: number): Promise<Refresh> {
      const { refresh } = await read((history) => history.listAt(id, time))
      if (refresh) return refresh
      throw new RequestError(404, `source: no refresh of ${id} is recorded yet`, { details: { source: id } })
    },
    /** The items of a span; the points of one of them. */
    async span(query: HistoryQuery) {
      const items = new Map<string, ItemSummary>()
      const points: HistoryPoint[] = []
      for (let from: number | undefined = query.from; from !== undefined; ) {
        const next: HistoryQuery = { ...query, from, lastPoint: points.at(-1) }
        const page: HistoryPage = await read((history) => history.page(next))
        for (const item of page.items) items.set(item.id, merged(items.get(item.id), item))
        points.push(...page.points)
        from = page.next
      }
      return { items: [...items.values()], points }
    },
  }
}

/** A later part of an item's history joined to the earlier ones. */
function merged(before: ItemSummary | undefined, item: ItemSummary): ItemSummary {
  if (!before) return item
  return { ...item, firstSeen: before.firstSeen, peak: betterPeak(before.peak, item.peak) }
}

function unavailable(why: string): RequestError {
  return new RequestError(503, `history: ${why}`, { code: 'HISTORY_UNAVAILABLE' })
}
