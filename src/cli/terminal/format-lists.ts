// Formats hot lists, side by side if the window is wide enough, and the catalogue of lists.
import type { BatchResult, HotItem, HotSource } from '../../../client/client.ts'
import type { Colorize } from './colors.ts'
import type { LinksWindow } from './format-links.ts'
import { formatAgeLong, formatCount } from './format-units.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import { displayWidth, maxWidth, pad, truncate, wrapText } from './text-width.ts'
import { resultWords, type Words } from './words.ts'

export interface ListsWindow extends Pick<LinksWindow, 'columns' | 'now' | 'paint' | 'language'> {
  /** Adds a line with the URL of each item; lists are then shown one below the other. */
  readonly hasUrls: boolean
  /** Makes a text a clickable link where the terminal supports it. */
  readonly linked: (text: string, url: string) => string
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

/** A line and its width on the screen, which escape codes do not add to. */
interface MeasuredLine {
  readonly text: string
  readonly cells: number
}

function joinBlocks(blocks: readonly (readonly MeasuredLine[])[], cells: number): string[] {
  const height = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) =>
    blocks
      .map((block, index) => {
        const { text, cells: taken } = block[at] ?? { text: '', cells: 0 }
        return index === blocks.length - 1 ? text : text + ' '.repeat(Math.max(0, cells - taken))
      })
      .join(' '.repeat(gapWidth))
      .trimEnd(),
  )
}

function blockOf(list: BatchResult, cells: number, window: ListsWindow): MeasuredLine[] {
  const { paint } = window
  const name = truncate(sanitizeText(list.name), cells)
  const id = truncate(`  ${sanitizeText(list.id)}`, cells - displayWidth(name))
  const heading = { text: paint('head', name) + paint('faint', id), cells: displayWidth(name) + displayWidth(id) }
  return [heading, ...formatStatus(list, cells, window), ...itemLines(list.data, cells, window)]
}

/** The age of the list, and what is wrong with it. */
function formatStatus(
  { data, updatedAt, stale, error }: BatchResult,
  cells: number,
  { now, paint, language = 'en' }: ListsWindow,
): MeasuredLine[] {
  const words = resultWords[language]
  const age = updatedAt === null ? '' : formatAgeLong(updatedAt, now, language)
  const why = error ? sanitizeText(`${error.kind}: ${error.message}`) : ''
  if (data.length === 0 && why === '') return lines([words.empty(age)], 'caution', paint)
  if (data.length === 0) return lines(wrapText(words.listFailed(why), cells), 'bad', paint)
  if (why !== '') return lines(wrapText(`${stale ? words.stale(age) : age}: ${why}`, cells), 'caution', paint)
  return lines([stale ? words.stale(age) : age], stale ? 'caution' : 'faint', paint)
}

function lines(texts: readonly string[], style: 'faint' | 'caution' | 'bad', paint: Colorize): MeasuredLine[] {
  return texts.map((text) => ({ text: paint(style, text), cells: displayWidth(text) }))
}

function itemLines(items: readonly HotItem[], cells: number, window: ListsWindow): MeasuredLine[] {
  const { paint, hasUrls, linked, language = 'en' } = window
  const { movements } = resultWords[language]
  const rows = items.map((item) => {
    return { ...item, title: sanitizeText(item.title), heat: heatOf(item, window), mark: movementMark(item, movements) }
  })
  const heats = maxWidth(rows.map(({ heat }) => heat))
  const ranks = Math.max(2, ...rows.map(({ rank }) => `${rank}`.length))
  const marks = maxWidth(rows.map(({ mark }) => mark.text))
  // The rank, and the movement where an item has one.
  const left = ranks + 1 + (marks > 0 ? marks + 1 : 0)
  const titleWidth = Number.isFinite(cells)
    ? cells - left - (heats > 0 ? heats + 2 : 0)
    : maxWidth(rows.map(({ title }) => title))
  return rows.flatMap(({ rank, title, heat, url, mark }) => {
    const words = truncate(title, titleWidth)
    const number = paint('faint', pad(`${rank}`, ranks, 'right'))
    const moved = marks > 0 ? `${paint(mark.style, pad(mark.text, marks))} ` : ''
    const before = { text: `${number} ${moved}${linked(words, url)}`, cells: left + displayWidth(words) }
    const blanks = ' '.repeat(Math.max(0, titleWidth - displayWidth(words)) + 2)
    const behind = `${blanks}${paint('faint', pad(heat, heats, 'right'))}`
    const line = heat === '' ? before : { text: before.text + behind, cells: before.cells + blanks.length + heats }
    if (!hasUrls) return [line]
    const address = sanitizeUrl(url)
    return [line, { text: `${' '.repeat(left)}${paint('address', address)}`, cells: displayWidth(address) + left }]
  })
}

/** How an item moved since the list before: `▲3`, `▼2`, `new`, `back`; empty where it stayed. */
function movementMark({ extra: { movement, diff = 0 } = {} }: Pick<HotItem, 'extra'>, movements: Words['movements']) {
  if (movement === 'up') return { text: `▲${diff}`, style: 'good' } as const
  if (movement === 'down') return { text: `▼${-diff}`, style: 'bad' } as const
  return { text: movement === 'new' || movement === 'back' ? movements[movement] : '', style: 'caution' } as const
}

/** The heat of an item as a number, else the site's own text for it if that is short. */
function heatOf({ hot, extra }: HotItem, { language }: ListsWindow): string {
  if (hot !== undefined) return formatCount(hot, language)
  const siteText = sanitizeText(extra?.info ?? extra?.date ?? '')
  return displayWidth(siteText) <= maxHeatWidth ? siteText : ''
}

export function formatCatalogue(
  sources: readonly HotSource[],
  { columns, paint, language = 'en' }: ListsWindow,
): string[] {
  const words = resultWords[language]
  const rows = sources.map(({ id, name, title, column, type, enabled }) => ({
    id: sanitizeText(id),
    name: sanitizeText(title === undefined ? name : `${name} ${title}`),
    said: `${sanitizeText(column)}${type === 'realtime' ? words.realtime : ''}${enabled ? '' : words.disabled}`,
  }))
  const ids = maxWidth(rows.map(({ id }) => id))
  const said = maxWidth(rows.map((row) => row.said))
  const names = Math.min(maxWidth(rows.map(({ name }) => name)), Math.max(12, columns - ids - said - 4))
  return rows.map((row) =>
    `${pad(row.id, ids)}  ${pad(row.name, names)}  ${paint('faint', truncate(row.said, Math.max(8, columns - ids - names - 4)))}`.trimEnd(),
  )
}
