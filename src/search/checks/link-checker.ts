// Checks links: answers from cached verdicts and asks the clouds for the others, concurrently and within a deadline.
import type { Bans } from '../../bans/ban-list.ts'
import type { CheckItem, CheckResult } from '../../contract/check.ts'
import type { LoadShedder } from '../../http/load-shedding.ts'
import { createUpstreamHosts, type HostCoordination } from '../../upstream/host/hosts.ts'
import { createLimit } from '../../upstream/host/queue.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type CloudShare, shareUrl } from '../clouds/recognise.ts'
import type { CloudCheck } from './check.ts'
import { type CheckFinding, findingOf } from './check-result.ts'
import {
  type CheckCaller,
  type CloudChecker,
  type CloudCheckerDeps,
  createCloudChecker,
  keyOf,
} from './cloud-checker.ts'
import { type ParsedItem, parseItem, type ShareToCheck } from './parse-item.ts'

/** Items of a check of links that count as one request. */
const itemsPerRequest = 10

/** The requests that a check of so many items counts as, apart from the first. */
export function moreRequestsOfCheck(items: number): number {
  return Math.ceil(items / itemsPerRequest) - 1
}

export interface LinkCheckerDeps extends Pick<CloudCheckerDeps, 'knownHealth' | 'metrics' | 'epochMs'> {
  /** By cloud name. */
  readonly checks: ReadonlyMap<string, CloudCheck>
  readonly upstream: Pick<Upstream, 'ask' | 'cached'>
  /** Coordinates the queues of the clouds with other replicas, if there are any. */
  readonly coordination?: HostCoordination | undefined
  /** The operator's ban list; banned shares are not checked. */
  readonly bans?: Pick<Bans, 'isShareBanned' | 'isAddressBanned'> | undefined
  /** Reserves capacity for asks and returns the release function, or throws; unlimited if undefined. */
  readonly capacity?: Pick<LoadShedder, 'reserve'> | undefined
}

export interface CheckOptions {
  /** Time limit in milliseconds. */
  readonly deadlineMs: number
  /** Aborts when the caller disconnects; its checks that have not begun are then cancelled. */
  readonly signal: AbortSignal
  /** The rate limit key of the caller. */
  readonly client?: string | undefined
}

/** Maximum concurrent checks over all clouds; each cloud has a lower limit of its own. */
const maxConcurrentChecks = 8

/** The breaker of a cloud opens for five minutes after three failures in a row or a rate limit. */
const cloudRules = { failureThreshold: 3, openMs: 5 * 60_000, blockedMs: 5 * 60_000, maxOpenMs: 60 * 60_000 }

/** What is told of an item. Equal items share it; with `checker` its cloud is asked for the finding. */
interface CheckPlan {
  readonly asked?: ShareToCheck | undefined
  readonly checker?: CloudChecker
  finding?: CheckFinding | undefined
  /** Whether the finding was cached. */
  wasKnown?: boolean
}

export type LinkChecker = ReturnType<typeof createLinkChecker>

export function createLinkChecker(parts: LinkCheckerDeps) {
  const { epochMs, coordination, capacity } = parts
  const clouds = createUpstreamHosts(epochMs, coordination, cloudRules)
  const cloudParts = { ...parts, clouds, limit: createLimit(maxConcurrentChecks) }
  const checkers = new Map(
    [...parts.checks].map(([cloud, check]) => [cloud, createCloudChecker(cloud, check, cloudParts)]),
  )
  const planFor = createPlanner(checkers, parts)
  let requests = 0
  return {
    /** Resolves by the deadline to one result per item, in order. Rejects if the caller leaves or `reserve` throws. */
    async check(items: readonly CheckItem[], { deadlineMs, signal, client }: CheckOptions): Promise<CheckResult[]> {
      const plans = new Map<string, CheckPlan>()
      const planned = items.map((item) => {
        const plan = planFor(parseItem(item))
        const key = plan.checker && plan.asked ? keyOf(plan.asked) : `${plans.size} without a check`
        plans.set(key, plans.get(key) ?? plan)
        return plans.get(key) ?? plan
      })
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), deadlineMs)
      requests += 1
      // Requests without a client take turns as if each were of a client of its own.
      const caller = {
        client,
        turn: client ?? `request ${requests}`,
        signal: AbortSignal.any([signal, deadline.signal]),
      }
      await findAll([...plans.values()], caller, capacity).finally(() => clearTimeout(timer))
      signal.throwIfAborted()
      return items.map((item, at) => resultOf(item, planned[at]))
    },
    /** Whether there is a check for the share's cloud. */
    canCheck: ({ type }: CloudShare) => checkers.has(type),
    /** Whether the share can be checked and no check of its cloud is queued or running. */
    isIdle: ({ type }: CloudShare) => checkers.get(type)?.isIdle() ?? false,
    /** Checks a share while nobody else asks its cloud, unless a cached verdict is valid. `until` is in epoch milliseconds. */
    async recheck(asked: ShareToCheck): Promise<{ readonly until: number; readonly wasKnown: boolean }> {
      const { checker, finding } = planFor({ asked })
      const known = finding ?? (await checker?.known(asked))
      const caller = { turn: 'background', signal: new AbortController().signal }
      const found = known ?? (checker?.isIdle() ? await checker.check(asked, caller) : undefined)
      // The code of this share is from search sources, not typed by a caller, so `locked` is about the share.
      if (checker && found?.state === 'locked')
        parts.knownHealth.set(asked.share.key, { state: 'locked', at: found.at })
      return { until: found?.until ?? epochMs(), wasKnown: known !== undefined }
    },
  }
}

/** Creates the planner, which decides how an item is answered. */
function createPlanner(checkers: ReadonlyMap<string, CloudChecker>, { bans, epochMs }: LinkCheckerDeps) {
  const isBanned = ({ share }: ShareToCheck) => bans?.isShareBanned(share.key) || bans?.isAddressBanned(share.url)
  const unsupported = (summary: string) => findingOf({ state: 'unsupported', summary }, epochMs())
  return ({ asked, reason }: ParsedItem): CheckPlan => {
    if (!asked) return { finding: unsupported(reason ?? 'nothing to be checked') }
    // The result contains not even the canonical address.
    if (isBanned(asked)) return { finding: unsupported('blocked by the operator of this service') }
    const { type } = asked.share
    const checker = checkers.get(type)
    if (!checker || reason !== undefined)
      return { asked, finding: unsupported(reason ?? `links of the kind ${type} cannot be checked`) }
    // Decided before queueing: such a check waits for nothing and does not affect the breaker.
    const finding = checker.answerWithoutAsking(asked)
    return finding ? { asked, finding } : { asked, checker }
  }
}

/** Adds the findings that plans lack: cached ones, and for the others those of their clouds. */
async function findAll(
  plans: readonly CheckPlan[],
  caller: CheckCaller,
  capacity: LinkCheckerDeps['capacity'],
): Promise<void> {
  const lookUp = async (plan: CheckPlan) => {
    if (!plan.checker || !plan.asked) return
    plan.finding = await plan.checker.known(plan.asked)
    plan.wasKnown = plan.finding !== undefined
  }
  await Promise.all(plans.map(lookUp))
  const unknown = plans.filter(({ finding }) => !finding)
  const release = capacity?.reserve(unknown.length, caller.client)
  const asking = unknown.map(async (plan) => {
    plan.finding = plan.asked && (await plan.checker?.check(plan.asked, caller))
  })
  await Promise.all(asking).finally(release)
}

function resultOf(item: CheckItem, { asked, finding, wasKnown = false }: CheckPlan = {}): CheckResult {
  if (!finding) throw new Error('a check was planned and not answered')
  return {
    disk_type: item.disk_type || (asked?.share.type ?? ''),
    url: item.url,
    normalized_url: asked ? shareUrl(asked.share, asked.password) : '',
    state: finding.state,
    cache_hit: wasKnown,
    checked_at: finding.at,
    expires_at: finding.until,
    summary: finding.summary,
  }
}
