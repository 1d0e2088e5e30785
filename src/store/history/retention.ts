// Retention of the history, one list's day at a time: compresses days that are over, thins older ones, drops the oldest.
import { type Sql, statement } from '../sql/sql.ts'
import { dayMs, encodeDay, hourMs, thinDay } from './day-history.ts'
import { dayOf, loadDay, putDay, removeDay } from './history-table.ts'
import type { HistoryLimits } from './types.ts'

/** Estimated: what a row takes besides its text or body, with its index entries. */
const rowBytes = 150

/** The stored refreshes of a day from this age on: all refreshes, one of each hour, one of the day. */
const grains = [
  { fromDays: 0, ms: 1 },
  { fromDays: 7, ms: hourMs },
  { fromDays: 91, ms: dayMs },
] as const
const coarsest = grains.length - 1

/** A refresh is written this long after it was received, at most. */
const lateMs = 10 * 60 * 1000

interface DayRow {
  readonly list: string
  readonly day: number
  readonly grain: number
}

const findEnded = statement<{ list: string; at: number }, { before: number }>`
  select list, at from list_changes where at < ${'before'} order by at limit 1`

/** The oldest day of a grain. */
const findOldest = statement<DayRow, { grain: number }>`
  select list, day, grain from list_days where grain = ${'grain'} order by day, list limit 1`

const countBytes = statement<{ bytes: number }, { perRow: number }>`
  select cast((select coalesce(sum(bytes + ${'perRow'}), 0) from list_days) +
    (select coalesce(sum(octet_length(change) + ${'perRow'}), 0) from list_changes) as bigint) as bytes`

export async function createHistoryRetention(sql: Sql, given: HistoryLimits) {
  let bytes = await count()

  async function count(): Promise<number> {
    return (await sql.first(countBytes, { perRow: rowBytes }))?.bytes ?? 0
  }

  async function store(key: Pick<DayRow, 'list' | 'day'>, grain: number): Promise<void> {
    const kept = thinDay(await loadDay(sql, key), grains[grain]?.ms ?? dayMs, grain === coarsest)
    await putDay(sql, key, grain, encodeDay(kept))
  }

  /** Compresses a day with refreshes before that time. */
  async function compress(before: number): Promise<boolean> {
    const ended = await sql.first(findEnded, { before })
    if (ended) await store({ list: ended.list, day: dayOf(ended.at) }, 0)
    return ended !== undefined
  }

  async function oldestOf(firstGrains: number): Promise<DayRow | undefined> {
    let oldest: DayRow | undefined
    for (let grain = 0; grain < firstGrains; grain += 1) {
      const row = await sql.first(findOldest, { grain })
      if (row && row.day < (oldest?.day ?? Number.POSITIVE_INFINITY)) oldest = row
    }
    return oldest
  }

  /** Thins a day to `grain` that is at least `days` old. */
  async function thin(now: number, days: number, grain: number): Promise<boolean> {
    const finer = await oldestOf(grain)
    if (!finer || finer.day > dayOf(now) - days) return false
    await store(finer, grain)
    return true
  }

  async function drop(mayDrop: (oldest: DayRow) => boolean): Promise<boolean> {
    const oldest = await oldestOf(grains.length)
    if (!oldest || !mayDrop(oldest)) return false
    await removeDay(sql, oldest)
    return true
  }

  /** Above the size limit: thins what is older than a week to a refresh a day, then drops the oldest; today comes last. */
  async function makeSpace(now: number, maxBytes: number): Promise<boolean> {
    bytes = await count()
    if (bytes <= maxBytes) return false
    if ((await thin(now, grains[1].fromDays, coarsest)) || (await drop(({ day }) => day < dayOf(now)))) return true
    return (await compress(now)) || (await drop(() => true))
  }

  async function step(now: number, { maxDays, maxBytes }: HistoryLimits): Promise<boolean> {
    if (await compress(dayOf(now - lateMs) * dayMs)) return true
    if (await drop(({ day }) => day < dayOf(now) - maxDays)) return true
    for (let grain = coarsest; grain > 0; grain -= 1)
      if (await thin(now, grains[grain]?.fromDays ?? 0, grain)) return true
    return await makeSpace(now, maxBytes)
  }

  return {
    /** The bytes of the history at the last count. */
    bytes: () => bytes,
    /** Does one step, by default within the limits of the start; whether there may be more to do. Rejects with database errors. */
    tidy: (now: number, limits = given): Promise<boolean> => sql.transaction(() => step(now, limits)),
  }
}
