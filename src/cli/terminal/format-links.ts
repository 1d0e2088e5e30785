// Formats the links of a search: one line each in a wide window, else two or three. URLs are never truncated.
import type { CloudType } from '../../../client/client.ts'
import type { CollectedLink } from '../../../client/link-collector.ts'
import { formatAge, formatAgeLong } from './format-units.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import type { Screen } from './screen.ts'
import { type Cell, spaceFor, table, truncate, wrapText } from './text-width.ts'
import { stateWord } from './words.ts'

interface LinksWindow extends Screen {
  /** Maximum number of links for each cloud; 0 for all. */
  readonly limit: number
  readonly hasDetails: boolean
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

export function formatLinks(
  groups: readonly (readonly [CloudType, readonly CollectedLink[]])[],
  window: LinksWindow,
): string[] {
  return groups.flatMap(([cloud, links], at) => {
    const shown = window.limit === 0 ? links : links.slice(0, window.limit)
    const counted = shown.length < links.length ? window.words.someOf(shown.length, links.length) : `${links.length}`
    const heading = `${window.paint('head', cloud)}${gap}${window.paint('faint', counted)}`
    return [...(at > 0 ? [''] : []), heading, ...linkLines(shown, window)]
  })
}

const stateStyles = { ok: 'good', bad: 'bad', locked: 'caution' } as const

/** The style of what is known of a link. */
export function stateStyle(health: CollectedLink['health']) {
  return health ? stateStyles[health.state] : 'faint'
}

/** The cells of a link: title, age, source, mark, address, code. */
function cellsOf(link: CollectedLink, { now, language, words }: LinksWindow): [Cell, Cell, Cell, Cell, Cell, Cell] {
  const { title, at, sources, health, isFromArchive, url, password } = link
  const [first = '', ...others] = sources.map(sanitizeText)
  const source = truncate(shortSourceName(first), maxSourceWidth - 4) + (others.length > 0 ? ` +${others.length}` : '')
  const marks = [...(health ? [stateWord(words, health.state)] : []), ...(isFromArchive ? [words.archive] : [])]
  return [
    // The title of a dead link is dimmed.
    [sanitizeText(title) || words.noTitle, health?.state === 'bad' ? 'faint' : 'plain'],
    [at === undefined ? '–' : formatAge(at, now, language), 'faint'],
    [source, 'faint'],
    [marks.join(' '), stateStyle(health)],
    [sanitizeUrl(url), 'address'],
    [password === '' ? '' : words.code(sanitizeText(password)), 'code'],
  ]
}

/** Shortens a source id for display: `@channel`, `plugin`. */
function shortSourceName(source: string): string {
  return source.replace(/^tg:/, '@').replace(/^plugin:/, '')
}

const asideColumns = [{ min: minAgeWidth, right: true }, {}, {}]

/** The lines of links, each with its details. */
function linkLines(links: readonly CollectedLink[], window: LinksWindow): string[] {
  const rows = links.map((link) => cellsOf(link, window))
  const cells = window.columns - gap.length
  const lines = linesOf(rows, cells, window)
  return links.flatMap((link, at) => [...(lines[at] ?? []).map((line) => gap + line), ...detailsOf(link, window)])
}

function linesOf(rows: readonly (readonly [Cell, ...Cell[]])[], cells: number, window: LinksWindow): string[][] {
  const columns = [{}, ...asideColumns, {}, {}]
  const space = spaceFor(0, rows, columns, cells)
  // Without a window titles are not truncated, and those of normal length still align.
  const title = Number.isFinite(space) ? { max: space } : { max: maxTitlePadding, overflows: true }
  if (space >= minTitleWidth) return table(rows, [title, ...columns.slice(1)], window).map((line) => [line])
  const addresses = rows.map((row) => gap + table([row.slice(4)], [{}, {}], window).join(''))
  const heads = rows.map((row) => row.slice(0, 4))
  if (window.columns < minTwoLineColumns)
    return heads.map(([head = [''], ...aside], at) => [
      window.paint(head[1] ?? 'plain', truncate(head[0], cells)),
      gap + formatAside(aside, window),
      addresses[at] ?? '',
    ])
  const titles = { max: spaceFor(0, heads, [{}, ...asideColumns], cells) }
  return table(heads, [titles, ...asideColumns], window).map((line, at) => [line, addresses[at] ?? ''])
}

function formatAside(cells: readonly Cell[], { paint }: LinksWindow): string {
  return cells
    .flatMap(([text, style = 'plain']) => (text === '' ? [] : [paint(style, text)]))
    .join(paint('faint', ' · '))
}

/** With details: the lines with the sources, the time and the check of a link. */
export function detailsOf({ sources, at, health }: CollectedLink, window: Omit<LinksWindow, 'limit'>): string[] {
  const { hasDetails, columns, now, paint, language, words } = window
  if (!hasDetails) return []
  const said = words.details(at === undefined ? undefined : timeText(at), sources.map(sanitizeText))
  const age = health && formatAgeLong(health.checkedAt, now, language)
  const checked = health && age ? words.checked(stateWord(words, health.state), age) : ''
  return wrapText(said + checked, columns, gap + gap).map((line) => paint('faint', line))
}

function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
