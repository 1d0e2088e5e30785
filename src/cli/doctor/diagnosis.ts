// Diagnoses a source: one state and notes about what is wrong; all diagnoses as a document and as a table.
import type { FailureKind } from '../../upstream/errors.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import { formatDuration } from '../terminal/format-units.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Cell, maxWidth, table } from '../terminal/text-width.ts'
import { type SourceState, stateMeanings, states } from './help.ts'
import type { ProbeTarget } from './sources.ts'

/** A diagnosis as `--json` prints it. */
export interface Diagnosis {
  readonly name: string
  readonly kind: ProbeTarget['kind']
  readonly state: SourceState
  readonly count: number
  /** Milliseconds on the wire; absent when no request was made. */
  readonly tookMs?: number | undefined
  readonly failure?: Failure | undefined
  /** Problems and remarks, one sentence each. */
  readonly notes: readonly string[]
  /** Differences to the fixture, one line each. */
  readonly changes: readonly string[]
  /** The finds of each key of a declared list in the replies, one line each; for sources that were named. */
  readonly found?: readonly string[] | undefined
}

const stateByFailureKind: Readonly<Record<FailureKind, SourceState>> = {
  timeout: 'dead',
  network: 'dead',
  unavailable: 'dead',
  open: 'dead',
  blocked: 'blocked',
  mismatch: 'drifted',
}

/** Maps a failure to a state. While a circuit breaker is open, the failure that opened it counts. */
function stateOfFailure({ id, kind }: ProbeTarget, failure: Failure): SourceState {
  const { detail } = failure
  if (kind === 'channel' && failure.kind === 'mismatch' && isGone(id, detail)) return 'gone'
  const first = failure.kind === 'open' ? detail.slice(detail.indexOf('(') + 1) : `${failure.kind}: ${detail}`
  if (/^unavailable: closed\b/.test(first)) return 'closed'
  return first.startsWith('blocked: ') ? 'blocked' : stateByFailureKind[failure.kind]
}

/** Whether the failure means that the channel does not exist. Other failures of t.me say nothing about the channel. */
function isGone(id: string, detail: string): boolean {
  const landing = `redirected to https://t.me/${id.slice('tg:'.length)}`
  return detail.toLowerCase() === landing.toLowerCase() || detail.startsWith('no channel preview, but a landing page')
}

/** Diagnoses a source from its outcome; `missing` are fields that its fixture always has and its answer lacks. Leaves `changes` empty. */
export function diagnose(subject: ProbeTarget, outcome: Outcome<object>, missing: readonly string[] = []): Diagnosis {
  const { id: name, kind } = subject
  const tookMs = outcome.tookMs === undefined ? undefined : Math.round(outcome.tookMs)
  const asked = { name, kind, tookMs, changes: [] }
  const { failure } = outcome
  if (outcome.state === 'failed') {
    const { kind, detail } = outcome.failure
    const state = stateOfFailure(subject, outcome.failure)
    const note = state === 'gone' ? `${stateMeanings.gone} (${detail})` : `${kind}: ${detail}`
    return { ...asked, state, count: 0, failure, notes: [note] }
  }
  const { items, skippedUpstream: skipped } = outcome
  const notes = [
    ...missing.map((field) => `${field} is missing in all ${items.length} items; every item of the fixture has it`),
    ...(skipped ? [`a fallback upstream answered; the first failed: ${skipped.kind}: ${skipped.detail}`] : []),
    ...(failure ? [`partial answer: ${failure.kind}: ${failure.detail}`] : []),
  ]
  const hasDrifted = missing.length > 0 || [failure, skipped].some((one) => one?.kind === 'mismatch')
  const state = items.length === 0 ? 'empty' : 'answers'
  return { ...asked, state: hasDrifted ? 'drifted' : state, count: items.length, failure, notes }
}

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
}

const colours = {
  answers: 'good',
  empty: 'off',
  closed: 'off',
  unasked: 'caution',
  blocked: 'caution',
  dead: 'bad',
  gone: 'bad',
  drifted: 'changed',
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
export function formatReport(report: DoctorReport, screen: Screen): string[] {
  const { warnings, hasFixtures, sources } = report
  const compared = 'Replies were not compared with recorded ones; npm run doctor in a clone does that.'
  return [
    ...warnings.map((warning) => `warning: ${warning}`),
    ...sourceRows(sources, screen),
    '',
    ...(hasFixtures ? [] : [compared]),
    summaryOf(report),
  ]
}

function sourceRows(sources: readonly Diagnosis[], screen: Screen): string[] {
  const inOrder = sources.toSorted(
    (one, other) => states.indexOf(one.state) - states.indexOf(other.state) || one.name.localeCompare(other.name, 'en'),
  )
  // They may contain text of the sites.
  const notes = inOrder.map((source) => [...source.notes, ...source.changes].map(sanitizeText))
  const rows = inOrder.map(({ name, state, count, tookMs }, at): Cell[] => {
    const time = tookMs === undefined ? '–' : formatDuration(tookMs)
    return [[name], [state, colours[state]], [String(count)], [time], [notes[at]?.[0] ?? '']]
  })
  const heading: Cell[] = [['SOURCE'], ['STATE'], ['ITEMS'], ['TIME'], ['WHAT IS WRONG']]
  const layout = [{}, { min: 8 }, { right: true }, { min: 7, right: true }, {}]
  const [first = '', ...lines] = table([heading, ...rows], layout, screen)
  const indent = ' '.repeat(maxWidth(['SOURCE', ...inOrder.map(({ name }) => name)]) + 2)
  const further = inOrder.map(({ found = [] }, at) => [...(notes[at]?.slice(1) ?? []), ...found.map(sanitizeText)])
  return [first, ...lines.flatMap((line, at) => [line, ...(further[at] ?? []).map((note) => indent + note)])]
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
