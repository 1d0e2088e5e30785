// Formats the works of a search: a heading each, and a line for the best link of each cloud. URLs are never truncated.
import type { CollectedWork, CollectedWorkLink } from '../../../client/work-collector.ts'
import { bestLinks, titleWithYear, workFacts } from '../../../client/work-summary.ts'
import type { Colorize, Style } from './colors.ts'
import { detailsOf } from './format-links.ts'
import { formatAge } from './format-units.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import { displayWidth, maxWidth, pad, truncate } from './text-width.ts'
import { type Language, resultWords, stateWord, type Words } from './words.ts'

interface WorksWindow {
  /** Width of the window; Infinity when the output is not a terminal. */
  readonly columns: number
  readonly maxWorks: number
  /** Infinity for no limit, which also shows the links of all clouds. The first work is always shown. */
  readonly maxLines: number
  readonly now: number
  /** Shows all links, each with its sources. */
  readonly hasDetails: boolean
  readonly paint: Colorize
  readonly language?: Language
}

const gap = '  '
const minAgeWidth = 3
/** Maximum lines for the links of a work, if lines are limited. */
const maxLinkLines = 4
const stateStyles = { ok: 'good', bad: 'bad', locked: 'caution' } as const

/** The lines of the first works, numbered from 1, and how many works these are. */
export function formatWorks(works: readonly CollectedWork[], window: WorksWindow): { lines: string[]; shown: number } {
  const some = works.slice(0, window.maxWorks)
  const numberWidth = String(some.length).length
  const lines: string[] = []
  let height = 0
  for (const [at, work] of some.entries()) {
    const isFirstByText = work.relevance === 'text' && some[at - 1]?.relevance !== 'text'
    const block = [
      ...(isFirstByText ? [window.paint('faint', wordsOf(window).onlyInText)] : []),
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

function wordsOf({ language = 'en' }: WorksWindow): Words {
  return resultWords[language]
}

function headingOf(work: CollectedWork, number: string, window: WorksWindow): string {
  const { columns, paint } = window
  const words = wordsOf(window)
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
  const words = wordsOf(window)
  const all = window.hasDetails ? links : bestLinks(links)
  const isCut = !window.hasDetails && Number.isFinite(window.maxLines) && all.length > maxLinkLines
  const shown = isCut ? all.slice(0, maxLinkLines - 1) : all
  const widths = {
    type: maxWidth(shown.map(({ type }) => type)),
    state: maxWidth(shown.map((link) => stateOf(link, words))),
    age: Math.max(minAgeWidth, maxWidth(shown.map((link) => ageOf(link, window)))),
  }
  const others = all.slice(shown.length).map(({ type }) => type)
  const also = truncate(words.alsoIn(others), window.columns - indent.length)
  return [
    ...shown.flatMap((link) => [
      `${indent}${linkLine(link, widths, window)}`,
      ...detailsOf(link, { ...window, columns: window.columns - indent.length }).map((line) => indent + line),
    ]),
    ...(isCut ? [indent + window.paint('faint', also)] : []),
  ]
}

function stateOf({ health, isFromArchive }: CollectedWorkLink, words: Words): string {
  if (health) return stateWord(words, health.state)
  return isFromArchive ? words.archive : ''
}

function ageOf({ at }: CollectedWorkLink, { now, language }: WorksWindow): string {
  return at === undefined ? '–' : formatAge(at, now, language)
}

type Widths = Readonly<Record<'type' | 'state' | 'age', number>>

function linkLine(link: CollectedWorkLink, widths: Widths, window: WorksWindow): string {
  const { type, health, url, password } = link
  const { paint } = window
  const words = wordsOf(window)
  const style: Style = health ? stateStyles[health.state] : 'faint'
  const age = paint('faint', pad(ageOf(link, window), widths.age, 'right'))
  const state = widths.state > 0 ? [paint(style, pad(stateOf(link, words), widths.state))] : []
  const code = password === '' ? [] : [paint('code', words.code(sanitizeText(password)))]
  return [pad(sanitizeText(type), widths.type), ...state, age, paint('address', sanitizeUrl(url)), ...code].join(gap)
}
