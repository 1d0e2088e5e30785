// How hot lists stand in a window: side by side as many as fit, else one after the other; and the catalogue of them.
import type { BatchResult, HotItem, HotSource } from '../../client/client.ts'
import { cellsOf, cutTo, fitTo, widestOf, wrapped } from './cells.ts'
import type { Paint } from './paint.ts'
import { agoSaid, amountText } from './spans.ts'
import { terminalAddress, terminalText } from './terminal-text.ts'

/** The window, and what is wanted of it. */
export interface ListsWindow {
  /** Infinite where nobody looks at it but a program. */
  readonly columns: number
  /** Epoch milliseconds. */
  readonly now: number
  /** Addresses on lines of their own, so that lists stand one after the other. */
  readonly hasUrls: boolean
  readonly paint: Paint
  /** Makes of a text one that opens an address when it is clicked, where the terminal can. */
  readonly linked: (text: string, url: string) => string
}

/** Lists stand side by side when each has so many cells at least. */
const leastColumn = 44
const mostBeside = 4
const between = 3
const mostHeat = 12

/** The lists, each with its heading, in their order. */
export function listsText(lists: readonly BatchResult[], window: ListsWindow): string[] {
  const { columns, hasUrls } = window
  const fitting = Math.floor((columns + between) / (leastColumn + between))
  const beside = hasUrls || !Number.isFinite(columns) ? 1 : Math.max(1, Math.min(fitting, mostBeside, lists.length))
  const cells = Math.floor((columns + between) / beside) - between
  const rows = Array.from({ length: Math.ceil(lists.length / beside) }, (_, at) =>
    lists.slice(at * beside, (at + 1) * beside).map((list) => blockOf(list, beside === 1 ? columns : cells, window)),
  )
  return rows.flatMap((blocks, at) => [...(at > 0 ? [''] : []), ...joined(blocks, cells)])
}

/** A line as it is written, and the cells it takes: what is painted is longer than it looks. */
interface Line {
  readonly text: string
  readonly cells: number
}

function joined(blocks: readonly (readonly Line[])[], cells: number): string[] {
  const height = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) =>
    blocks
      .map((block, place) => {
        const { text, cells: taken } = block[at] ?? { text: '', cells: 0 }
        return place === blocks.length - 1 ? text : text + ' '.repeat(Math.max(0, cells - taken))
      })
      .join(' '.repeat(between))
      .trimEnd(),
  )
}

function blockOf(list: BatchResult, cells: number, window: ListsWindow): Line[] {
  const { paint } = window
  const name = cutTo(terminalText(list.name), cells)
  const id = cutTo(`  ${terminalText(list.id)}`, cells - cellsOf(name))
  const heading = { text: paint('head', name) + paint('faint', id), cells: cellsOf(name) + cellsOf(id) }
  return [heading, ...standingOf(list, cells, window), ...itemLines(list.data, cells, window)]
}

/** How old the list is, and what is wrong with it. */
function standingOf(
  { data, updatedAt, stale, error }: BatchResult,
  cells: number,
  { now, paint }: ListsWindow,
): Line[] {
  const age = updatedAt === null ? '' : agoSaid(updatedAt, now)
  const why = error ? terminalText(`${error.kind}: ${error.message}`) : ''
  if (data.length === 0 && why === '') return lines([age === '' ? 'empty' : `empty, ${age}`], 'caution', paint)
  if (data.length === 0) return lines(wrapped(`failed: ${why}`, cells), 'bad', paint)
  if (why !== '') return lines(wrapped(`${age}${stale ? ', stale' : ''}: ${why}`, cells), 'caution', paint)
  return lines([stale ? `${age}, stale` : age], stale ? 'caution' : 'faint', paint)
}

function lines(texts: readonly string[], style: 'faint' | 'caution' | 'bad', paint: Paint): Line[] {
  return texts.map((text) => ({ text: paint(style, text), cells: cellsOf(text) }))
}

function itemLines(items: readonly HotItem[], cells: number, window: ListsWindow): Line[] {
  const { paint, hasUrls, linked } = window
  const rows = items.map((item) => ({ ...item, title: terminalText(item.title), heat: heatOf(item) }))
  const heats = widestOf(rows.map(({ heat }) => heat))
  const ranks = Math.max(2, ...rows.map(({ rank }) => `${rank}`.length))
  const room = Number.isFinite(cells)
    ? cells - ranks - 1 - (heats > 0 ? heats + 2 : 0)
    : widestOf(rows.map(({ title }) => title))
  return rows.flatMap(({ rank, title, heat, url }) => {
    const words = cutTo(title, room)
    const number = paint('faint', fitTo(`${rank}`, ranks, 'right'))
    const before = { text: `${number} ${linked(words, url)}`, cells: ranks + 1 + cellsOf(words) }
    const blanks = ' '.repeat(Math.max(0, room - cellsOf(words)) + 2)
    const behind = `${blanks}${paint('faint', fitTo(heat, heats, 'right'))}`
    const line = heat === '' ? before : { text: before.text + behind, cells: before.cells + blanks.length + heats }
    if (!hasUrls) return [line]
    const address = terminalAddress(url)
    return [line, { text: `${' '.repeat(ranks + 1)}${paint('address', address)}`, cells: cellsOf(address) + ranks + 1 }]
  })
}

/** How hot an item is, as a number; else what its site says of it, where that is short. */
function heatOf({ hot, extra }: HotItem): string {
  if (hot !== undefined) return amountText(hot)
  const said = terminalText(extra?.info ?? extra?.date ?? '')
  return cellsOf(said) <= mostHeat ? said : ''
}

/** The catalogue: what can be asked for, by columns of the board. */
export function catalogueText(sources: readonly HotSource[], { columns, paint }: ListsWindow): string[] {
  const rows = sources.map(({ id, name, title, column, type, enabled }) => ({
    id: terminalText(id),
    name: terminalText(title === undefined ? name : `${name} ${title}`),
    said: `${terminalText(column)}${type === 'realtime' ? ', as it comes' : ''}${enabled ? '' : ', off'}`,
  }))
  const ids = widestOf(rows.map(({ id }) => id))
  const said = widestOf(rows.map((row) => row.said))
  const names = Math.min(widestOf(rows.map(({ name }) => name)), Math.max(12, columns - ids - said - 4))
  return rows.map((row) =>
    `${fitTo(row.id, ids)}  ${fitTo(row.name, names)}  ${paint('faint', cutTo(row.said, Math.max(8, columns - ids - names - 4)))}`.trimEnd(),
  )
}
