// Formats the links of a search: one line each in a wide window, else two or three. URLs are never truncated.
import type { CloudType } from '../../client/client.ts'
import { cellsOf, cutTo, fitTo, widestOf, wrapped } from './cells.ts'
import type { FoundLink } from './found-links.ts'
import type { Paint } from './paint.ts'
import { agoSaid, agoText } from './spans.ts'
import { terminalAddress, terminalText } from './terminal-text.ts'

/** The window and what to show. */
export interface LinksWindow {
  /** Width of the window; Infinity when the output is not a terminal. */
  readonly columns: number
  /** Maximum number of links for each cloud; 0 for all. */
  readonly limit: number
  /** Epoch milliseconds. */
  readonly now: number
  /** Adds a line with every source, the exact time and the time of the check. */
  readonly hasDetails: boolean
  readonly paint: Paint
}

/** In narrower windows the title gets a line of its own. */
const leastForTwoLines = 64
/** Minimum width of a title on the same line as its URL. */
const leastTitle = 32
/** Without a window titles are not truncated; longer titles than this do not widen the column of the others. */
const mostPadding = 72
const mostSource = 20
const fewestAge = 3
const gap = '  '

/** The texts of a link, sanitized for a terminal. */
interface Row {
  readonly link: FoundLink
  readonly title: string
  readonly age: string
  readonly source: string
  readonly mark: string
  readonly url: string
  readonly code: string
}

/** Formats the links by cloud, with a heading for each. */
export function linksText(
  groups: readonly (readonly [CloudType, readonly FoundLink[]])[],
  window: LinksWindow,
): string[] {
  return groups.flatMap(([cloud, links], at) => {
    const shown = window.limit === 0 ? links : links.slice(0, window.limit)
    const counted = shown.length < links.length ? `${shown.length} of ${links.length}` : `${links.length}`
    const heading = `${window.paint('head', cloud)}${gap}${window.paint('faint', counted)}`
    const rows = shown.map((link) => rowOf(link, window.now))
    return [...(at > 0 ? [''] : []), heading, ...layoutFor(rows, window)]
  })
}

function rowOf(link: FoundLink, now: number): Row {
  const { title, at, sources, health, isRecalled, url, password } = link
  const [first = '', ...others] = sources.map(terminalText)
  return {
    link,
    title: terminalText(title) || '(without a title)',
    age: at === undefined ? '–' : agoText(at, now),
    source: cutTo(nameOf(first), mostSource - 4) + (others.length > 0 ? ` +${others.length}` : ''),
    mark: [terminalText(health?.state ?? ''), isRecalled ? 'archive' : ''].filter((word) => word !== '').join(' '),
    url: terminalAddress(url),
    code: password === '' ? '' : `code ${terminalText(password)}`,
  }
}

/** Shortens a source id for display: `@channel`, `plugin`. */
function nameOf(source: string): string {
  return source.replace(/^tg:/, '@').replace(/^plugin:/, '')
}

/** The width of each column; 0 if it is empty in every row. */
type Widths = Readonly<Record<'title' | 'age' | 'source' | 'mark' | 'url' | 'code', number>>

function widthsOf(rows: readonly Row[]): Widths {
  const widest = (part: keyof Widths) => widestOf(rows.map((row) => row[part]))
  return {
    title: widest('title'),
    age: Math.max(fewestAge, widest('age')),
    source: widest('source'),
    mark: widest('mark'),
    url: widest('url'),
    code: widest('code'),
  }
}

/** The total width of these columns with their gaps. */
function cellsBefore(widths: Widths, parts: readonly (keyof Widths)[]): number {
  return parts.reduce((sum, part) => sum + (widths[part] > 0 ? gap.length + widths[part] : 0), 0)
}

function layoutFor(rows: readonly Row[], window: LinksWindow): string[] {
  const { columns } = window
  const widths = widthsOf(rows)
  const beside = cellsBefore(widths, ['age', 'source', 'mark'])
  const room = columns - gap.length - beside
  const roomOnOne = room - cellsBefore(widths, ['url', 'code'])
  const linesOf = (row: Row) => {
    if (roomOnOne >= leastTitle)
      return oneLine(row, widths, Math.min(roomOnOne, usualTitle(row, widths, columns)), window)
    if (columns < leastForTwoLines) return threeLines(row, window)
    return twoLines(row, widths, Math.min(room, widths.title), window)
  }
  return rows.flatMap((row) => [...linesOf(row), ...detailsOf(row, window)])
}

/** Without a window the title is not truncated, and titles of normal length still align. */
function usualTitle({ title }: Row, widths: Widths, columns: number): number {
  return Number.isFinite(columns) ? widths.title : Math.max(Math.min(widths.title, mostPadding), cellsOf(title))
}

function oneLine(row: Row, widths: Widths, cells: number, { paint }: LinksWindow): string[] {
  const mark = widths.mark > 0 ? [markOf(row, fitTo(row.mark, widths.mark), paint)] : []
  const parts = [painted(row, fitTo(row.title, cells), paint), asideOf(row, widths, paint), ...mark]
  return [gap + [...parts, addressOf(row, paint, widths.url)].join(gap)]
}

function twoLines(row: Row, widths: Widths, cells: number, { paint }: LinksWindow): string[] {
  // No trailing blanks, so that a copied line has none.
  const mark = row.mark === '' ? [] : [markOf(row, row.mark, paint)]
  const aside = asideOf(row, mark.length > 0 ? widths : { ...widths, source: cellsOf(row.source) }, paint)
  return [
    gap + [painted(row, fitTo(row.title, cells), paint), aside, ...mark].join(gap),
    gap + gap + addressOf(row, paint),
  ]
}

function asideOf({ age, source }: Row, widths: Widths, paint: Paint): string {
  return paint('faint', `${fitTo(age, widths.age, 'right')}${gap}${fitTo(source, widths.source)}`)
}

function threeLines(row: Row, { columns, paint }: LinksWindow): string[] {
  const said = [row.age, row.source].filter((word) => word !== '').join(' · ')
  const mark = row.mark === '' ? '' : ` · ${markOf(row, row.mark, paint)}`
  return [
    `${gap}${painted(row, cutTo(row.title, columns - gap.length), paint)}`,
    `${gap}${gap}${paint('faint', said)}${mark}`,
    `${gap}${gap}${addressOf(row, paint)}`,
  ]
}

/** Dims the title of a dead link. */
function painted({ link }: Row, title: string, paint: Paint): string {
  return link.health?.state === 'bad' ? paint('faint', title) : title
}

const colours = { ok: 'good', bad: 'bad', locked: 'caution' } as const

function markOf({ link: { health } }: Row, text: string, paint: Paint): string {
  return paint(health ? colours[health.state] : 'faint', text)
}

function addressOf({ url, code }: Row, paint: Paint, cells = 0): string {
  const address = paint('address', url)
  if (code === '') return address
  return `${address}${' '.repeat(Math.max(0, cells - cellsOf(url)))}${gap}${paint('code', code)}`
}

function detailsOf({ link }: Row, { hasDetails, columns, now, paint }: LinksWindow): string[] {
  if (!hasDetails) return []
  const { sources, at, health } = link
  const all = sources.map(terminalText).join(', ')
  const time = at === undefined ? 'unknown date' : timeText(at)
  const checked = health ? `; ${health.state}, checked ${agoSaid(health.checkedAt, now)}` : ''
  return wrapped(`${time}, in ${all}${checked}`, columns, gap + gap).map((line) => paint('faint', line))
}

function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
