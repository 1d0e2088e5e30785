// Formats the works of a search: a heading each, and a line for the best link of each cloud. URLs are never truncated.
import type { CollectedWork, CollectedWorkLink } from '../../../client/work-collector.ts'
import { bestLinks, titleWithYear, workFacts } from '../../../client/work-summary.ts'
import { detailsOf, stateStyle } from './format-links.ts'
import { formatAge } from './format-units.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import type { Screen } from './screen.ts'
import { type Cell, displayWidth, pad, table, truncate } from './text-width.ts'
import { stateWord } from './words.ts'

interface WorksWindow extends Screen {
  readonly maxWorks: number
  /** Infinity for no limit, which also shows the links of all clouds. The first work is always shown. */
  readonly maxLines: number
  /** Shows all links, each with its sources. */
  readonly hasDetails: boolean
}

const gap = '  '
const minAgeWidth = 3
/** Maximum lines for the links of a work, if lines are limited. */
const maxLinkLines = 4

/** The lines of the first works, numbered from 1, and how many works these are. */
export function formatWorks(works: readonly CollectedWork[], window: WorksWindow): { lines: string[]; shown: number } {
  const some = works.slice(0, window.maxWorks)
  const numberWidth = String(some.length).length
  const lines: string[] = []
  let height = 0
  for (const [at, work] of some.entries()) {
    const isFirstByText = work.relevance === 'text' && some[at - 1]?.relevance !== 'text'
    const block = [
      ...(isFirstByText ? [window.paint('faint', window.words.onlyInText)] : []),
      headingOf(work, pad(String(at + 1), numberWidth, 'right'), window),
      ...excerptOf(work, numberWidth, window),
      ...linkLines(work, ' '.repeat(numberWidth) + gap, window),
    ]
    height += block.reduce((sum, line) => sum + linesInWindow(line, window), 0)
    if (at > 0 && height > window.maxLines) return { lines, shown: at }
    lines.push(...block)
  }
  return { lines, shown: some.length }
}

/** A line that is longer than the window takes several. */
function linesInWindow(line: string, { columns }: WorksWindow): number {
  return Math.max(1, Math.ceil(displayWidth(line) / columns))
}

function headingOf(work: CollectedWork, number: string, window: WorksWindow): string {
  const { columns, paint, words } = window
  const title = sanitizeText(titleWithYear(work)) || words.noTitle
  const facts = [...workFacts(work, words.facts).map(sanitizeText), words.links(work.links.length)].join(' · ')
  const space = columns - displayWidth(number) - gap.length
  const shownTitle = truncate(title, space)
  const left = space - displayWidth(shownTitle) - gap.length
  const isDead = work.links.every(({ health }) => health?.state === 'bad')
  return `${number}${gap}${paint(isDead ? 'faint' : 'head', shownTitle)}${gap}${paint('faint', truncate(facts, left))}`.trimEnd()
}

function excerptOf({ relevance, excerpt }: CollectedWork, numberWidth: number, { columns, paint }: WorksWindow) {
  if (relevance !== 'text' || excerpt === null) return []
  const indent = ' '.repeat(numberWidth) + gap
  return [indent + paint('faint', truncate(sanitizeText(excerpt), columns - indent.length))]
}

function linkLines({ links }: CollectedWork, indent: string, window: WorksWindow): string[] {
  const { words, paint } = window
  const all = window.hasDetails ? links : bestLinks(links)
  const isCut = !window.hasDetails && Number.isFinite(window.maxLines) && all.length > maxLinkLines
  const shown = isCut ? all.slice(0, maxLinkLines - 1) : all
  const lines = table(
    shown.map((link) => cellsOf(link, window)),
    [{}, {}, { min: minAgeWidth, right: true }, {}],
    window,
  )
  const space = window.columns - indent.length
  const also = truncate(words.alsoIn(all.slice(shown.length).map(({ type }) => type)), space)
  return [
    ...shown.flatMap((link, at) => [lines[at] ?? '', ...detailsOf(link, { ...window, columns: space })]),
    ...(isCut ? [paint('faint', also)] : []),
  ].map((line) => indent + line)
}

/** The cells of a link: cloud, state, age, address with its code. */
function cellsOf({ type, health, isFromArchive, at, url, password }: CollectedWorkLink, window: WorksWindow): Cell[] {
  const { now, language, paint, words } = window
  const unchecked = isFromArchive ? words.archive : ''
  const code = password === '' ? '' : gap + paint('code', words.code(sanitizeText(password)))
  return [
    [sanitizeText(type)],
    [health ? stateWord(words, health.state) : unchecked, stateStyle(health)],
    [at === undefined ? '–' : formatAge(at, now, language), 'faint'],
    [paint('address', sanitizeUrl(url)) + code],
  ]
}
