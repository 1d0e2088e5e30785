// The doctor's report: a JSON document for programs and a table for people.
import { formatDuration } from '../terminal/format-units.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Cell, displayWidth, maxWidth, pad, table } from '../terminal/text-width.ts'
import { type Diagnosis, type SourceState, states } from './diagnosis.ts'

/** The document that `--json` prints. */
export interface DoctorReport {
  readonly version: string
  readonly startedAt: string
  readonly tookMs: number
  /** How upstreams were reached: directly, through a proxy or through a gateway. */
  readonly way: string
  /** Whether replies were compared with fixtures. */
  readonly hasFixtures: boolean
  /** False after Ctrl+C or when the time limit was reached. */
  readonly isComplete: boolean
  readonly counts: Readonly<Record<SourceState, number>>
  readonly sources: readonly Diagnosis[]
  /** Log warnings from the settings and the sources' files. */
  readonly warnings: readonly string[]
  /** The line for `.env` that takes out channels that are gone or silent; empty if there are none. */
  readonly proposedSettings: readonly string[]
}

const colours = {
  answers: 'good',
  empty: 'off',
  closed: 'off',
  unasked: 'caution',
  refused: 'caution',
  blocked: 'caution',
  dead: 'bad',
  gone: 'bad',
  drifted: 'changed',
} as const

export function countStates(findings: readonly Diagnosis[]): Record<SourceState, number> {
  const counts = { answers: 0, empty: 0, closed: 0, unasked: 0, refused: 0, blocked: 0, dead: 0, gone: 0, drifted: 0 }
  for (const { state } of findings) counts[state] += 1
  return counts
}

/** 0 when every source answers, is empty or is closed at this hour; 1 otherwise. */
export function exitStatusOf({ counts }: Pick<DoctorReport, 'counts'>): 0 | 1 {
  const { answers: _answers, empty: _empty, closed: _closed, ...unhealthy } = counts
  return Object.values(unhealthy).every((count) => count === 0) ? 0 : 1
}

/** Formats the report as a table, one row for each source, the worst last, with a summary. */
export function formatReport(report: DoctorReport, areChannels: boolean, screen: Screen): string[] {
  const { warnings, proposedSettings, hasFixtures, sources } = report
  const { words, translate } = screen
  return [
    ...warnings.map((warning) => words.warning(translate(warning))),
    ...(areChannels ? channelRows(sources, screen) : sourceRows(sources, screen)),
    '',
    ...(hasFixtures || areChannels ? [] : [words.notCompared]),
    summaryOf(report, screen),
    ...(proposedSettings.length === 0 ? [] : ['', words.takeOut, ...proposedSettings]),
  ]
}

function sourceRows(sources: readonly Diagnosis[], screen: Screen): string[] {
  const inOrder = sources.toSorted(
    (one, other) => states.indexOf(one.state) - states.indexOf(other.state) || one.name.localeCompare(other.name, 'en'),
  )
  // They may contain text of the sites.
  const { words, translate } = screen
  const told = (lines: readonly string[]) => lines.map((line) => translate(sanitizeText(line)))
  const notes = inOrder.map((source) => told([...source.notes, ...source.changes]))
  const rows = inOrder.map(({ name, state, count, tookMs }, at): Cell[] => {
    const time = tookMs === undefined ? '–' : formatDuration(tookMs)
    return [[name], [words.sourceStates[state], colours[state]], [String(count)], [time], [notes[at]?.[0] ?? '']]
  })
  const heading = words.sourceHeads.map((head): Cell => [head])
  const layout = [{}, { min: 8 }, { right: true }, { min: 7, right: true }, {}]
  const [first = '', ...lines] = table([heading, ...rows], layout, screen)
  const indent = ' '.repeat(maxWidth([words.sourceHeads[0] ?? '', ...inOrder.map(({ name }) => name)]) + 2)
  const further = inOrder.map(({ found = [] }, at) => [...(notes[at]?.slice(1) ?? []), ...told(found)])
  return [first, ...lines.flatMap((line, at) => [line, ...(further[at] ?? []).map((note) => indent + note)])]
}

/** The rows of `--channels`: which have a page, when they last posted, how many links of 30 days the page has. The most active first. */
function channelRows(sources: readonly Diagnosis[], screen: Screen): string[] {
  const { words, translate } = screen
  const linksOf = ({ activity }: Diagnosis) => activity?.links30Days ?? -1
  const rows = sources
    .toSorted((one, other) => linksOf(other) - linksOf(one) || one.name.localeCompare(other.name, 'en'))
    .map(({ name, state, notes, activity }): Cell[] => [
      [name],
      [activity ? words.hasPage : words.sourceStates[state]],
      [activity?.newestPost?.slice(0, 10) ?? '–'],
      [String(activity?.links30Days ?? '–')],
      [translate(sanitizeText(notes[0] ?? ''))],
    ])
  const width = Math.max(7, maxWidth(sources.map(({ name }) => name)))
  const layout = [{ min: width }, { min: 8 }, { min: 10 }, { min: 5, right: true }, {}]
  const heads = words.channelHeads.map((head, at) => pad(head, [width, 8, 10][at] ?? displayWidth(head)))
  return [heads.join('  '), ...table(rows, layout, screen)]
}

function summaryOf({ sources, counts, tookMs, way, isComplete }: DoctorReport, { words, translate }: Screen): string {
  const said: Readonly<Record<SourceState, string>> = {
    ...words.sourceStates,
    answers: words.answer(counts.answers),
    unasked: words.notFinished,
  }
  const found = states.flatMap((state) => (counts[state] > 0 ? [`${counts[state]} ${said[state]}`] : []))
  const whole = isComplete ? '' : words.stoppedEarly
  return words.sourcesAsked(sources.length, translate(way), found, formatDuration(tookMs)) + whole
}
