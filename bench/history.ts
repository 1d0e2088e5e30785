// Measures the history of hot lists: bytes, writes and queries, on refreshes derived from two real days of Weibo.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import hours from '../fixtures/hotlist-history/weibo/hours.json' with { type: 'json' }
import { dayMs } from '../src/store/history/day-history.ts'
import type { ItemAtRank, Refresh } from '../src/store/history/types.ts'
import { pageBytes } from '../src/store/limits.ts'
import { openSqlite } from '../src/store/sqlite/open-sqlite.ts'
import type { Tables } from '../src/store/tables.ts'
import { spreadOf } from './statistics.ts'

const minuteMs = 60_000
const everyMs = 10 * minuteMs
const perDay = dayMs / everyMs
const start = Date.UTC(2026, 0, 1)
const maxItems = 50
const limits = { maxDays: 10_000, maxBytes: 1e12 }

type Hour = readonly (readonly [title: string, hot: number | null])[]
const realHours: readonly Hour[] = Object.values(hours).map((hour) =>
  hour.map(([title, hot]) => [String(title), typeof hot === 'number' ? hot : null]),
)

/** A number from 0 up to 1, the same for the same text. */
function chance(text: string): number {
  let sum = 7
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return (sum >>> 0) / 2 ** 32
}

/**
 * A list at a time between two of the real hours: an item has a heat between those of both, with a hundredth of noise; it comes or goes at some
 * moment of the hour. After the last hour the first follows again, with other titles.
 */
function refreshAt(list: number, at: number): Refresh {
  const hour = (at - start) / (60 * minuteMs) + list * 5
  const index = Math.floor(hour)
  const part = hour - index
  const [now, next] = [hourAt(index), hourAt(index + 1)]
  const items = [...new Set([...now.keys(), ...next.keys()])].flatMap((title): ItemAtRank[] => {
    const turn = chance(title)
    const [before, after] = [now.get(title), next.get(title)]
    if (before === undefined && part < turn) return []
    if (after === undefined && part > turn) return []
    const heat = (before ?? after ?? 0) * (1 - part) + (after ?? before ?? 0) * part
    const hot = Math.round(heat * (1 + 0.01 * (chance(`${title}${at}`) - 0.5)))
    return [{ id: title, title, url: `https://s.weibo.com/weibo?q=${encodeURIComponent(`#${title}#`)}`, hot }]
  })
  return { at: at + Math.floor(1_000 * chance(`${list} ${at}`)), items: items.sort(byHeat).slice(0, maxItems) }
}

function byHeat({ hot: one = 0 }: ItemAtRank, { hot: other = 0 }: ItemAtRank): number {
  return other - one
}

function hourAt(index: number): ReadonlyMap<string, number> {
  const round = Math.floor(index / realHours.length)
  const hour = realHours[index % realHours.length] ?? []
  return new Map(hour.map(([title, hot], rank) => [`${title}${round}`, hot ?? 1_000 * (maxItems - rank)]))
}

export async function benchHistory(): Promise<void> {
  console.info(
    `history: lists of ${maxItems} items every ten minutes, derived from ${realHours.length} real hours of Weibo`,
  )
  const folder = mkdtempSync(join(tmpdir(), 'trawl-bench-history-'))
  try {
    await measureSize(join(folder, 'size.db'), 20)
    await measureQueries(join(folder, 'queries.db'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Bytes of the pages in use. */
function usedBytes(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true })
  const row = db
    .prepare('select page_count - freelist_count as used from pragma_page_count, pragma_freelist_count')
    .get()
  db.close()
  return Number(row?.used) * pageBytes
}

/** Fills a day of some lists and prints the bytes of a refresh and of a day at each stage of its thinning. */
async function measureSize(file: string, lists: number): Promise<void> {
  const history = await openSqlite(file, { history: limits }, { clock: () => 0 })
  const refreshes = lists * perDay
  const took: number[] = []
  const cpu = process.cpuUsage()
  for (let at = start; at < start + dayMs; at += everyMs)
    for (let list = 0; list < lists; list += 1)
      took.push(await timed(() => history.writeRefreshes([batchOf(list, at)])))
  report('a day of all refreshes, as they are written', usedBytes(file) / refreshes, 'bytes a refresh')
  const { user, system } = process.cpuUsage(cpu)
  const cpuUs = ((user + system) / refreshes).toFixed(0)
  console.info(`  writing one: ${spreadOf(took)} ms; CPU ${cpuUs} µs, of which the simulation is about half`)
  const before = usedBytes(file)
  for (let list = 0; list < lists; list += 1)
    for (let index = 1; index <= 100; index += 1) {
      const { items } = refreshAt(list, start + dayMs - everyMs)
      await history.writeRefreshes([{ list: `list-${list}`, at: start + dayMs - everyMs + 1_000 + index, items }])
    }
  report('a refresh that changes nothing', (usedBytes(file) - before) / lists / 100, 'bytes')
  const reading: number[] = []
  for (let list = 0; list < lists; list += 1)
    reading.push(await timed(async () => void (await history.listAt(`list-${list}`, start + dayMs / 2))))
  console.info(`  a list as it stood today (risers read that of each list): ${spreadOf(reading)} ms`)
  const days: number[] = []
  for (const age of [1, 7, 91]) {
    const tidying: number[] = []
    const now = start + age * dayMs + 60 * minuteMs
    for (let hasMore = true; hasMore; ) {
      const began = performance.now()
      hasMore = await history.tidyHistory(now)
      tidying.push(performance.now() - began)
    }
    days.push(usedBytes(file) / lists)
    const unit = `bytes; compressing one ${spreadOf(tidying)} ms`
    report(`a list's day at an age of ${age} days`, usedBytes(file) / lists, unit)
  }
  const [all = 0, hourly = 0, daily = 0] = days
  const gb = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`
  console.info(
    `  a year of 200 lists: ${gb(200 * (7 * all + 84 * hourly + 274 * daily))}; without thinning ${gb(200 * 365 * all)}`,
  )
  history.close()
}

/** Fills a year of one list and prints the time of queries. */
async function measureQueries(file: string): Promise<void> {
  const history = await openSqlite(file, { history: limits }, { clock: () => 0 })
  const end = start + 365 * dayMs
  for (let day = start; day < end; day += dayMs) {
    const batch = Array.from({ length: perDay }, (_, index) => batchOf(0, day + index * everyMs))
    await history.writeRefreshes(batch)
    while (await history.tidyHistory(day + dayMs));
  }
  const item = refreshAt(0, end - dayMs / 2).items[3]?.id ?? ''
  const query = { list: 'list-0', to: end, item }
  const each: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the list as it stood yesterday', () => history.listAt('list-0', end - dayMs)],
    ['the list as it stood half a year ago', () => history.listAt('list-0', end - 180 * dayMs)],
    ['an item over a week', () => allPages(history, { ...query, from: end - 7 * dayMs })],
    ['all items of a week', () => allPages(history, { ...query, from: end - 7 * dayMs, item: undefined })],
    ['an item over a year', () => allPages(history, { ...query, from: start })],
    ['the longest page of it', () => history.page({ ...query, from: end - 8 * dayMs })],
  ]
  for (const [what, ask] of each) {
    const took: number[] = []
    for (let round = 0; round < 11; round += 1) took.push(await timed(async () => void (await ask())))
    console.info(`  ${what}: ${spreadOf(took)} ms`)
  }
  history.close()
}

async function allPages(history: Pick<Tables, 'page'>, query: Parameters<Tables['page']>[0]): Promise<void> {
  for (let from: number | undefined = query.from; from !== undefined; )
    from = (await history.page({ ...query, from })).next
}

function batchOf(list: number, at: number) {
  return { list: `list-${list}`, ...refreshAt(list, at) }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function report(what: string, bytes: number, unit: string): void {
  console.info(`  ${what}: ${bytes.toFixed(0)} ${unit}`)
}
