// Diagnoses a source: one state, notes about what is wrong, and the activity of a channel.
import type { Post } from '../../search/plugin.ts'
import { parsePost } from '../../search/posts/parse-post.ts'
import type { FailureKind } from '../../upstream/errors.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import { maxSilenceMs } from '../../upstream/stats/sleep.ts'
import { newestPostAt } from '../../upstream/stats/source-trials.ts'
import type { ProbeTarget } from './sources.ts'

/** States of a source, the worst last. */
export const states = [
  'answers',
  'empty',
  'closed',
  'unasked',
  'refused',
  'blocked',
  'dead',
  'gone',
  'drifted',
] as const
export type SourceState = (typeof states)[number]

export const stateMeanings: Readonly<Record<SourceState, string>> = {
  answers: 'returns items with every field that the fixture has',
  empty: 'returns a valid answer without items',
  closed: 'reports that it is closed at this hour',
  unasked: 'did not answer before the time limit of the run or Ctrl+C',
  refused: 'its address is not public and was not requested; UPSTREAM_PRIVATE can allow it',
  blocked: '401, 403, 429 or a challenge page; or requests to its host are paused after one',
  dead: 'timeout, no connection, or 5xx',
  gone: 'the channel does not exist or has no preview',
  drifted: 'the reply does not match the parser, or lacks a field that the fixture always has',
}

/** A diagnosis as `--json` prints it. */
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
function stateOfFailure({ id, kind }: ProbeTarget, failure: Failure): SourceState {
  const { detail, reason } = failure
  if (reason?.code === 'private_address') return 'refused'
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

/**
 * Diagnoses a source from its outcome, undefined if the run ended before; `inChinese` puts failures into words, if they are to be Chinese.
 */
export function diagnose(
  subject: ProbeTarget,
  outcome: Outcome<object> | undefined,
  inChinese?: (failure: Failure) => string,
): Diagnosis {
  const say = inChinese ?? (({ kind, detail }: Failure) => `${kind}: ${detail}`)
  const asked = { name: subject.id, kind: subject.kind, count: 0, changes: [] }
  if (!outcome) return { ...asked, state: 'unasked', notes: ['the run ended before it answered'] }
  const tookMs = outcome.tookMs === undefined ? undefined : Math.round(outcome.tookMs)
  const { failure } = outcome
  if (outcome.state === 'failed') {
    const state = stateOfFailure(subject, outcome.failure)
    const note =
      state === 'gone' && !inChinese ? `${stateMeanings.gone} (${outcome.failure.detail})` : say(outcome.failure)
    return { ...asked, tookMs, state, failure, notes: [note] }
  }
  const { items, skippedUpstream: skipped } = outcome
  const notes = [
    ...(skipped ? [`a fallback upstream answered; the first failed: ${say(skipped)}`] : []),
    ...(failure ? [`partial answer: ${say(failure)}`] : []),
  ]
  const hasDrifted = [failure, skipped].some((one) => one?.kind === 'mismatch')
  const state = items.length === 0 ? 'empty' : 'answers'
  return { ...asked, tookMs, state: hasDrifted ? 'drifted' : state, count: items.length, failure, notes }
}

const recentMs = 30 * 24 * 60 * 60_000

/** `newestPost` is an ISO date, absent if no post has a date. A page has the latest 20 posts at most. */
export interface ChannelActivity {
  readonly newestPost?: string | undefined
  readonly links30Days: number
}

/** The activity of a channel, from the posts of its page: the date of its newest post, and the links of the last 30 days; `now` in epoch milliseconds. */
export function channelActivity(source: string, items: readonly object[], now: number): ChannelActivity {
  const posts = items.filter((item): item is Post => 'text' in item && 'anchors' in item)
  const recent = posts.filter(({ at }) => at !== undefined && now - at.getTime() < recentMs)
  const links = recent.flatMap((post) => parsePost(source, post)).reduce((sum, post) => sum + post.links.length, 0)
  const newest = newestPostAt(posts.map(({ at }) => ({ at: at?.getTime() })))
  return { ...(newest === undefined ? {} : { newestPost: new Date(newest).toISOString() }), links30Days: links }
}

/**
 * The line for `.env` that excludes the enabled channels that do not exist or had no post for ninety days, beside what `current` says. None if no
 * source answered: then the network of this machine is the problem.
 */
export function proposeChannels(
  findings: readonly Diagnosis[],
  isOn: (id: string) => boolean,
  current: string | undefined,
  now: number,
): string[] {
  if (findings.every(({ state }) => state === 'dead' || state === 'unasked')) return []
  const isSilent = ({ activity }: Diagnosis) =>
    activity && now - Date.parse(activity.newestPost ?? '1970') >= maxSilenceMs
  const gone = findings
    .filter((one) => one.kind === 'channel' && isOn(one.name) && (one.state === 'gone' || isSilent(one)))
    .map(({ name }) => name.replace('tg:', ''))
    .toSorted()
  const entries = (current ?? '').split(/[,，\n]/).map((entry) => entry.trim())
  // A full list, or `+name,-name` relative to the built-in one.
  const isFullList = entries.some((entry) => /^[^+-]/.test(entry))
  const nameOf = (entry: string) => entry.replace(/^\+?@?/, '').toLowerCase()
  const names = new Set(gone.map(nameOf))
  const remaining = entries.filter((entry) => entry !== '' && !names.has(nameOf(entry)))
  const removed = gone.filter(
    (name) => !entries.some((entry) => entry.startsWith('+') && nameOf(entry) === nameOf(name)),
  )
  const value = [...remaining, ...(isFullList ? [] : removed.map((name) => `-${name}`))]
  // A setting cannot be empty: nothing is proposed if nothing would be left.
  return gone.length > 0 && value.length > 0 ? [`CHANNELS=${value.join(',')}`] : []
}
