// Formats the links of a search: one line each in a wide window, else two or three. URLs are never truncated.
import type { CloudType } from '../../../client/client.ts'
import type { CollectedLink } from '../../../client/link-collector.ts'
import type { Colorize } from './colors.ts'
import { formatAge, formatAgeLong } from './format-units.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import { displayWidth, maxWidth, pad, truncate, wrapText } from './text-width.ts'
import { type Language, resultWords, stateWord } from './words.ts'

export interface LinksWindow {
  /** Width of the window; Infinity when the output is not a terminal. */
  readonly columns: number
  /** Maximum number of links for each cloud; 0 for all. */
  readonly limit: number
  readonly now: number
  readonly hasDetails: boolean
  readonly paint: Colorize
  readonly language?: Language
}

/** In narrower windows the title gets a line of its own. */
const minTwoLineColumns = 64
/** Minimum width of a title on the same line as its URL. */
const minTitleWidth = 32
/** Without a window titles are not truncated; longer titles than this do not widen the column of the others. */
const maxTitlePadding = 72
const maxSourceWidth = 20
const minAgeWidth = 3
const gap = '  '

type LinkRow = ReturnType<typeof rowOf>

export function formatLinks(
  groups: readonly (readonly [CloudType, readonly CollectedLink[]])[],
  window: LinksWindow,
): string[] {
  return groups.flatMap(([cloud, links], at) => {
    const shown = window.limit === 0 ? links : links.slice(0, window.limit)
    const words = resultWords[window.language ?? 'en']
    const counted = shown.length < links.length ? words.someOf(shown.length, links.length) : `${links.length}`
    const heading = `${window.paint('head', cloud)}${gap}${window.paint('faint', counted)}`
    const rows = shown.map((link) => rowOf(link, window))
    return [...(at > 0 ? [''] : []), heading, ...layoutFor(rows, window)]
  })
}

function rowOf(link: CollectedLink, { now, language = 'en' }: LinksWindow) {
  const words = resultWords[language]
  const { title, at, sources, health, isFromArchive, url, password } = link
  const [first = '', ...others] = sources.map(sanitizeText)
  return {
    link,
    title: sanitizeText(title) || words.noTitle,
    age: at === undefined ? '–' : formatAge(at, now, language),
    source: truncate(shortSourceName(first), maxSourceWidth - 4) + (others.length > 0 ? ` +${others.length}` : ''),
    mark: [health ? stateWord(words, health.state) : '', isFromArchive ? words.archive : '']
      .filter((word) => word !== '')
      .join(' '),
    url: sanitizeUrl(url),
    code: password === '' ? '' : words.code(sanitizeText(password)),
  }
}

/** Shortens a source id for display: `@channel`, `plugin`. */
function shortSourceName(source: string): string {
  return source.replace(/^tg:/, '@').replace(/^plugin:/, '')
}

/** The width of each column; 0 if it is empty in every row. */
type Widths = Readonly<Record<'title' | 'age' | 'source' | 'mark' | 'url' | 'code', number>>

function widthsOf(rows: readonly LinkRow[]): Widths {
  const widest = (part: keyof Widths) => maxWidth(rows.map((row) => row[part]))
  return {
    title: widest('title'),
    age: Math.max(minAgeWidth, widest('age')),
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

function layoutFor(rows: readonly LinkRow[], window: LinksWindow): string[] {
  const { columns } = window
  const widths = widthsOf(rows)
  const asideWidth = cellsBefore(widths, ['age', 'source', 'mark'])
  const titleSpace = columns - gap.length - asideWidth
  const oneLineTitleSpace = titleSpace - cellsBefore(widths, ['url', 'code'])
  const linesOf = (row: LinkRow) => {
    if (oneLineTitleSpace >= minTitleWidth)
      return oneLine(row, widths, Math.min(oneLineTitleSpace, defaultTitleWidth(row, widths, columns)), window)
    if (columns < minTwoLineColumns) return threeLines(row, window)
    return twoLines(row, widths, Math.min(titleSpace, widths.title), window)
  }
  return rows.flatMap((row) => [...linesOf(row), ...detailsOf(row.link, window)])
}

/** Without a window the title is not truncated, and titles of normal length still align. */
function defaultTitleWidth({ title }: LinkRow, widths: Widths, columns: number): number {
  return Number.isFinite(columns)
    ? widths.title
    : Math.max(Math.min(widths.title, maxTitlePadding), displayWidth(title))
}

function oneLine(row: LinkRow, widths: Widths, cells: number, { paint }: LinksWindow): string[] {
  const mark = widths.mark > 0 ? [markOf(row, pad(row.mark, widths.mark), paint)] : []
  const parts = [colorTitle(row, pad(row.title, cells), paint), formatAside(row, widths, paint), ...mark]
  return [gap + [...parts, formatUrl(row, paint, widths.url)].join(gap)]
}

function twoLines(row: LinkRow, widths: Widths, cells: number, { paint }: LinksWindow): string[] {
  // No trailing blanks, so that a copied line has none.
  const mark = row.mark === '' ? [] : [markOf(row, row.mark, paint)]
  const aside = formatAside(row, mark.length > 0 ? widths : { ...widths, source: displayWidth(row.source) }, paint)
  return [
    gap + [colorTitle(row, pad(row.title, cells), paint), aside, ...mark].join(gap),
    gap + gap + formatUrl(row, paint),
  ]
}

function formatAside({ age, source }: LinkRow, widths: Widths, paint: Colorize): string {
  return paint('faint', `${pad(age, widths.age, 'right')}${gap}${pad(source, widths.source)}`)
}

function threeLines(row: LinkRow, { columns, paint }: LinksWindow): string[] {
  const details = [row.age, row.source].filter((word) => word !== '').join(' · ')
  const mark = row.mark === '' ? '' : ` · ${markOf(row, row.mark, paint)}`
  return [
    `${gap}${colorTitle(row, truncate(row.title, columns - gap.length), paint)}`,
    `${gap}${gap}${paint('faint', details)}${mark}`,
    `${gap}${gap}${formatUrl(row, paint)}`,
  ]
}

/** Dims the title of a dead link. */
function colorTitle({ link }: LinkRow, title: string, paint: Colorize): string {
  return link.health?.state === 'bad' ? paint('faint', title) : title
}

const colours = { ok: 'good', bad: 'bad', locked: 'caution' } as const

function markOf({ link: { health } }: LinkRow, text: string, paint: Colorize): string {
  return paint(health ? colours[health.state] : 'faint', text)
}

function formatUrl({ url, code }: LinkRow, paint: Colorize, cells = 0): string {
  const address = paint('address', url)
  if (code === '') return address
  return `${address}${' '.repeat(Math.max(0, cells - displayWidth(url)))}${gap}${paint('code', code)}`
}

/** With details: the lines with the sources, the time and the check of a link. */
export function detailsOf(
  { sources, at, health }: CollectedLink,
  {
    hasDetails,
    columns,
    now,
    paint,
    language = 'en',
  }: Pick<LinksWindow, 'hasDetails' | 'columns' | 'now' | 'paint' | 'language'>,
): string[] {
  if (!hasDetails) return []
  const all = sources.map(sanitizeText).join(', ')
  const words = resultWords[language]
  const said = words.details(at === undefined ? undefined : timeText(at), all)
  const age = health && formatAgeLong(health.checkedAt, now, language)
  const checked = health && age ? words.checked(stateWord(words, health.state), age) : ''
  return wrapText(said + checked, columns, gap + gap).map((line) => paint('faint', line))
}

function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
