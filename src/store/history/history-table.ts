// The tables of the history: days of a list, reads of a list at a time and of its items over days, and writes of what has changed since the refresh before.
import { type MigrationStep, raw, type Sql, statement } from '../sql/sql.ts'
import { type DayHistory, dayMs, decodeDay, itemsAt, refreshOf, summarize } from './day-history.ts'
import { applyChange, emptyState, type ListState, recordChange } from './refresh-change.ts'
import type { HistoryPage, HistoryPoint, HistoryQuery, ItemSummary, Refresh, RefreshToWrite } from './types.ts'

/**
 * `list_changes` has a row for each refresh of the current day; when the day is over its rows become one row of `list_days`. `body` is the last
 * column: reading the others does not read its pages. `day` counts days since 1970, `grain` is the index of what is kept of the day.
 */
export const historyMigrations: readonly MigrationStep[] = [
  { sqlite: tablesOf('integer', 'blob', ' strict'), postgres: tablesOf('bigint', 'bytea', '') },
]

function tablesOf(integer: string, bytes: string, options: string): string {
  return `create table list_changes (
     list text not null, at ${integer} not null, change text not null, primary key (list, at)
   )${options};
   create index list_changes_by_at on list_changes (at);
   create table list_days (
     list text not null, day ${integer} not null, grain ${integer} not null, bytes ${integer} not null,
     body ${bytes} not null, primary key (list, day)
   )${options};
   create index list_days_by_day on list_days (grain, day, list, bytes);`
}

interface DayKey {
  readonly list: string
  /** Days since 1970. */
  readonly day: number
}

interface ChangeRow {
  readonly at: number
  readonly change: string
}

const findChanges = statement<ChangeRow, { list: string; from: number; to: number }>`
  select at, change from list_changes where list = ${'list'} and at >= ${'from'} and at < ${'to'} order by at`

const addChange = statement<never, ChangeRow & { list: string }>`
  insert into list_changes (list, at, change) values (${'list'}, ${'at'}, ${'change'})`

const removeChanges = statement<never, { list: string; from: number; to: number }>`
  delete from list_changes where list = ${'list'} and at >= ${'from'} and at < ${'to'}`

const findDay = statement<{ grain: number; body: Uint8Array }, DayKey>`
  select grain, body from list_days where list = ${'list'} and day = ${'day'}`

const storeDay = statement<never, DayKey & { grain: number; bytes: number; body: Uint8Array }>`
  insert into list_days (list, day, grain, bytes, body)
  values (${'list'}, ${'day'}, ${'grain'}, ${'bytes'}, ${'body'})
  on conflict (list, day) do update set grain = excluded.grain, bytes = excluded.bytes, body = excluded.body`

const deleteDay = statement<never, DayKey>`delete from list_days where list = ${'list'} and day = ${'day'}`

/** A day as stored, with the list after its last refresh. */
export interface LoadedDay extends DayHistory {
  /** The index of what is kept of the day; undefined if it has not been compressed yet. */
  readonly grain: number | undefined
  readonly state: ListState
}

export function dayOf(at: number): number {
  return Math.floor(at / dayMs)
}

function spanOf({ list, day }: DayKey) {
  return { list, from: day * dayMs, to: (day + 1) * dayMs }
}

/** Loads a day; it has no refreshes if nothing is stored. With `item`, one that does not have this item may appear empty. */
export async function loadDay(sql: Sql, key: DayKey, item?: string): Promise<LoadedDay> {
  // Another connection may store the day in place of its changes between these two: then it has them, which are not applied again.
  const found = await sql.all(findChanges, spanOf(key))
  const stored = await sql.first(findDay, key)
  // Changes build on the whole day.
  const base = stored && decodeDay(new Uint8Array(stored.body), found.length === 0 ? item : undefined)
  const last = base?.refreshes.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const changes = found.filter(({ at }) => at > last)
  if (base && changes.length === 0) return { ...base, grain: stored.grain }
  const state = base?.state ?? emptyState()
  const refreshes = changes.map(({ at, change }) => {
    applyChange(state, change)
    return refreshOf(state, at)
  })
  const all = [...(base?.refreshes ?? []), ...refreshes]
  // A thinned day has summaries that its refreshes do not yield.
  const summaries = summarize(state.items, all).map((summary, number) => summary ?? base?.items[number])
  return { items: summaries.flatMap((summary) => summary ?? []), refreshes: all, grain: stored?.grain, state }
}

/** Stores the compressed day in place of its changes. */
export async function putDay(sql: Sql, key: DayKey, grain: number, body: Uint8Array): Promise<void> {
  await sql.run(storeDay, { ...key, grain, bytes: body.length, body })
  await sql.run(removeChanges, spanOf(key))
}

export async function removeDay(sql: Sql, key: DayKey): Promise<void> {
  await sql.run(deleteDay, key)
  await sql.run(removeChanges, spanOf(key))
}

/** Days in one page. Other reads wait while one is read. */
const daysAtOnce = 8

interface DaysQuery {
  readonly list: string
  readonly from: number
  readonly to: number
  readonly since: number
  readonly until: number
  readonly most: number
}

/** The days from `from` to `to` of which something is stored. Times are compared, so that both tables use their index. */
function findDays(order: 'asc' | 'desc') {
  return statement<{ day: number }, DaysQuery>`
  select day from list_days where list = ${'list'} and day >= ${'from'} and day <= ${'to'}
  union select at / ${raw(dayMs)} as day from list_changes where list = ${'list'} and at >= ${'since'} and at < ${'until'}
  order by day ${raw(order)} limit ${'most'}`
}
const findFirstDays = findDays('asc')
const findLastDays = findDays('desc')

const findLists = statement<{ list: string }, { time: number; day: number }>`
  select list from list_changes where at >= ${'time'} union select list from list_days where grain = 0 and day >= ${'day'}
  order by list`

/** More than any day. */
const lastDay = 100_000_000

export function createHistoryReads(sql: Sql) {
  async function daysOf(find: typeof findFirstDays, list: string, span: { from?: number; to?: number; most: number }) {
    const { from = 0, to = lastDay, most } = span
    const given = { list, from, to, most, since: from * dayMs, until: (to + 1) * dayMs }
    return (await sql.all(find, given)).map(({ day }) => day)
  }

  return {
    /** The list at `time`; if nothing older is stored, its first refresh after that; undefined if there is none. */
    async listAt(list: string, time: number): Promise<Refresh | undefined> {
      // The first refresh of a day may be later than `time`; the day before it has earlier ones only.
      const before = await daysOf(findLastDays, list, { to: dayOf(Math.min(time, lastDay * dayMs)), most: 2 })
      for (const day of before) {
        const loaded = await loadDay(sql, { list, day })
        const refresh = loaded.refreshes.findLast(({ at }) => at <= time)
        if (refresh) return { at: refresh.at, items: itemsAt(loaded, refresh) }
      }
      const [day] = await daysOf(findFirstDays, list, { from: dayOf(time), most: 1 })
      if (day === undefined) return undefined
      const loaded = await loadDay(sql, { list, day })
      const refresh = loaded.refreshes.find(({ at }) => at > time)
      return refresh && { at: refresh.at, items: itemsAt(loaded, refresh) }
    },
    /** The lists with refreshes since `time`, which is a few days ago at most; of the days before today all. */
    async listsSince(time: number): Promise<string[]> {
      return (await sql.all(findLists, { time, day: dayOf(time) })).map(({ list }) => list)
    },
    /** Some days of a query, from `from` on. */
    async page(query: HistoryQuery): Promise<HistoryPage> {
      const { list, from, to } = query
      const items: ItemSummary[] = []
      const points: HistoryPoint[] = []
      const days = await daysOf(findFirstDays, list, { from: dayOf(from), to: dayOf(to), most: daysAtOnce + 1 })
      for (const day of days.slice(0, daysAtOnce)) {
        const lastPoint = points.at(-1) ?? query.lastPoint
        // The first refresh after those with the item says when it had left.
        const item = typeof lastPoint?.rank === 'number' ? undefined : query.item
        const loaded = await loadDay(sql, { list, day }, item)
        items.push(...summariesIn(loaded, day, query))
        if (query.item !== undefined) points.push(...pointsIn(loaded, { ...query, lastPoint }))
      }
      const next = days[daysAtOnce]
      return { items, points, next: next === undefined ? undefined : Math.max(from, next * dayMs) }
    },
  }
}

/** The summaries of a day's items, or of one; at the ends of the span only of what lies within. */
function summariesIn(loaded: DayHistory, day: number, { from, to, item }: HistoryQuery): ItemSummary[] {
  const isWhole = from <= day * dayMs && to >= (day + 1) * dayMs - 1
  const within = () => loaded.refreshes.filter(({ at }) => at >= from && at <= to)
  const all = isWhole ? loaded.items : summarize([...loaded.items], within())
  return all.flatMap((summary) => (summary && (item === undefined || summary.id === item) ? summary : []))
}

/** Where an item stood at each refresh, and when it had just left. */
function pointsIn({ items, refreshes }: DayHistory, { from, to, item, lastPoint }: HistoryQuery): HistoryPoint[] {
  const wanted = items.findIndex(({ id }) => id === item)
  let isListed = typeof lastPoint?.rank === 'number'
  const points: HistoryPoint[] = []
  for (const { at, order, hots } of refreshes) {
    if (at < from || at > to) continue
    const index = order.indexOf(wanted)
    if (index >= 0) points.push({ at, rank: index + 1, hot: hots[index] ?? null })
    else if (isListed) points.push({ at, rank: null, hot: null })
    isListed = index >= 0
  }
  return points
}

const findLastAt = statement<{ at: number | null }, { list: string }>`
  select max(at) as at from list_changes where list = ${'list'}`

export function createWriteRefreshes(sql: Sql) {
  /** The last refresh of each list that this process knows. */
  const known = new Map<string, { readonly state: ListState; readonly at: number }>()

  /** The list before a refresh. It is loaded on a new day, and when another replica has written. */
  async function before({ list, at }: RefreshToWrite) {
    const lastAt = (await sql.first(findLastAt, { list }))?.at ?? undefined
    const last = known.get(list)
    if (last && last.at === lastAt && dayOf(last.at) === dayOf(at)) return last
    const { state, refreshes } = await loadDay(sql, { list, day: dayOf(at) })
    return { state, at: refreshes.at(-1)?.at ?? Number.NEGATIVE_INFINITY }
  }

  async function write(refresh: RefreshToWrite): Promise<void> {
    const { list, at, items } = refresh
    const last = await before(refresh)
    // The order of refreshes is that of their times; one that is late says nothing about what followed.
    if (at <= last.at) return
    await sql.run(addChange, { list, at, change: recordChange(last.state, items) })
    known.set(list, { state: last.state, at })
  }

  /** Writes refreshes atomically, the older of a list first. */
  return async (refreshes: readonly RefreshToWrite[]): Promise<void> => {
    try {
      await sql.transaction(async () => {
        for (const refresh of refreshes) await write(refresh)
      })
    } catch (error) {
      // The states are ahead of what is stored.
      known.clear()
      throw error
    }
  }
}
