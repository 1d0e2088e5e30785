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

const putDay = statement<never, DayKey & { grain: number; bytes: number; body: Uint8Array }>`
  insert into list_days (list, day, grain, bytes, body)
  values (${'list'}, ${'day'}, ${'grain'}, ${'bytes'}, ${'body'})
  on conflict (list, day) do update set grain = excluded.grain, bytes = excluded.bytes, body = excluded.body`

const removeDay = statement<never, DayKey>`delete from list_days where list = ${'list'} and day = ${'day'}`

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

/** All methods reject with database errors. */
export function createDayTables(sql: Sql) {
  return {
    /** Loads a day; it has no refreshes if nothing is stored. With `item`, one that does not have this item may appear empty. */
    async load(key: DayKey, item?: string): Promise<LoadedDay> {
      const stored = await sql.first(findDay, key)
      const changes = await sql.all(findChanges, spanOf(key))
      // Changes build on the whole day.
      const base = stored && decodeDay(new Uint8Array(stored.body), changes.length === 0 ? item : undefined)
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
    },
    addChange: (row: ChangeRow & { list: string }) => sql.run(addChange, row),
    /** Stores the compressed day in place of its changes. */
    async put(key: DayKey, grain: number, body: Uint8Array): Promise<void> {
      await sql.run(putDay, { ...key, grain, bytes: body.length, body })
      await sql.run(removeChanges, spanOf(key))
    },
    async remove(key: DayKey): Promise<void> {
      await sql.run(removeDay, key)
      await sql.run(removeChanges, spanOf(key))
    },
  }
}

/** Days in one page. Other reads wait while one is read. */
const daysAtOnce = 8

/** The last day up to `day` of which something is stored. Times are compared, so that both tables use their index. */
const findDayBefore = statement<{ day: number | null }, { list: string; day: number; until: number }>`
  select max(day) as day from (
    select max(day) as day from list_days where list = ${'list'} and day <= ${'day'}
    union all select max(at) / ${raw(`${dayMs}`)} from list_changes where list = ${'list'} and at < ${'until'}
  ) as found`

const findDayAfter = statement<{ day: number | null }, { list: string; day: number; since: number }>`
  select min(day) as day from (
    select min(day) as day from list_days where list = ${'list'} and day >= ${'day'}
    union all select min(at) / ${raw(`${dayMs}`)} from list_changes where list = ${'list'} and at >= ${'since'}
  ) as found`

const findLists = statement<{ list: string }, { time: number; day: number }>`
  select list from list_changes where at >= ${'time'} union select list from list_days where grain = 0 and day >= ${'day'}
  order by list`

export function createHistoryReads(sql: Sql) {
  const tables = createDayTables(sql)

  const dayBefore = async (list: string, day: number) =>
    (await sql.first(findDayBefore, { list, day, until: (day + 1) * dayMs }))?.day ?? undefined
  const dayAfter = async (list: string, day: number) =>
    (await sql.first(findDayAfter, { list, day, since: day * dayMs }))?.day ?? undefined

  return {
    /** The list at `time`; if nothing older is stored, its first refresh after that; undefined if there is none. */
    async listAt(list: string, time: number): Promise<Refresh | undefined> {
      // The first refresh of a day may be later than `time`; the day before it has earlier ones only.
      for (let day = await dayBefore(list, dayOf(time)); day !== undefined; day = await dayBefore(list, day - 1)) {
        const loaded = await tables.load({ list, day })
        const refresh = loaded.refreshes.findLast(({ at }) => at <= time)
        if (refresh) return { at: refresh.at, items: itemsAt(loaded, refresh) }
      }
      const day = await dayAfter(list, dayOf(time))
      if (day === undefined) return undefined
      const loaded = await tables.load({ list, day })
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
      let day = await dayAfter(list, dayOf(from))
      for (let count = 0; day !== undefined && day <= dayOf(to); count += 1) {
        if (count === daysAtOnce) return { items, points, next: Math.max(from, day * dayMs) }
        const lastPoint = points.at(-1) ?? query.lastPoint
        // The first refresh after those with the item says when it had left.
        const loaded = await tables.load({ list, day }, typeof lastPoint?.rank === 'number' ? undefined : query.item)
        items.push(...summariesIn(loaded, day, query))
        if (query.item !== undefined) points.push(...pointsIn(loaded, { ...query, lastPoint }))
        day = await dayAfter(list, day + 1)
      }
      return { items, points }
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

/** The last refresh of a list that this process knows. */
interface KnownList {
  readonly state: ListState
  readonly at: number
}

const findLastAt = statement<{ at: number | null }, { list: string }>`
  select max(at) as at from list_changes where list = ${'list'}`

export function createWriteRefreshes(sql: Sql) {
  const tables = createDayTables(sql)
  const known = new Map<string, KnownList>()

  /** The list before a refresh. It is loaded on a new day, and when another replica has written. */
  async function before({ list, at }: RefreshToWrite): Promise<KnownList> {
    const lastAt = (await sql.first(findLastAt, { list }))?.at ?? undefined
    const last = known.get(list)
    if (last && last.at === lastAt && dayOf(last.at) === dayOf(at)) return last
    const { state, refreshes } = await tables.load({ list, day: dayOf(at) })
    return { state, at: refreshes.at(-1)?.at ?? Number.NEGATIVE_INFINITY }
  }

  async function write(refresh: RefreshToWrite): Promise<void> {
    const { list, at, items } = refresh
    const last = await before(refresh)
    // The order of refreshes is that of their times; one that is late says nothing about what followed.
    if (at <= last.at) return
    await tables.addChange({ list, at, change: recordChange(last.state, items) })
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
