// The doctor's report: a JSON document for programs and a table for people.
import { z } from 'zod'
import { sanitizeText } from '../terminal/sanitize.ts'
import { type Diagnosis, type SourceState, states } from './diagnosis.ts'

const failure = z.object({
  kind: z.enum(['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open']),
  detail: z.string(),
})

const finding = z.strictObject({
  name: z.string(),
  kind: z.enum(['list', 'plugin', 'channel']),
  state: z.enum(states),
  count: z.int().min(0),
  /** Milliseconds on the wire; absent when no request was made. */
  tookMs: z.int().min(0).optional(),
  failure: failure.optional(),
  notes: z.array(z.string()),
  changes: z.array(z.string()),
})

/** The document that `--json` prints. */
export const doctorReport = z.strictObject({
  version: z.string(),
  startedAt: z.iso.datetime(),
  tookMs: z.int().min(0),
  /** How upstreams were reached: directly, through a proxy or through a gateway. */
  way: z.string(),
  /** Whether replies were compared with fixtures. */
  hasFixtures: z.boolean(),
  /** False after Ctrl+C or when the time limit was reached. */
  isComplete: z.boolean(),
  counts: z.record(z.enum(states), z.int().min(0)),
  sources: z.array(finding),
  /** Log warnings from the settings and the sources' files. */
  warnings: z.array(z.string()),
})
export type DoctorReport = z.output<typeof doctorReport>

/** Counts the sources in each state. */
export function countStates(findings: readonly Diagnosis[]): Record<SourceState, number> {
  const countOf = (state: SourceState) => findings.filter((one) => one.state === state).length
  return {
    answers: countOf('answers'),
    empty: countOf('empty'),
    closed: countOf('closed'),
    unasked: countOf('unasked'),
    blocked: countOf('blocked'),
    dead: countOf('dead'),
    gone: countOf('gone'),
    drifted: countOf('drifted'),
  }
}

/** A finding with secrets removed by `hide`. */
export function redactDiagnosis(found: Diagnosis, hide: (text: string) => string): DoctorReport['sources'][number] {
  const { failure, notes, changes } = found
  return {
    ...found,
    failure: failure && { ...failure, detail: hide(failure.detail) },
    notes: notes.map(hide),
    changes: changes.map(hide),
  }
}

/** States in which a source works as expected. */
const healthyStates: ReadonlySet<SourceState> = new Set(['answers', 'empty', 'closed'])

/** 0 when every source answers, is empty or is closed at this hour; 1 otherwise. */
export function exitStatusOf({ counts }: Pick<DoctorReport, 'counts'>): 0 | 1 {
  return states.every((state) => healthyStates.has(state) || counts[state] === 0) ? 0 : 1
}

/** Colours a text by state. */
export type StateColorizer = (state: SourceState, text: string) => string

/** Words after the number of sources in a state. */
const summaryWords: Readonly<Record<SourceState, string>> = {
  answers: 'answer',
  empty: 'empty',
  closed: 'closed',
  unasked: 'not finished',
  blocked: 'blocked',
  dead: 'dead',
  gone: 'gone',
  drifted: 'drifted',
}

/** Formats the report as a table, one row for each source, the worst last, with a summary. */
export function formatTable(report: DoctorReport, paint: StateColorizer): string {
  const { sources, hasFixtures, warnings } = report
  const inOrder = sources.toSorted(
    (one, other) => states.indexOf(one.state) - states.indexOf(other.state) || one.name.localeCompare(other.name, 'en'),
  )
  const width = Math.max(6, ...sources.map(({ name }) => name.length))
  const head = `${'SOURCE'.padEnd(width)}  ${'STATE'.padEnd(8)}  ITEMS     TIME  WHAT IS WRONG`
  const lines = inOrder.flatMap((one) => formatSource(one, width, paint))
  const without = hasFixtures ? [] : ['No fixtures found: replies were not compared with recorded ones.']
  return [...warnings.map((warning) => `warning: ${warning}`), head, ...lines, '', ...without, summaryOf(report)].join(
    '\n',
  )
}

function formatSource(
  { name, state, count, tookMs, notes, changes }: DoctorReport['sources'][number],
  width: number,
  paint: StateColorizer,
): string[] {
  const time = tookMs === undefined ? '–' : formatDuration(tookMs)
  // They may contain text of the sites.
  const [first = '', ...others] = [...notes, ...changes].map(sanitizeText)
  const row = `${name.padEnd(width)}  ${paint(state, state.padEnd(8))}  ${String(count).padStart(5)}  ${time.padStart(7)}  ${first}`
  return [row.trimEnd(), ...others.map((line) => `${' '.repeat(width + 2)}${line}`)]
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

function summaryOf({ sources, counts, tookMs, way, isComplete }: DoctorReport): string {
  const wordFor = (state: SourceState) =>
    state === 'answers' && counts.answers === 1 ? 'answers' : summaryWords[state]
  const parts = states.flatMap((state) => (counts[state] > 0 ? [`${counts[state]} ${wordFor(state)}`] : []))
  const whole = isComplete ? '' : '; stopped before all sources had answered'
  const found = parts.length === 0 ? 'none asked' : parts.join(', ')
  return `${sources.length} ${sources.length === 1 ? 'source' : 'sources'}, asked ${way}: ${found}; in ${formatDuration(tookMs)}${whole}`
}
