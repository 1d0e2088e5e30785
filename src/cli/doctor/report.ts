// The doctor's report: a JSON document for programs and a table for people.
import { styleText } from 'node:util'
import { formatDuration } from '../terminal/format-units.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import type { Output } from '../terminal/terminal.ts'
import type { Diagnosis } from './diagnosis.ts'
import { type SourceState, states } from './help.ts'

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
  /** Lines for `.env` that take out the sources that are gone. */
  readonly proposedSettings: readonly string[]
}

const colours = {
  answers: 'green',
  empty: 'gray',
  closed: 'gray',
  unasked: 'yellow',
  blocked: 'yellow',
  dead: 'red',
  gone: 'red',
  drifted: 'magenta',
} as const

export function countStates(findings: readonly Diagnosis[]): Record<SourceState, number> {
  const counts = { answers: 0, empty: 0, closed: 0, unasked: 0, blocked: 0, dead: 0, gone: 0, drifted: 0 }
  for (const { state } of findings) counts[state] += 1
  return counts
}

/** 0 when every source answers, is empty or is closed at this hour; 1 otherwise. */
export function exitStatusOf({ counts }: Pick<DoctorReport, 'counts'>): 0 | 1 {
  const { answers: _answers, empty: _empty, closed: _closed, ...unhealthy } = counts
  return Object.values(unhealthy).every((count) => count === 0) ? 0 : 1
}

/** Formats the report as a table, one row for each source, the worst last, with a summary. */
export function formatReport(report: DoctorReport, areChannels: boolean, output: Output): string {
  const { warnings, proposedSettings, hasFixtures } = report
  const table = areChannels ? channelRows(report.sources) : sourceRows(report.sources, output)
  const proposal = ['', 'To take out what is gone, put this into .env:', ...proposedSettings]
  return [
    ...warnings.map((warning) => `warning: ${warning}`),
    ...table,
    '',
    ...(hasFixtures || areChannels
      ? []
      : ['Replies were not compared with recorded ones; npm run doctor in a clone does that.']),
    summaryOf(report),
    ...(proposedSettings.length === 0 ? [] : proposal),
  ].join('\n')
}

function sourceRows(sources: readonly Diagnosis[], stream: Output): string[] {
  const inOrder = sources.toSorted(
    (one, other) => states.indexOf(one.state) - states.indexOf(other.state) || one.name.localeCompare(other.name, 'en'),
  )
  const width = Math.max(6, ...sources.map(({ name }) => name.length))
  const rows = inOrder.flatMap(({ name, state, count, tookMs, notes, changes, found = [] }) => {
    const time = tookMs === undefined ? '–' : formatDuration(tookMs)
    // They may contain text of the sites.
    const [first = '', ...others] = [...notes, ...changes].map(sanitizeText)
    const painted = styleText(colours[state], state.padEnd(8), { stream })
    const row = `${name.padEnd(width)}  ${painted}  ${String(count).padStart(5)}  ${time.padStart(7)}  ${first}`
    const further = [...others, ...found.map(sanitizeText)].map((line) => ' '.repeat(width + 2) + line)
    return [row.trimEnd(), ...further]
  })
  return [`${'SOURCE'.padEnd(width)}  ${'STATE'.padEnd(8)}  ITEMS     TIME  WHAT IS WRONG`, ...rows]
}

/** The rows of `--channels`: which have a page, when they last posted, how many links of 30 days the page has. The most active first. */
function channelRows(sources: readonly Diagnosis[]): string[] {
  const linksOf = ({ activity }: Diagnosis) => activity?.links30Days ?? -1
  const width = Math.max(7, ...sources.map(({ name }) => name.length))
  const rows = sources
    .toSorted((one, other) => linksOf(other) - linksOf(one) || one.name.localeCompare(other.name, 'en'))
    .map(({ name, state, notes, activity }) => {
      const page = activity ? 'yes' : state
      const date = activity?.newestPost?.slice(0, 10) ?? '–'
      const links = String(activity?.links30Days ?? '–').padStart(5)
      const note = sanitizeText(notes[0] ?? '')
      return `${name.padEnd(width)}  ${page.padEnd(8)}  ${date.padEnd(10)}  ${links}  ${note}`.trimEnd()
    })
  return [`${'CHANNEL'.padEnd(width)}  PAGE      LAST POST   LINKS OF 30 DAYS`, ...rows]
}

function summaryOf({ sources, counts, tookMs, way, isComplete }: DoctorReport): string {
  const words: Partial<Record<SourceState, string>> = {
    answers: counts.answers === 1 ? 'answers' : 'answer',
    unasked: 'not finished',
  }
  const parts = states.flatMap((state) => (counts[state] > 0 ? [`${counts[state]} ${words[state] ?? state}`] : []))
  const whole = isComplete ? '' : '; stopped before all sources had answered'
  const found = parts.length === 0 ? 'none asked' : parts.join(', ')
  return `${sources.length} ${sources.length === 1 ? 'source' : 'sources'}, asked ${way}: ${found}; in ${formatDuration(tookMs)}${whole}`
}
