// Records and reads the history of a hot list: the list at a time, what changed since, and its items over a span.
import type { z } from 'zod'
import type { HotListItem } from '../../contract/hotlist.ts'
import type { HistoryAnswer, HistoryItemAnswer, historyRequest } from '../../contract/hotlist-history.ts'
import { RequestError } from '../../http/errors.ts'
import { betterPeak } from '../../store/history/day-history.ts'
import type { HistoryStorage } from '../../store/history/history-storage.ts'
import type { HistoryPage, HistoryPoint, HistoryQuery, ItemSummary, Refresh } from '../../store/history/types.ts'
import { assumeItems } from '../../upstream/cache/answer-entry.ts'
import type { Outcome } from '../../upstream/source.ts'
import type { HotList } from '../build-lists.ts'
import type { VisibleItems } from '../lists.ts'
import type { ListItem } from '../sanitize-items.ts'
import { toItems } from '../to-contract.ts'

interface ListHistoryDeps {
  readonly reader: HistoryReader
  shown(items: VisibleItems): VisibleItems
  readonly epochMs: () => number
}

export type ListHistory = ReturnType<typeof createListHistory>

const weekMs = 7 * 24 * 60 * 60 * 1000
const maxPoints = 2_000

type Without<Answer> = Answer extends unknown ? Omit<Answer, 'apiVersion' | 'timestamp'> : never

export function createListHistory({ reader, shown, epochMs }: ListHistoryDeps) {
  const visible = (refresh: Refresh) => toItems(shown(refresh.items))
  return {
    /** The list as it stood at `time`. @throws RequestError 404 when nothing so old is recorded. */
    async at({ id }: HotList, time: number) {
      const refresh = await reader.listAt(id, time)
      if (refresh.at > time)
        throw notFound('time', `the history of ${id} begins at ${new Date(refresh.at).toISOString()}`)
      const data = visible(refresh)
      return { source: id, updatedAt: refresh.at, data, count: data.length }
    },
    /** The changes from `since` until now. @throws RequestError 404 when nothing is recorded. */
    async changes({ id }: HotList, since: number) {
      const before = await reader.listAt(id, since)
      const now = await reader.listAt(id, epochMs())
      return { source: id, since: before.at, updatedAt: now.at, ...changesOf(visible(before), visible(now)) }
    },
    /** The points of an item, or the items of a span. @throws RequestError 400 for an empty span, 404 for an item that is not in it. */
    async span({ id }: HotList, query: z.output<typeof historyRequest>): Promise<Without<HistoryAnswer>> {
      const { item, step, limit, to = epochMs(), from = Math.max(0, to - weekMs) } = query
      if (from >= to) throw new RequestError(400, 'from: must be before to', { details: { parameter: 'from' } })
      const { items: all, points } = await reader.span({ list: id, from, to, item })
      const allowed = shown(all)
      const items = all.filter((_, index) => allowed[index] !== undefined)
      const fields = { source: id, from, to }
      if (item === undefined) {
        const listed = items.sort(byPeak).slice(0, limit)
        return { ...fields, items: listed, count: listed.length, total: items.length }
      }
      const [found] = items
      if (!found) throw notFound('item', `not on ${id} in this span; without item the items of the span are listed`)
      return { ...fields, ...pointsOf(found, points, step, to - from) }
    },
  }
}

function changesOf(before: readonly HotListItem[], now: readonly HotListItem[]) {
  const old = new Map(before.map((item) => [item.id, item]))
  const ids = new Set(now.map(({ id }) => id))
  return {
    appeared: now.filter(({ id }) => !old.has(id)),
    left: before.filter(({ id }) => !ids.has(id)),
    moved: now.flatMap((item) => {
      const rank = old.get(item.id)?.rank ?? item.rank
      return rank === item.rank ? [] : [{ ...item, before: rank }]
    }),
  }
}

/** An item's summary with its points, of each step the last one; without `step` as many as the answer may have. */
function pointsOf(
  { id, title, url, ...summary }: ItemSummary,
  all: readonly HistoryPoint[],
  given: number | undefined,
  spanMs: number,
) {
  const least = all.length > maxPoints ? Math.ceil(spanMs / 1000 / maxPoints) : 1
  const step = least > 1 || given !== undefined ? Math.max(least, given ?? 1) : undefined
  const points = step === undefined ? all : lastOfEach(all, step * 1000)
  return {
    ...(step === undefined ? {} : { step }),
    item: { id, title, url },
    points: [...points],
    count: points.length,
    ...summary,
  }
}

function lastOfEach(points: readonly HistoryPoint[], stepMs: number): HistoryPoint[] {
  const stepOf = (point: HistoryPoint | undefined) => point && Math.floor(point.at / stepMs)
  return points.filter((point, index) => stepOf(point) !== stepOf(points[index + 1]))
}

function byPeak(one: HistoryItemAnswer, other: HistoryItemAnswer): number {
  return one.peak.rank - other.peak.rank || other.lastSeen - one.lastSeen
}

function notFound(parameter: string, problem: string): RequestError {
  return new RequestError(404, `${parameter}: ${problem}`, { details: { parameter } })
}

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

/** Returns a listener to the end of asks that records what the lists among them returned. */
export function recordRefreshes(
  all: Pick<ReadonlyMap<string, unknown>, 'has'>,
  storage: Pick<HistoryStorage, 'record'>,
) {
  return (source: string, outcome: Outcome<unknown>): void => {
    if (outcome.state !== 'fresh' || !all.has(source)) return
    const items = assumeItems<ListItem>(outcome.items).map(({ id, title, url, hot }) =>
      hot === undefined ? { id, title, url } : { id, title, url, hot },
    )
    storage.record(source, { at: outcome.at.getTime(), items })
  }
}
