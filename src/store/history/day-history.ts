// A day of a list's history, and its form in the database: compressed JSON of what changed at each refresh.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  applyRanks,
  changeRanks,
  emptyState,
  type ItemText,
  type ListState,
  packItem,
  type RankChange,
  unpackItem,
} from './refresh-change.ts'
import type { ItemAtRank, ItemSummary, Peak } from './types.ts'

/** A refresh: the numbers of its items by rank, and their heats. */
interface DayRefresh {
  readonly at: number
  readonly order: readonly number[]
  readonly hots: readonly (number | null)[]
}

export interface DayHistory {
  /** By number. Of items that left before the kept refreshes too. */
  readonly items: readonly ItemSummary[]
  readonly refreshes: readonly DayRefresh[]
}

export const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs

/** Id, title, URL; first and last refresh, time of the peak, its rank and its heat. Times are relative to the day's first refresh. */
type StoredItem = readonly [...ItemText, number, number, number, number, number | null]
/** Milliseconds since the refresh before, and what changed. */
type StoredRefresh = readonly [number, ...RankChange]
type StoredDay = readonly [start: number, items: readonly StoredItem[], refreshes: readonly StoredRefresh[]]

export function refreshOf({ order, hots }: ListState, at: number): DayRefresh {
  return { at, order, hots: order.map((number) => hots[number] ?? null) }
}

/** The list at a refresh. */
export function itemsAt({ items }: DayHistory, { order, hots }: DayRefresh): ItemAtRank[] {
  return order.flatMap((number, index) => {
    const item = items[number]
    if (!item) return []
    const { id, title, url } = item
    const hot = hots[index] ?? null
    return [hot === null ? { id, title, url } : { id, title, url, hot }]
  })
}

/** The summaries of these items over these refreshes, by number; undefined for an item in none of them. */
export function summarize(items: ListState['items'], refreshes: readonly DayRefresh[]): (ItemSummary | undefined)[] {
  const summaries: (ItemSummary | undefined)[] = items.map(() => undefined)
  for (const { at, order, hots } of refreshes) {
    for (const [index, number] of order.entries()) {
      const item = items[number]
      if (!item) continue
      const { firstSeen = at, peak: before } = summaries[number] ?? {}
      const peak = betterPeak(before, { rank: index + 1, at, hot: hots[index] ?? null })
      summaries[number] = { id: item.id, title: item.title, url: item.url, firstSeen, lastSeen: at, peak }
    }
  }
  return summaries
}

/** The better rank, else the earlier one. */
export function betterPeak(before: Peak | undefined, peak: Peak): Peak {
  return before && before.rank <= peak.rank ? before : peak
}

export function encodeDay({ items, refreshes }: DayHistory): Uint8Array {
  const start = refreshes[0]?.at ?? 0
  const state = emptyState()
  let before = start
  const rows = refreshes.map(({ at, order, hots }): StoredRefresh => {
    const row: StoredRefresh = [at - before, ...changeRanks(state, order, hots)]
    before = at
    return row
  })
  const texts = items.map((item): StoredItem => {
    const { firstSeen, lastSeen, peak } = item
    return [...packItem(item), firstSeen - start, lastSeen - start, peak.at - start, peak.rank, peak.hot]
  })
  const day: StoredDay = [start, texts, rows]
  return zstdCompressSync(JSON.stringify(day), compressed)
}

/**
 * Decodes a day, and the state after its last refresh. With `item`, a day that does not have this item may appear empty: searching the bytes takes a
 * fraction of the time. @throws when the bytes are damaged.
 */
export function decodeDay(body: Uint8Array, item?: string): DayHistory & { readonly state: ListState } {
  const text = zstdDecompressSync(body)
  const isRelevant = item === undefined || text.includes(JSON.stringify(item))
  const [start, texts, rows]: StoredDay = isRelevant ? JSON.parse(text.toString()) : [0, [], []]
  const items = texts.map(([id, title, url, first, last, peakAt, rank, hot]) => ({
    ...unpackItem([id, title, url]),
    firstSeen: start + first,
    lastSeen: start + last,
    peak: { rank, at: start + peakAt, hot },
  }))
  const state: ListState = {
    numbers: new Map(items.map(({ id }, number) => [id, number])),
    items: items.map(({ id, title, url }) => ({ id, title, url })),
    order: [],
    hots: items.map(() => null),
  }
  let at = start
  const refreshes = rows.map(([ms, ...change]) => {
    at += ms
    applyRanks(state, change)
    return refreshOf(state, at)
  })
  return { items, refreshes, state }
}

/** Slow but rare: a day is compressed once or twice after it has ended. */
const compressed = { params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 } }

/**
 * Keeps the last refresh of each `grainMs`. Items that are in none of them are dropped if `dropsItems`; the summaries of the others stay as they are.
 */
export function thinDay({ items, refreshes }: DayHistory, grainMs: number, dropsItems: boolean): DayHistory {
  const isLast = ({ at }: DayRefresh, index: number) =>
    Math.floor(at / grainMs) !== Math.floor((refreshes[index + 1]?.at ?? Number.POSITIVE_INFINITY) / grainMs)
  const kept = refreshes.filter(isLast)
  if (!dropsItems) return { items, refreshes: kept }
  const used = [...new Set(kept.flatMap(({ order }) => order))].sort((one, other) => one - other)
  const numbers = new Map(used.map((number, index) => [number, index]))
  return {
    items: used.flatMap((number) => items[number] ?? []),
    refreshes: kept.map((refresh) => ({ ...refresh, order: refresh.order.map((number) => numbers.get(number) ?? 0) })),
  }
}
