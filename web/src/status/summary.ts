// Evaluates a health report: counts by state, verdict, server problems, and advice for the operator.
import type { FailureKind, HealthReport } from './reports.ts'
import { failsWith, isIdle, type SourceKind, type SourceRow, type SourceState, sourceStates } from './source-rows.ts'

export type StateCounts = Readonly<Record<SourceState, number>>

export function countStates(rows: readonly SourceRow[]): StateCounts {
  const tally = { unhealthy: 0, degraded: 0, closed: 0, asleep: 0, healthy: 0, unknown: 0, off: 0 }
  for (const { state } of rows) tally[state] += 1
  return tally
}

const usedStates: ReadonlySet<SourceState> = new Set(['unhealthy', 'degraded', 'healthy'])

/** Number of sources that were used. */
export function countUsed({ unhealthy, degraded, healthy }: StateCounts): number {
  return unhealthy + degraded + healthy
}

/** Shares of the used sources by state, for the bar; zero shares are omitted. */
export function stateShares(tally: StateCounts): { readonly state: SourceState; readonly share: number }[] {
  const known = countUsed(tally)
  return sourceStates
    .filter((state) => usedStates.has(state) && tally[state] > 0)
    .map((state) => ({ state, share: tally[state] / known }))
}

/** Reasons about the server itself; failing sources are counted by the page. */
export function serverReasons(reasons: readonly string[]): string[] {
  return reasons.filter((reason) => !/^\d+ of \d+ .* asked in the last 10 minutes are unhealthy$/.test(reason))
}

/** Overall state: `own` is a problem of the server itself, `notice` a notice while all is well. */
export type OverallState = 'healthy' | 'notice' | 'degraded' | 'unhealthy' | 'own'

/**
 * Computes the overall state. The server lists problems and notices together: it has problems if its status is worse
 * than that of its sources.
 */
export function overallStateOf(
  { status, services }: Pick<HealthReport, 'status' | 'services'>,
  tally: StateCounts,
  own: readonly string[],
): OverallState {
  const bySources = [services.search, services.hotlist]
  if (bySources.includes('unhealthy')) return 'unhealthy'
  if (status !== 'healthy' && !bySources.includes(status)) return 'own'
  if (tally.unhealthy + tally.degraded > 0) return 'degraded'
  return own.length > 0 ? 'notice' : 'healthy'
}

export type AdviceTopic = 'everything' | 'telegram' | 'sites' | 'blocked' | 'drifted' | 'gone'

/** Something the operator can do, and how many sources it concerns. */
export interface Advice {
  readonly topic: AdviceTopic
  readonly count: number
  readonly failures: readonly FailureKind[]
  /** Undefined for all kinds. */
  readonly kinds: readonly SourceKind[] | undefined
}

const siteKinds: readonly SourceKind[] = ['list', 'plugin']

/** Kinds of failure when a site is unreachable; a paused source failed in one of the others before. */
const unreachableKinds: readonly FailureKind[] = ['timeout', 'network', 'open']

/** Minimum number of failures that indicates a network problem. */
const minUnreachable = 5

/** Advice on the present failures, most important first. */
export function buildAdvice(rows: readonly SourceRow[]): Advice[] {
  const used = rows.filter((row) => !isIdle(row))
  const channels = used.filter(({ kind }) => kind === 'channel')
  const sites = used.filter(({ kind }) => kind !== 'channel')
  return [
    ...reachAdvice(countUnreachable(channels), countUnreachable(sites)),
    ...adviceOf({ topic: 'blocked', count: countOf(used, ['blocked']), failures: ['blocked'], kinds: undefined }),
    ...adviceOf({ topic: 'drifted', count: countOf(sites, ['mismatch']), failures: ['mismatch'], kinds: siteKinds }),
    ...adviceOf({ topic: 'gone', count: countOf(channels, ['mismatch']), failures: ['mismatch'], kinds: ['channel'] }),
  ]
}

function reachAdvice(channels: number, sites: number): Advice[] {
  const failures = unreachableKinds
  if (channels > 0 && sites > 0) return [{ topic: 'everything', count: channels + sites, failures, kinds: undefined }]
  return [
    ...adviceOf({ topic: 'telegram', count: channels, failures, kinds: ['channel'] }),
    ...adviceOf({ topic: 'sites', count: sites, failures, kinds: siteKinds }),
  ]
}

function adviceOf(advice: Advice): Advice[] {
  return advice.count > 0 ? [advice] : []
}

function countOf(rows: readonly SourceRow[], failures: readonly FailureKind[]): number {
  return rows.filter((row) => failsWith(row, failures)).length
}

/** Number of unreachable sources if it is at least half of them, else 0: a few failures are not the network's. */
function countUnreachable(rows: readonly SourceRow[]): number {
  const count = countOf(rows, unreachableKinds)
  return count >= minUnreachable && count * 2 >= rows.length ? count : 0
}
