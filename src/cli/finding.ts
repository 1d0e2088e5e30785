// What was found of a source that was asked: one word for how it does, and what is wrong.

import type { FailureKind } from '../upstream/errors.ts'
import type { Failure, Outcome } from '../upstream/source.ts'
import type { Sample } from './samples.ts'
import type { Subject } from './subjects.ts'

/** How a source does; the worst last. */
export const states = ['answers', 'empty', 'closed', 'unasked', 'blocked', 'dead', 'gone', 'drifted'] as const
export type State = (typeof states)[number]

/** What each word means, for people. */
export const stateMeanings: Readonly<Record<State, string>> = {
  answers: 'gives items, with all that the fixture has',
  empty: 'answers properly that there is nothing',
  closed: 'says itself that it is closed at this hour',
  unasked: 'the time of the run was over, or Ctrl+C, before it had answered',
  blocked: '401, 403, 429 or a challenge page; or its host was left alone after one',
  dead: 'no answer in time, no connection, or 5xx',
  gone: 'no such channel, or it has no preview',
  drifted: 'answers otherwise than its code expects, or something is missing that the fixture always has',
}

/** One source and how it does. */
export interface Finding {
  readonly name: string
  readonly kind: Subject['kind']
  readonly state: State
  readonly count: number
  /** Milliseconds on the wire; absent when nobody was asked. */
  readonly tookMs?: number
  readonly failure?: Failure
  /** What is wrong or worth knowing, a sentence each. */
  readonly notes: readonly string[]
  /** What changed against the fixture, a line each. */
  readonly changes: readonly string[]
}

const byKind: Readonly<Record<FailureKind, State>> = {
  timeout: 'dead',
  network: 'dead',
  unavailable: 'dead',
  open: 'dead',
  blocked: 'blocked',
  mismatch: 'drifted',
}

/** The state that a failure means. A host that is left alone because it turned us away, or is closed, still does and is. */
export function stateOf({ kind, detail }: Failure): State {
  const first = kind === 'open' ? detail.slice(detail.indexOf('(') + 1) : `${kind}: ${detail}`
  if (/^unavailable: closed\b/.test(first)) return 'closed'
  return first.startsWith('blocked: ') ? 'blocked' : byKind[kind]
}

/** Does the failure say that there is no such channel to be read? All else that t.me answers says nothing of the channel. */
function isGone({ id, kind }: Subject, failure: Failure): boolean {
  if (kind !== 'channel' || failure.kind !== 'mismatch') return false
  const landing = `redirected to https://t.me/${id.slice('tg:'.length)}`
  return (
    failure.detail.toLowerCase() === landing.toLowerCase() ||
    failure.detail.startsWith('no channel preview, but a landing page')
  )
}

function failureFinding(subject: Subject, failure: Failure): Pick<Finding, 'state' | 'notes'> {
  if (isGone(subject, failure)) return { state: 'gone', notes: [`${stateMeanings.gone} (${failure.detail})`] }
  return { state: stateOf(failure), notes: [`${failure.kind}: ${failure.detail}`] }
}

type Item = object

/** How a source does by what came of asking it, and by its samples. `changes` are still to be looked for. */
export function findingOf(subject: Subject, outcome: Outcome<Item>, samples: readonly Sample[]): Finding {
  const { id: name, kind } = subject
  const took = outcome.tookMs === undefined ? {} : { tookMs: Math.round(outcome.tookMs) }
  const asked = { name, kind, ...took, changes: [] }
  if (outcome.state === 'failed') {
    const { failure } = outcome
    return { ...asked, ...failureFinding(subject, failure), count: 0, failure }
  }
  const { items, failure, bypassed } = outcome
  // What one channel always has another has never: they share a reader, not their habits.
  const missing = kind === 'channel' ? [] : missingFields(samples, items)
  const notes = [
    ...missing.map((field) => `${field} is missing in all ${items.length} items; in the fixture every item has it`),
    ...(bypassed ? [`another upstream served; the first: ${bypassed.kind}: ${bypassed.detail}`] : []),
    ...(failure ? [`came in part: ${failure.kind}: ${failure.detail}`] : []),
  ]
  const hasDrifted = missing.length > 0 || [failure, bypassed].some((one) => one?.kind === 'mismatch')
  const state = items.length === 0 ? 'empty' : 'answers'
  return {
    ...asked,
    state: hasDrifted ? 'drifted' : state,
    count: items.length,
    ...(failure ? { failure } : {}),
    notes,
  }
}

/** Fewer items prove nothing: one odd post has no picture. */
const fewest = 3

/** Fields that every item of every sample has, and none of these. */
export function missingFields(samples: readonly Sample[], items: readonly Item[]): string[] {
  const expected = samples.flatMap((sample) => sample.items)
  const [first] = expected
  if (!first || items.length < fewest) return []
  const always = Object.keys(first).filter((field) => expected.every((item) => isThere(item[field])))
  return always.filter((field) => !items.some((item) => isThere(new Map(Object.entries(item)).get(field))))
}

function isThere(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== ''
}
