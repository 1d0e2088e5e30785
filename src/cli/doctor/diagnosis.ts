// Diagnoses a source: one state, notes about what is wrong, and the activity of a channel.
import type { Post } from '../../search/plugin.ts'
import { parsePost } from '../../search/posts/parse-post.ts'
import type { FailureKind } from '../../upstream/errors.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import { newestPostAt } from '../../upstream/stats/source-trials.ts'
import type { ProbeTarget } from './sources.ts'
import { type SourceState, stateMeanings } from './states.ts'

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
  const newest = newestPostAt(posts)
  return { ...(newest === undefined ? {} : { newestPost: new Date(newest).toISOString() }), links30Days: links }
}
