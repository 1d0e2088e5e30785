// Builds the health, metrics and error reports of the service.
import type { z } from 'zod'
import type { Bans } from '../bans/ban-list.ts'
import type {
  errorsRequest,
  reports,
  SearchSourceHealth,
  SourceHealth,
  SystemStatus,
} from '../contract/hotlist-reports.ts'
import type { readProcess } from '../observability/process-health.ts'
import { ratio, round4, toNotedFailure, toSourceMetrics } from '../upstream/stats/source-metrics.ts'
import {
  type GroupHealth,
  groupHealth,
  type HealthLevel,
  type SourceStatistics,
} from '../upstream/stats/source-statistics.ts'
import type { SourceSwitches } from './source-switches.ts'

export type ReportBody<Name extends keyof typeof reports> = Omit<
  z.output<(typeof reports)[Name]>,
  'apiVersion' | 'timestamp'
>

type ProcessReport = ReturnType<typeof readProcess>

/** The hot lists as reports see them; `find` takes an id, a name or a family. */
interface ReportedLists {
  readonly all: readonly { readonly id: string; readonly name: string; readonly isEnabled: boolean }[]
  find(source: string): { readonly id: string } | undefined
}

export interface ReportDeps {
  readonly hotLists: { readonly lists: ReportedLists }
  readonly statistics: SourceStatistics
  /** Ids of the search sources used when a request names none. */
  readonly searchSources: Iterable<string>
  /** Facts about plugins, by id. */
  readonly searchFacts?: SearchFacts | undefined
  readonly processHealth: () => ProcessReport
  readonly epochMs: () => number
  /** Banned channels are left out of reports. */
  readonly bans: Pick<Bans, 'isChannelBanned'>
  /** Whether a search source is switched on. */
  readonly switches: Pick<SourceSwitches, 'isOn'>
}

/** The needs of a plugin's site, the date since which it is known to answer, and whether only requests that name it ask it. */
export type SearchFacts = ReadonlyMap<
  string,
  Pick<SearchSourceHealth, 'needs' | 'evidence'> & { readonly isOff: boolean }
>

/** Recent posts of search sources, by id. */
export type RecentYields = ReadonlyMap<string, NonNullable<SearchSourceHealth['last30Days']>>

/** The health of the service and of each source (contract: health rule). */
export function healthReport(deps: ReportDeps, yields: RecentYields): ReportBody<'health'> {
  const { statistics, searchSources, searchFacts, processHealth, bans, epochMs } = deps
  const { lists } = deps.hotLists
  const { isOn } = deps.switches
  const { uptimeMs, nodeVersion, memory, ...own } = processHealth()
  const details = lists.all.map(({ id, name, isEnabled }) => sourceHealth(id, name, isEnabled, statistics))
  const visibleIds = [...searchSources].filter(
    (id) => !id.startsWith('tg:') || !bans.isChannelBanned(id.slice('tg:'.length)),
  )
  const searched = visibleIds.map((id) => {
    const last30Days = yields.get(id)
    const { isOff = false, ...facts } = searchFacts?.get(id) ?? {}
    return { ...sourceHealth(id, id, isOn(id) && !isOff, statistics), ...facts, ...(last30Days && { last30Days }) }
  })
  const enabledIds = details.flatMap(({ id, enabled }) => (enabled ? [id] : []))
  const groups = {
    search: groupHealth(visibleIds.filter(isOn), statistics, epochMs()),
    hotlist: groupHealth(enabledIds, statistics, epochMs()),
  }
  return {
    ...overallStatus(groups, own),
    system: { uptime: Math.floor(uptimeMs / 1000), nodeVersion, memory },
    sources: { total: details.length, enabled: enabledIds.length, health: countHealth(details) },
    search: { total: searched.length, health: countHealth(searched), details: searched },
    details,
  }
}

function sourceHealth(id: string, name: string, enabled: boolean, statistics: SourceStatistics): SourceHealth {
  const hours = statistics.lastDay(id)
  const sleep = statistics.of(id)?.sleep
  return {
    id,
    name,
    enabled,
    health: statistics.health(id),
    ...toSourceMetrics(statistics.of(id)),
    lastDay: hours.map(({ at, asks, good }) => ({ at, requests: asks, failed: asks - good })),
    ...(sleep && { asleep: { since: sleep.since, nextTrialAt: sleep.nextTrialAt } }),
  }
}

function countHealth(sources: readonly SourceHealth[]): Record<HealthLevel, number> {
  const tally = { healthy: 0, degraded: 0, unhealthy: 0, unknown: 0 }
  for (const { health } of sources) tally[health] += 1
  return tally
}

/** The overall status: the worst of search, hot lists and the process. */
function overallStatus(
  { search, hotlist }: { readonly search: GroupHealth; readonly hotlist: GroupHealth },
  { isBlocked, problems, notices }: Pick<ProcessReport, 'isBlocked' | 'problems' | 'notices'>,
): Pick<ReportBody<'health'>, 'status' | 'reasons' | 'services'> {
  const services = { search: search.status, hotlist: hotlist.status }
  const ownStatus = problems.length > 0 ? 'degraded' : 'healthy'
  const all: SystemStatus[] = [services.search, services.hotlist, isBlocked ? 'unhealthy' : ownStatus]
  const unhealthy = [...unhealthyReason('search sources', search), ...unhealthyReason('hot lists', hotlist)]
  const reasons = [...problems, ...notices, ...unhealthy]
  return { status: severityOrder.find((status) => all.includes(status)) ?? 'healthy', reasons, services }
}

const severityOrder: readonly SystemStatus[] = ['unhealthy', 'degraded']

function unhealthyReason(what: string, { status, asked, unhealthy }: GroupHealth): string[] {
  return status === 'healthy' ? [] : [`${unhealthy} of ${asked} ${what} asked in the last 10 minutes are unhealthy`]
}

/** Request figures by source, busiest first. */
export function sourceFigures(statistics: SourceStatistics): NonNullable<ReportBody<'metrics'>['sources']> {
  return [...statistics.all()]
    .map(([source, { asks, good, refused, meanMs }]) => ({
      source,
      requests: asks,
      refused,
      successRate: ratio(good, asks),
      avgResponseTime: round4(meanMs),
      health: statistics.health(source),
    }))
    .sort((one, other) => other.requests - one.requests)
}

/** Failures by source, most frequent first, and the latest failures, newest first. */
export function errorReport(
  { source, limit, since = 0 }: z.output<typeof errorsRequest>,
  statistics: SourceStatistics,
): ReportBody<'errors'> {
  const stats = [...statistics.all()]
    .flatMap(([id, { lastFailure, failures }]) => (lastFailure ? [{ id, lastFailure, failures }] : []))
    .filter(({ id, lastFailure }) => (source === undefined || id === source) && lastFailure.at >= since)
    .map(({ id, lastFailure, failures }) => ({
      source: id,
      count: Object.values(failures).reduce((sum, count) => sum + count, 0),
      lastError: toNotedFailure(lastFailure),
      errorTypes: failures,
    }))
    .sort((one, other) => other.count - one.count)
  const errors = statistics
    .failures()
    .filter((failure) => (source === undefined || failure.source === source) && failure.at >= since)
    .slice(0, limit)
    .map((failure) => ({ source: failure.source, ...toNotedFailure(failure) }))
  return { count: errors.length, stats, errors }
}
