// Diagnoses a source: one state, and notes about what is wrong.
import type { FailureKind } from '../../upstream/errors.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import type { ChannelActivity } from './channel-activity.ts'
import type { Sample } from './fixture-samples.ts'
import type { ProbeTarget } from './sources.ts'

/** States of a source, the worst last. */
export const states = ['answers', 'empty', 'closed', 'unasked', 'blocked', 'dead', 'gone', 'drifted'] as const
export type SourceState = (typeof states)[number]

/** The meaning of each state, for people. */
export const stateMeanings: Readonly<Record<SourceState, string>> = {
  answers: 'returns items with every field that the fixture has',
  empty: 'returns a valid answer without items',
  closed: 'reports that it is closed at this hour',
  unasked: 'did not answer before the time limit of the run or Ctrl+C',
  blocked: '401, 403, 429 or a challenge page; or requests to its host are paused after one',
  dead: 'timeout, no connection, or 5xx',
  gone: 'the channel does not exist or has no preview',
  drifted: 'the reply does not match the parser, or lacks a field that the fixture always has',
}

export interface Diagnosis {
  readonly name: string
  readonly kind: ProbeTarget['kind']
  readonly state: SourceState
  readonly count: number
  /** Milliseconds on the wire; absent when no request was made. */
  readonly tookMs?: number | undefined
  readonly failure?: Failure | undefined
  /** The activity of a channel that has a page. */
  readonly activity?: ChannelActivity | undefined
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
function stateOfFailure({ kind, detail }: Failure): SourceState {
  const first = kind === 'open' ? detail.slice(detail.indexOf('(') + 1) : `${kind}: ${detail}`
  if (/^unavailable: closed\b/.test(first)) return 'closed'
  return first.startsWith('blocked: ') ? 'blocked' : stateByFailureKind[kind]
}

/** Whether the failure means that the channel does not exist. Other failures of t.me say nothing about the channel. */
function isGone({ id, kind }: ProbeTarget, failure: Failure): boolean {
  if (kind !== 'channel' || failure.kind !== 'mismatch') return false
  const landing = `redirected to https://t.me/${id.slice('tg:'.length)}`
  return (
    failure.detail.toLowerCase() === landing.toLowerCase() ||
    failure.detail.startsWith('no channel preview, but a landing page')
  )
}

function failureFinding(subject: ProbeTarget, failure: Failure): Pick<Diagnosis, 'state' | 'notes'> {
  if (isGone(subject, failure)) return { state: 'gone', notes: [`${stateMeanings.gone} (${failure.detail})`] }
  return { state: stateOfFailure(failure), notes: [`${failure.kind}: ${failure.detail}`] }
}

type Item = object

/** Diagnoses a source from its outcome and samples; leaves `changes` empty. */
export function diagnose(subject: ProbeTarget, outcome: Outcome<Item>, samples: readonly Sample[]): Diagnosis {
  const { id: name, kind } = subject
  const tookMs = outcome.tookMs === undefined ? undefined : Math.round(outcome.tookMs)
  const asked = { name, kind, tookMs, changes: [] }
  if (outcome.state === 'failed') {
    const { failure } = outcome
    return { ...asked, ...failureFinding(subject, failure), count: 0, failure }
  }
  const { items, failure, skippedUpstream } = outcome
  // Channels share a parser but not their habits: a field in every post of one may be absent in another.
  const missing = kind === 'channel' ? [] : missingFields(samples, items)
  const notes = [
    ...missing.map((field) => `${field} is missing in all ${items.length} items; every item of the fixture has it`),
    ...(skippedUpstream
      ? [`a fallback upstream answered; the first failed: ${skippedUpstream.kind}: ${skippedUpstream.detail}`]
      : []),
    ...(failure ? [`partial answer: ${failure.kind}: ${failure.detail}`] : []),
  ]
  const hasDrifted = missing.length > 0 || [failure, skippedUpstream].some((one) => one?.kind === 'mismatch')
  const state = items.length === 0 ? 'empty' : 'answers'
  return {
    ...asked,
    state: hasDrifted ? 'drifted' : state,
    count: items.length,
    failure,
    notes,
  }
}

/** With fewer items a missing field proves nothing: one post without a picture is normal. */
const minItems = 3

/** Fields that every item of every sample has and no item of the answer. */
function missingFields(samples: readonly Sample[], items: readonly Item[]): string[] {
  const expected = samples.flatMap((sample) => sample.items)
  const [first] = expected
  if (!first || items.length < minItems) return []
  const always = Object.keys(first).filter((field) => expected.every((item) => hasValue(item[field])))
  return always.filter((field) => !items.some((item) => hasValue(new Map(Object.entries(item)).get(field))))
}

function hasValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== ''
}
