// The doctor's report: a JSON document for programs and a table for people.
import { formatDuration } from '../terminal/format-units.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { type Diagnosis, type SourceState, states } from './diagnosis.ts'
import { formatChannels } from './format-channels.ts'

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

export function countStates(findings: readonly Diagnosis[]): Record<SourceState, number> {
  const counts = { answers: 0, empty: 0, closed: 0, unasked: 0, blocked: 0, dead: 0, gone: 0, drifted: 0 }
  for (const { state } of findings) counts[state] += 1
  return counts
}

/** A finding with secrets removed by `hide`. */
export function redactDiagnosis(found: Diagnosis, hide: (text: string) => string): Diagnosis {
  const { failure, notes, changes, found: lines } = found
  return {
    ...found,
    failure: failure && { ...failure, detail: hide(failure.detail) },
    notes: notes.map(hide),
    changes: changes.map(hide),
    ...(lines && { found: lines.map(hide) }),
  }
}

/** States in which a source works as expected. */
const healthyStates: ReadonlySet<SourceState> = new Set(['answers', 'empty', 'closed'])

/** 0 when every source answers, is empty or is closed at this hour; 1 otherwise. */
export function exitStatusOf({ counts }: Pick<DoctorReport, 'counts'>): 0 | 1 {
  return states.every((state) => healthyStates.has(state) || counts[state] === 0) ? 0 : 1
}

type StateColorizer = (state: SourceState, text: string) => string

/** Words after the number of sources in a state, if not the name of the state. */
const summaryWords: Partial<Record<SourceState, string>> = { answers: 'answer', unasked: 'not finished' }

/** Formats the report as a table, one row for each source, the worst last, with a summary. */
export function formatTable(report: DoctorReport, paint: StateColorizer): string {
  const without = report.hasFixtures ? [] : ['No fixtures found: replies were not compared with recorded ones.']
  return formatReport(report, formatSources(report.sources, paint), without)
}

/** Formats the report on channels as a table, with a summary. */
export function formatChannelTable(report: DoctorReport): string {
  return formatReport(report, [formatChannels(report.sources.map(withSafeNotes))], [])
}

/** They may contain text of the sites. */
function withSafeNotes(finding: Diagnosis): Diagnosis {
  return { ...finding, notes: finding.notes.map(sanitizeText) }
}

function formatSources(sources: readonly Diagnosis[], paint: StateColorizer): string[] {
  const inOrder = sources.toSorted(
    (one, other) => states.indexOf(one.state) - states.indexOf(other.state) || one.name.localeCompare(other.name, 'en'),
  )
  const width = Math.max(6, ...sources.map(({ name }) => name.length))
  const head = `${'SOURCE'.padEnd(width)}  ${'STATE'.padEnd(8)}  ITEMS     TIME  WHAT IS WRONG`
  return [head, ...inOrder.flatMap((one) => formatSource(one, width, paint))]
}

function formatReport(report: DoctorReport, table: readonly string[], remarks: readonly string[]): string {
  const { warnings, proposedSettings } = report
  const proposal =
    proposedSettings.length === 0 ? [] : ['', 'To take out what is gone, put this into .env:', ...proposedSettings]
  const warned = warnings.map((warning) => `warning: ${warning}`)
  return [...warned, ...table, '', ...remarks, summaryOf(report), ...proposal].join('\n')
}

function formatSource(
  { name, state, count, tookMs, notes, changes, found = [] }: Diagnosis,
  width: number,
  paint: StateColorizer,
): string[] {
  const time = tookMs === undefined ? '–' : formatDuration(tookMs)
  // They may contain text of the sites.
  const [first = '', ...others] = [...notes, ...changes].map(sanitizeText)
  const row = `${name.padEnd(width)}  ${paint(state, state.padEnd(8))}  ${String(count).padStart(5)}  ${time.padStart(7)}  ${first}`
  return [row.trimEnd(), ...[...others, ...found.map(sanitizeText)].map((line) => `${' '.repeat(width + 2)}${line}`)]
}

function summaryOf({ sources, counts, tookMs, way, isComplete }: DoctorReport): string {
  const wordFor = (state: SourceState) =>
    state === 'answers' && counts.answers === 1 ? 'answers' : (summaryWords[state] ?? state)
  const parts = states.flatMap((state) => (counts[state] > 0 ? [`${counts[state]} ${wordFor(state)}`] : []))
  const whole = isComplete ? '' : '; stopped before all sources had answered'
  const found = parts.length === 0 ? 'none asked' : parts.join(', ')
  return `${sources.length} ${sources.length === 1 ? 'source' : 'sources'}, asked ${way}: ${found}; in ${formatDuration(tookMs)}${whole}`
}
