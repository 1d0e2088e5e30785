// The changes from one refresh of a list to the next, within a day: new items, order and heat. Items are numbered as they appear.
import type { HistoryItem, ItemAtRank } from './types.ts'

/** The list after a refresh, with all items of the day so far. */
export interface ListState {
  readonly numbers: Map<string, number>
  readonly items: HistoryItem[]
  /** The items' numbers by rank. */
  order: readonly number[]
  /** The last known heat by number. */
  readonly hots: (number | null)[]
}

/** Id, title and URL, with marks in place of what they have in common. */
export type ItemText = readonly [id: string, title: string, url: string]

/** No text of an item has control characters. */
const idMark = '\u0001'
const titleMark = '\u0002'

/** The texts of an item, shortened: many sites use the title as id, and have one of both in the URL. */
export function packItem({ id, title, url }: HistoryItem): ItemText {
  const shorter = url.replaceAll(encoded(title), titleMark).replaceAll(encoded(id), idMark)
  return [id, title === id ? idMark : title, shorter]
}

export function unpackItem([id, shortTitle, shorter]: ItemText): HistoryItem {
  const title = shortTitle === idMark ? id : shortTitle
  const url = shorter.replaceAll(idMark, () => encoded(id)).replaceAll(titleMark, () => encoded(title))
  return { id, title, url }
}

/** The change of heat: an integer is a difference, 0 means unchanged; a number in an array is the heat itself. */
type HeatChange = number | null | readonly [number]

/** The order if it changed, else 0; the changes of heat in this order, 0 if there are none. */
export type RankChange = readonly [order: readonly number[] | 0, heats: readonly HeatChange[] | 0]

type RefreshChange = readonly [texts: readonly ItemText[], ...RankChange]

/** As in a URL. Half of a surrogate pair would be an error. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

export function emptyState(): ListState {
  return { numbers: new Map(), items: [], order: [], hots: [] }
}

/** Applies a refresh to the state. Returns the change as text, '' if nothing has changed. */
export function recordChange(state: ListState, items: readonly ItemAtRank[]): string {
  const texts = items.flatMap((item) => noteItem(state, item))
  const [order, heat] = changeRanks(
    state,
    items.map(({ id }) => state.numbers.get(id) ?? 0),
    items.map(({ hot = null }) => hot),
  )
  return texts.length === 0 && order === 0 && heat === 0 ? '' : JSON.stringify([texts.map(packItem), order, heat])
}

/** Applies a change that `recordChange` returned. */
export function applyChange(state: ListState, text: string): void {
  if (text === '') return
  const [texts, ...ranks]: RefreshChange = JSON.parse(text)
  for (const text of texts) noteItem(state, unpackItem(text))
  applyRanks(state, ranks)
}

/** Adds an item, or its new title; returns what was noted. A new URL alone is not: many sites put a counter into it. */
function noteItem({ numbers, items, hots }: ListState, { id, title, url }: HistoryItem): HistoryItem[] {
  const number = numbers.get(id)
  if (number !== undefined && items[number]?.title === title) return []
  if (number === undefined) {
    numbers.set(id, items.length)
    hots.push(null)
  }
  const item = { id, title, url }
  items[number ?? items.length] = item
  return [item]
}

/** Moves the state to a new order with its heats; returns what changed. */
export function changeRanks(state: ListState, order: readonly number[], heats: readonly (number | null)[]): RankChange {
  const changes = order.map((number, index) => heatChangeOf(state.hots[number] ?? null, heats[index] ?? null))
  for (const [index, number] of order.entries()) state.hots[number] = heats[index] ?? null
  const isSameOrder =
    order.length === state.order.length && order.every((number, index) => number === state.order[index])
  state.order = order
  return [isSameOrder ? 0 : [...order], changes.every((change) => change === 0) ? 0 : changes]
}

export function applyRanks(state: ListState, [order, changes]: RankChange): void {
  if (order !== 0) state.order = order
  if (changes === 0) return
  for (const [index, number] of state.order.entries())
    state.hots[number] = heatAfter(state.hots[number] ?? null, changes[index])
}

function heatChangeOf(before: number | null, heat: number | null): HeatChange {
  if (heat === before) return 0
  if (heat === null) return null
  const change = heat - (before ?? 0)
  return change !== 0 && Number.isSafeInteger(heat) && Number.isSafeInteger(change) ? change : [heat]
}

function heatAfter(before: number | null, change: HeatChange | undefined): number | null {
  if (change === null || change === undefined) return null
  if (typeof change !== 'number') return change[0]
  return change === 0 ? before : (before ?? 0) + change
}
