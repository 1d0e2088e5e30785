// Turns the text of one item into a pattern whose values can be replaced.
import { namedAfter } from '../picture-hosts.ts'
import type { Headline } from './headlines.ts'
import type { Kind, Spots } from './template.ts'
import { largestOf, writeFigure, writeId, writeText, writeTime } from './value-formats.ts'

interface Mark {
  readonly start: number
  readonly old: string
  readonly kind: Kind
  readonly encoded: boolean
  /** For a figure: its value at full heat; for all others: the old value. */
  readonly form: string
}

/** An item with replaceable values. */
export interface Pattern {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** The new values. */
export interface Values {
  readonly headline: Headline
  readonly number: number
  readonly heat: number
  readonly atMs: number
  readonly nowMs: number
}

type Hit = Pick<Mark, 'start' | 'old'>

/** The text of an item and its spots. */
export type Item = readonly [text: string, spots: Spots]

/** These are replaced at every occurrence in an item. */
const everywhere: readonly Kind[] = ['id', 'title', 'work', 'slug', 'name', 'phrase']

/** The first match of a spot in an item. */
function find(text: string, spot: RegExp): Hit | undefined {
  const span = new RegExp(spot, 'ds').exec(text)?.indices?.[1]
  return span && { start: span[0], old: text.slice(span[0], span[1]) }
}

function findAll(text: string, old: string): readonly Hit[] {
  return [...text.matchAll(new RegExp(RegExp.escape(old), 'g'))].map(({ index }) => ({ start: index, old }))
}

/** For the spot of a kind with this number. */
function formOf(kind: Kind, at: number, items: readonly Item[]): string | undefined {
  if (kind !== 'figure') return undefined
  const olds = items.flatMap(([text, spots]) => {
    const spot = spots[kind]?.[at]
    return spot === undefined ? [] : (find(text, spot)?.old ?? [])
  })
  return largestOf(olds)
}

function overlap(one: Hit, other: Hit): boolean {
  return one.start < other.start + other.old.length && other.start < one.start + one.old.length
}

/** The marks of an item. `items` are all items of the list; they determine the largest figure. */
function marksOf([text, spots]: Item, items: readonly Item[]): readonly Mark[] {
  const marksAt = (kind: Kind, spot: RegExp, at: number): readonly Mark[] => {
    const found = find(text, spot)
    if (found === undefined) return []
    const form = formOf(kind, at, items) ?? found.old
    const made = (hit: Hit, encoded: boolean): Mark => ({ ...hit, kind, encoded, form })
    if (!everywhere.includes(kind)) return [made(found, false)]
    const encoded = encodeURIComponent(found.old)
    const inAddresses = encoded === found.old ? [] : findAll(text, encoded)
    return [...findAll(text, found.old).map((hit) => made(hit, false)), ...inAddresses.map((hit) => made(hit, true))]
  }
  const kinds: readonly Kind[] = ['time', 'beijing', 'figure', 'picture', ...everywhere]
  const all = kinds.flatMap((kind) => (spots[kind] ?? []).flatMap((spot, at) => marksAt(kind, spot, at)))
  // When two marks overlap, the first one wins.
  const free = all.filter((mark, at) => !all.slice(0, at).some((other) => overlap(mark, other)))
  return free.toSorted((one, other) => one.start - other.start)
}

/** The patterns of all items of a list. @throws TypeError when an item has neither an id nor a replaceable text. */
export function patternsOf(items: readonly Item[]): readonly Pattern[] {
  return items.map((item) => {
    const [text] = item
    const marks = marksOf(item, items)
    if (!marks.some(({ kind }) => everywhere.includes(kind))) throw new TypeError(`no id and no title in ${text}`)
    return { text, marks }
  })
}

function written({ kind, old, form, encoded }: Mark, values: Values): string {
  switch (kind) {
    case 'id':
      return writeId(values.number, old)
    case 'time':
      return writeTime(values.atMs, old, values.nowMs)
    case 'beijing':
      return writeTime(values.atMs + 8 * 3_600_000, old, values.nowMs)
    case 'figure':
      return writeFigure(values.heat, old, form)
    case 'picture':
      return `${namedAfter(values.headline.work)}${old}${values.number}`
    default:
      return encoded ? encodeURIComponent(values.headline[kind]) : writeText(values.headline[kind], old)
  }
}

/** Writes the current time into the first match of every spot. @throws TypeError when a spot does not match. */
export function setClocks(text: string, spots: readonly RegExp[], nowMs: number): string {
  return spots.reduce((whole, spot) => {
    const hit = find(whole, spot)
    if (hit === undefined) throw new TypeError(`no time at ${spot}`)
    return whole.slice(0, hit.start) + writeTime(nowMs, hit.old, nowMs) + whole.slice(hit.start + hit.old.length)
  }, text)
}

/** The item with these values at all marks. */
export function fill({ text, marks }: Pattern, values: Values): string {
  let from = 0
  const parts = marks.map((mark) => {
    const before = text.slice(from, mark.start)
    from = mark.start + mark.old.length
    return before + written(mark, values)
  })
  return parts.join('') + text.slice(from)
}
