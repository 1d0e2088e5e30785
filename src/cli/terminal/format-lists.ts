// Formats hot lists, side by side if the window is wide enough, and the catalogue of lists.
import type { BatchResult, HotItem, HotSource } from '../../../client/client.ts'
import { failureText } from './failure-text.ts'
import { formatAgeLong, formatCount } from './format-units.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import type { Screen } from './screen.ts'
import { type Cell, displayWidth, spaceFor, table, truncate, wrapText } from './text-width.ts'
import type { Words } from './words.ts'

export interface ListsWindow extends Screen {
  /** Adds a line with the URL of each item; lists are then shown one below the other. */
  readonly hasUrls: boolean
}

/** Minimum width of a list that stands beside another. */
const minListWidth = 44
const maxListsPerRow = 4
const gapWidth = 3
const maxHeatWidth = 12

export function formatLists(lists: readonly BatchResult[], window: ListsWindow): string[] {
  const { columns, hasUrls } = window
  const fitting = Math.floor((columns + gapWidth) / (minListWidth + gapWidth))
  const listsPerRow =
    hasUrls || !Number.isFinite(columns) ? 1 : Math.max(1, Math.min(fitting, maxListsPerRow, lists.length))
  const cells = Math.floor((columns + gapWidth) / listsPerRow) - gapWidth
  const rows = Array.from({ length: Math.ceil(lists.length / listsPerRow) }, (_, at) =>
    lists
      .slice(at * listsPerRow, (at + 1) * listsPerRow)
      .map((list) => blockOf(list, listsPerRow === 1 ? columns : cells, window)),
  )
  return rows.flatMap((blocks, at) => [...(at > 0 ? [''] : []), ...joinBlocks(blocks, cells)])
}

function joinBlocks(blocks: readonly (readonly string[])[], cells: number): string[] {
  const height = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) =>
    blocks
      .map((block, index) => {
        const line = block[at] ?? ''
        const blanks = index === blocks.length - 1 ? 0 : cells - displayWidth(line)
        return line + ' '.repeat(Math.max(0, blanks))
      })
      .join(' '.repeat(gapWidth))
      .trimEnd(),
  )
}

function blockOf(list: BatchResult, cells: number, window: ListsWindow): string[] {
  const { paint } = window
  const name = truncate(sanitizeText(list.name), cells)
  const id = truncate(`  ${sanitizeText(list.id)}`, cells - displayWidth(name))
  return [
    paint('head', name) + paint('faint', id),
    ...formatStatus(list, cells, window),
    ...itemLines(list.data, cells, window),
  ]
}

/** The age of the list, and what is wrong with it. */
function formatStatus({ data, updatedAt, stale, error }: BatchResult, cells: number, window: ListsWindow): string[] {
  const { now, paint, language, words } = window
  const age = updatedAt === null ? '' : formatAgeLong(updatedAt, now, language)
  const why = error ? sanitizeText(failureText({ ...error, detail: error.message }, window)) : ''
  if (data.length === 0 && why === '') return [paint('caution', words.empty(age))]
  if (data.length === 0) return wrapText(words.listFailed(why), cells).map((line) => paint('bad', line))
  const told = stale ? words.stale(age) : age
  if (why === '') return [paint(stale ? 'caution' : 'faint', told)]
  return wrapText(words.oldBecause(told, why), cells).map((line) => paint('caution', line))
}

function itemLines(items: readonly HotItem[], cells: number, window: ListsWindow): string[] {
  const { hasUrls, paint, words } = window
  const rows = items.map((item): Cell[] => [
    [`${item.rank}`, 'faint'],
    movementMark(item, words.movements),
    [sanitizeText(item.title), 'plain', item.url],
    [heatOf(item, window), 'faint'],
  ])
  const left = [{ min: 2, right: true }, { gap: 1 }]
  const space = spaceFor(2, rows, [...left, { gap: 1 }, {}], cells)
  // In a window the heat stands at the right edge.
  const titles = Number.isFinite(space) ? { gap: 1, min: space, max: space } : { gap: 1 }
  const lines = table(rows, [...left, titles, { right: true }], window)
  if (!hasUrls) return lines
  const indent = ' '.repeat(-spaceFor(2, rows, [...left, { gap: 1 }], 0))
  return lines.flatMap((line, at) => [line, indent + paint('address', sanitizeUrl(items[at]?.url ?? ''))])
}

/** How an item moved since the list before: `▲3`, `▼2`, `new`, `back`; empty where it stayed. */
function movementMark({ extra: { movement, diff = 0 } = {} }: Pick<HotItem, 'extra'>, movements: Words['movements']) {
  if (movement === 'up') return [`▲${diff}`, 'good'] as const
  if (movement === 'down') return [`▼${-diff}`, 'bad'] as const
  return [movement === 'new' || movement === 'back' ? movements[movement] : '', 'caution'] as const
}

/** The heat of an item as a number, else the site's own text for it if that is short. */
function heatOf({ hot, extra }: HotItem, { language }: ListsWindow): string {
  if (hot !== undefined) return formatCount(hot, language)
  const siteText = sanitizeText(extra?.info ?? extra?.date ?? '')
  return displayWidth(siteText) <= maxHeatWidth ? siteText : ''
}

export function formatCatalogue(sources: readonly HotSource[], screen: Screen): string[] {
  const { columns, words } = screen
  const rows = sources.map(({ id, name, title, column, type, enabled }): Cell[] => [
    [sanitizeText(id)],
    [sanitizeText(title === undefined ? name : `${name} ${title}`)],
    [
      `${words.column(sanitizeText(column))}${type === 'realtime' ? words.realtime : ''}${enabled ? '' : words.disabled}`,
      'faint',
    ],
  ])
  const names = { max: Math.max(12, spaceFor(1, rows, [{}, {}, {}], columns)) }
  const told = { max: Math.max(8, spaceFor(2, rows, [{}, names, {}], columns)) }
  return table(rows, [{}, names, told], screen)
}
