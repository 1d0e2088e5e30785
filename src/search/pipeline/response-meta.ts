// The metadata and warnings of an answer: completeness, failed and pending sources, cache age.
import type { Meta, Warning } from '../../contract/search.ts'
import { omittedWarnings } from '../posts/answer-limits.ts'
import type { SourceResult, SourceResultDeps } from './source-results.ts'

type WaitLimits = Pick<SourceResultDeps, 'deadlineMs' | 'earlyMs'>
type SourceOutcomes = readonly Pick<SourceResult, 'source' | 'outcome'>[]

export function buildMeta(outcomes: SourceOutcomes): Meta {
  const pending = outcomes.filter(({ outcome }) => outcome.state === 'pending' || isBeingAsked(outcome)).length
  const failed = outcomes.filter(({ outcome }) => isFailed(outcome)).length
  const answered = outcomes.length - pending - failed
  return { complete: pending === 0, sources: { asked: outcomes.length, answered, failed, pending } }
}

/** A stale answer without a failure is served while its source is revalidated. */
function isBeingAsked(outcome: SourceResult['outcome']): boolean {
  return outcome.state === 'stale' && !outcome.failure
}

/** A stale answer after a failure counts as failed; a partial answer does not. */
function isFailed(outcome: SourceResult['outcome']): boolean {
  return outcome.state === 'failed' || (outcome.state === 'stale' && outcome.failure !== undefined)
}

/** One warning for each source that failed, completely or partly. */
export function failureWarnings(outcomes: SourceOutcomes): Warning[] {
  return outcomes.flatMap(({ source, outcome }): Warning[] => {
    if (!('failure' in outcome) || !outcome.failure) return []
    const { kind, reason } = outcome.failure
    const detail = `${kind}: ${outcome.failure.detail}`
    const coded = reason ? { reason } : {}
    if (outcome.state === 'failed') return [{ kind: 'source_failed', source, detail, ...coded }]
    if (outcome.state !== 'stale')
      return [{ kind: 'source_partial', source, detail: `a part is missing; ${detail}`, ...coded }]
    const text = `${detail}; using its answer of ${outcome.at.toISOString()}`
    const answer_at = outcome.at.getTime()
    return [{ kind: 'source_failed', source, detail: text, reason: { code: kind, ...reason, answer_at } }]
  })
}

/** The warning that links which only the archive has are missing. */
export function archiveWarnings(isUnread: boolean): Warning[] {
  const detail = 'the archive could not be read in time: links that only it has are missing; repeat the search'
  return isUnread ? [{ kind: 'archive_failed', detail }] : []
}

/** Warnings about links that exceed the limits of a search. */
export function limitWarnings(results: readonly Pick<SourceResult, 'omittedLinks'>[]): Warning[] {
  return omittedWarnings(results.reduce((sum, { omittedLinks }) => sum + omittedLinks, 0))
}

/** Warnings about sources that are still being asked (deadline, or not worth the wait), and about answers cached by an earlier process. */
export function pendingWarnings(outcomes: SourceOutcomes, limits: WaitLimits): Warning[] {
  return [...staleWarning(outcomes), ...pendingWarning(outcomes, limits)]
}

function staleWarning(outcomes: SourceOutcomes): Warning[] {
  const staleTimes = outcomes.flatMap(({ outcome }) =>
    outcome.state === 'stale' && isBeingAsked(outcome) ? [outcome.at] : [],
  )
  const oldest = staleTimes.toSorted((one, other) => one.getTime() - other.getTime())[0]
  if (!oldest) return []
  const detail = `${staleTimes.length} of ${outcomes.length} sources were last asked before this service started, at ${oldest.toISOString()} or later, and are being asked again; repeat the search for current results`
  return [{ kind: 'kept_answers', detail }]
}

function pendingWarning(outcomes: SourceOutcomes, { deadlineMs, earlyMs }: WaitLimits): Warning[] {
  const pending = outcomes.flatMap(({ outcome }) => (outcome.state === 'pending' ? [outcome] : []))
  if (pending.length === 0) return []
  const isEarly = pending.some((one) => one.isEarly)
  const why = isEarly
    ? `had not answered after ${earlyMs} ms, are expected to bring less than 2 % more links`
    : `had not answered within ${deadlineMs} ms`
  const detail = `${pending.length} of ${outcomes.length} sources ${why} and are still being asked; repeat the search to include them`
  return [{ kind: 'deadline_reached', detail }]
}

export interface CacheAge {
  /** Whether all, some or none of it came from the cache. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Age of the oldest cache entry used, in milliseconds; 0 if none was used. */
  readonly ageMs: number
}

/** The cache outcome and age of an answer built at `now` (epoch milliseconds). */
export function cacheAge(outcomes: SourceOutcomes, now: number): CacheAge {
  const cached = outcomes.filter(({ outcome }) => outcome.state !== 'fresh' && 'at' in outcome)
  const asked = outcomes.some(({ outcome }) => wasAsked(outcome))
  const oldest = outcomes.reduce(
    (at, { outcome }) => ('at' in outcome && outcome.at ? Math.min(at, outcome.at.getTime()) : at),
    now,
  )
  if (cached.length === 0) return { cache: 'miss', ageMs: 0 }
  return { cache: asked ? 'partial' : 'hit', ageMs: now - oldest }
}

/** Whether the source was asked in this search; a failure without duration was known before. */
function wasAsked(outcome: SourceResult['outcome']): boolean {
  if (outcome.state === 'fresh' || outcome.state === 'pending') return true
  return outcome.tookMs !== undefined
}
