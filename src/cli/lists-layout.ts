// Formats hot lists, side by side if the window is wide enough, and the catalogue of lists.
import type { BatchResult, HotItem, HotSource } from '../../client/client.ts'
import { cellsOf, cutTo, fitTo, widestOf, wrapped } from './cells.ts'
import type { Paint } from './paint.ts'
import { agoSaid, amountText } from './spans.ts'
import { terminalAddress, terminalText } from './terminal-text.ts'

/** The window and what to show. */
export interface ListsWindow {
  /** Width of the window; Infinity when the output is not a terminal. */
  readonly columns: number
  /** Epoch milliseconds. */
  readonly now: number
  /** Adds a line with the URL of each item; lists are then shown one below the other. */
  readonly hasUrls: boolean
  readonly paint: Paint
  /** Makes a text a clickable link where the terminal supports it. */
  readonly linked: (text: string, url: string) => string
}

/** Minimum width of a list that stands beside another. */
const leastColumn = 44
const mostBeside = 4
const between = 3
const mostHeat = 12

/** Formats the lists in their order, each with a heading. */
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

/** A line and its width on the screen, which escape codes do not add to. */
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

/** The age of the list, and what is wrong with it. */
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

/** The heat of an item as a number, else the site's own text for it if that is short. */
function heatOf({ hot, extra }: HotItem): string {
  if (hot !== undefined) return amountText(hot)
  const said = terminalText(extra?.info ?? extra?.date ?? '')
  return cellsOf(said) <= mostHeat ? said : ''
}

/** Formats the catalogue of lists. */
export function catalogueText(sources: readonly HotSource[], { columns, paint }: ListsWindow): string[] {
  const rows = sources.map(({ id, name, title, column, type, enabled }) => ({
    id: terminalText(id),
    name: terminalText(title === undefined ? name : `${name} ${title}`),
    said: `${terminalText(column)}${type === 'realtime' ? ', realtime' : ''}${enabled ? '' : ', disabled'}`,
  }))
  const ids = widestOf(rows.map(({ id }) => id))
  const said = widestOf(rows.map((row) => row.said))
  const names = Math.min(widestOf(rows.map(({ name }) => name)), Math.max(12, columns - ids - said - 4))
  return rows.map((row) =>
    `${fitTo(row.id, ids)}  ${fitTo(row.name, names)}  ${paint('faint', cutTo(row.said, Math.max(8, columns - ids - names - 4)))}`.trimEnd(),
  )
}
