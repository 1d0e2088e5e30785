// Reads the history: a list at a time, and its items over a span of days.
import type { Sql } from '../sql/sql.ts'
import { statement } from '../sql/sql-tag.ts'
import { type DayHistory, dayMs, itemsAt, summarize } from './day-history.ts'
import { createDayTables, dayOf } from './day-tables.ts'
import type { HistoryPage, HistoryPoint, HistoryQuery, ItemSummary, Refresh } from './types.ts'

/** Days in one page. Other reads wait while one is read. */
const daysAtOnce = 8

/** The last day up to `day` of which something is stored. Times are compared, so that both tables use their index. */
const findDayBefore = statement<
  { day: number | null; at: number | null },
  { list: string; day: number; until: number }
>`
  select (select max(day) from list_days where list = ${'list'} and day <= ${'day'}) as day,
    (select max(at) from list_changes where list = ${'list'} and at < ${'until'}) as at`

const findDayAfter = statement<{ day: number | null; at: number | null }, { list: string; day: number; since: number }>`
  select (select min(day) from list_days where list = ${'list'} and day >= ${'day'}) as day,
    (select min(at) from list_changes where list = ${'list'} and at >= ${'since'}) as at`

const findLists = statement<{ list: string }, { time: number; day: number }>`
  select list from list_changes where at >= ${'time'} union select list from list_days where grain = 0 and day >= ${'day'}
  order by list`

/** All methods reject with database errors. */
export function createHistoryReads(sql: Sql) {
  const tables = createDayTables(sql)

  async function dayBefore(list: string, day: number): Promise<number | undefined> {
    const { day: stored = null, at = null } =
      (await sql.first(findDayBefore, { list, day, until: (day + 1) * dayMs })) ?? {}
    const days = [stored, at === null ? null : dayOf(at)].filter((one) => one !== null)
    return days.length > 0 ? Math.max(...days) : undefined
  }

  async function dayAfter(list: string, day: number): Promise<number | undefined> {
    const { day: stored = null, at = null } = (await sql.first(findDayAfter, { list, day, since: day * dayMs })) ?? {}
    const days = [stored, at === null ? null : dayOf(at)].filter((one) => one !== null)
    return days.length > 0 ? Math.min(...days) : undefined
  }

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
