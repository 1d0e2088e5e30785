// What a health report comes to: how many sources are how, what the service itself complains of, and what its operator can do.
import type { FailureKind, HealthReport } from './reports.ts'
import { failsBy, isIdle, type SourceKind, type SourceRow, type SourceState, sourceStates } from './sources.ts'

export type Tally = Readonly<Record<SourceState, number>>

/** How many sources are in each state. */
export function tallyOf(rows: readonly SourceRow[]): Tally {
  const tally = { unhealthy: 0, degraded: 0, healthy: 0, unknown: 0, off: 0 }
  for (const { state } of rows) tally[state] += 1
  return tally
}

/** How many of them were asked at all. */
export function knownOf({ unhealthy, degraded, healthy }: Tally): number {
  return unhealthy + degraded + healthy
}

/** The shares of what was asked, for a bar: those that are nought are left out. */
export function sharesOf(tally: Tally): { readonly state: SourceState; readonly share: number }[] {
  const known = knownOf(tally)
  return sourceStates
    .filter((state) => state !== 'unknown' && state !== 'off' && tally[state] > 0)
    .map((state) => ({ state, share: tally[state] / known }))
}

/** The reasons that are about the service itself; how many sources fail, the page counts by itself and says in its own words. */
export function ownReasons(reasons: readonly string[]): string[] {
  return reasons.filter((reason) => !/^\d+ of \d+ .* asked in the last 10 minutes are unhealthy$/.test(reason))
}

/** What the whole is told to be: `own` is a trouble of the service itself, `notice` something its operator should know though all is well. */
export type Verdict = 'healthy' | 'notice' | 'degraded' | 'unhealthy' | 'own'

/** How it all is. The service tells its troubles and its notices in one list: troubles are what makes it worse than its sources do. */
export function verdictOf(
  { status, services }: Pick<HealthReport, 'status' | 'services'>,
  tally: Tally,
  own: readonly string[],
): Verdict {
  const bySources = [services.search, services.hotlist]
  if (bySources.includes('unhealthy')) return 'unhealthy'
  if (status !== 'healthy' && !bySources.includes(status)) return 'own'
  if (tally.unhealthy + tally.degraded > 0) return 'degraded'
  return own.length > 0 ? 'notice' : 'healthy'
}

export type Topic = 'everything' | 'telegram' | 'sites' | 'blocked' | 'drifted' | 'gone'

/** Something that whoever runs the service can do, and how many sources it is about. */
export interface Advice {
  readonly topic: Topic
  readonly count: number
  readonly failures: readonly FailureKind[]
  /** Undefined for all kinds. */
  readonly kinds: readonly SourceKind[] | undefined
}

const siteKinds: readonly SourceKind[] = ['list', 'plugin']

/** The ways to fail when a machine does not get through to a site; one that is left alone failed in one of the others before. */
const outOfReach: readonly FailureKind[] = ['timeout', 'network', 'open']

/** Fewer than so many fail by themselves. */
const fewest = 5

/** What can be done about the failures there are, what matters most first. */
export function adviceOn(rows: readonly SourceRow[]): Advice[] {
  const asked = rows.filter((row) => !isIdle(row))
  const channels = asked.filter(({ kind }) => kind === 'channel')
  const sites = asked.filter(({ kind }) => kind !== 'channel')
  return [
    ...reachAdvice(unreachedOf(channels), unreachedOf(sites)),
    ...adviceOf({ topic: 'blocked', count: countOf(asked, ['blocked']), failures: ['blocked'], kinds: undefined }),
    ...adviceOf({ topic: 'drifted', count: countOf(sites, ['mismatch']), failures: ['mismatch'], kinds: siteKinds }),
    ...adviceOf({ topic: 'gone', count: countOf(channels, ['mismatch']), failures: ['mismatch'], kinds: ['channel'] }),
  ]
}

function reachAdvice(channels: number, sites: number): Advice[] {
  const failures = outOfReach
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
  return rows.filter((row) => failsBy(row, failures)).length
}

/** How many cannot be reached, if that is at least half of them; a few among many are no fault of this machine. */
function unreachedOf(rows: readonly SourceRow[]): number {
  const count = countOf(rows, outOfReach)
  return count >= fewest && count * 2 >= rows.length ? count : 0
}
