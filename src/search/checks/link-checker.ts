// Checks links: answers from cached verdicts and asks the clouds for the others, concurrently and within a deadline.
import type { Bans } from '../../bans/ban-list.ts'
import type { CheckItem, CheckResult } from '../../contract/check.ts'
import { createUpstreamHosts, type HostCoordination } from '../../upstream/host/hosts.ts'
import { createLimit } from '../../upstream/host/queue.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type CloudShare, shareUrl } from '../clouds/recognise.ts'
import type { CloudCheck } from './check.ts'
import { type CheckFinding, findingOf, uncertain } from './check-result.ts'
import { type CloudChecker, type CloudCheckerDeps, createCloudChecker, keyOf } from './cloud-checker.ts'
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
  readonly capacity?: { reserve(asks: number, client?: string): () => void } | undefined
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

/** An item with the cloud to ask, or with a finding that needs no ask. */
type CheckPlan = CheckPlanToAsk | { readonly asked?: ShareToCheck | undefined; readonly finding: CheckFinding }
interface CheckPlanToAsk {
  readonly asked: ShareToCheck
  readonly checker: CloudChecker
}

/** A finding, and whether it was cached. */
interface CheckAnswer {
  readonly finding: CheckFinding
  readonly wasKnown: boolean
}

export type LinkChecker = ReturnType<typeof createLinkChecker>

export function createLinkChecker(parts: LinkCheckerDeps) {
  const { epochMs, coordination } = parts
  const clouds = createUpstreamHosts(epochMs, coordination, cloudRules)
  const cloudParts = { ...parts, clouds, limit: createLimit(maxConcurrentChecks) }
  const checkers = new Map(
    [...parts.checks].map(([cloud, check]) => [cloud, createCloudChecker(cloud, check, cloudParts)]),
  )
  const planFor = createPlanner(checkers, parts)
  const answerPlans = createAnswerer(parts)
  return {
    /** Resolves by the deadline to one result per item, in order. Rejects if the caller leaves or `reserve` throws. */
    async check(items: readonly CheckItem[], { deadlineMs, signal, client }: CheckOptions): Promise<CheckResult[]> {
      const planned = items.map((item) => ({ item, plan: planFor(parseItem(item)) }))
      const toAsk = planned.flatMap(({ plan }) => ('checker' in plan ? [plan] : []))
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), deadlineMs)
      const ended = AbortSignal.any([signal, deadline.signal])
      const answers = await answerPlans(toAsk, ended, client).finally(() => clearTimeout(timer))
      signal.throwIfAborted()
      return planned.map(({ item, plan }) => resultOf(item, plan, answers))
    },
    /** Whether there is a check for the share's cloud. */
    canCheck: ({ type }: CloudShare) => checkers.has(type),
    /** Whether the share can be checked and no check of its cloud is queued or running. */
    isIdle: ({ type }: CloudShare) => checkers.get(type)?.isIdle() ?? false,
    /** Checks a share while nobody else asks its cloud, unless a cached verdict is valid. `until` is in epoch milliseconds. */
    async recheck(asked: ShareToCheck): Promise<{ readonly until: number; readonly wasKnown: boolean }> {
      const plan = planFor({ asked })
      if ('finding' in plan) return { until: plan.finding.until, wasKnown: true }
      const known = await plan.checker.known(asked)
      const caller = { turn: 'background', signal: new AbortController().signal }
      const found = known ?? (plan.checker.isIdle() ? await plan.checker.check(asked, caller) : undefined)
      // The code of this share is from search sources, not typed by a caller, so `locked` is about the share.
      if (found?.state === 'locked') parts.knownHealth.set(asked.share.key, { state: 'locked', at: found.at })
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

/** Creates the function that answers plans by their keys; equal plans share one check. */
function createAnswerer({ epochMs, capacity }: LinkCheckerDeps) {
  let requests = 0
  async function answerTo(
    { asked, checker }: CheckPlanToAsk,
    caller: { readonly client: string | undefined; readonly turn: string; readonly signal: AbortSignal },
  ): Promise<CheckFinding> {
    if (!caller.signal.aborted && !checker.hasRoom(caller.client))
      return uncertain('too many checks of this cloud wait already; ask again', epochMs(), 0)
    let late = 'not asked in time; ask again'
    const onBegin = () => {
      late = 'the cloud has not answered yet; ask again'
    }
    return (await checker.check(asked, { ...caller, onBegin })) ?? uncertain(late, epochMs(), 0)
  }

  return async (plans: readonly CheckPlanToAsk[], ended: AbortSignal, client: string | undefined) => {
    const distinct = new Map(plans.map((plan) => [keyOf(plan.asked), plan]))
    const lookups = await Promise.all(
      Array.from(distinct, async ([key, plan]) => ({ key, plan, known: await plan.checker.known(plan.asked) })),
    )
    const answers = new Map<string, CheckAnswer>()
    for (const { key, known } of lookups) if (known) answers.set(key, { finding: known, wasKnown: true })
    const unknown = lookups.filter(({ known }) => !known)
    const release = capacity?.reserve(unknown.length, client)
    requests += 1
    // Requests without a client take turns as if each were of a client of its own.
    const turn = client ?? `request ${requests}`
    const asking = unknown.map(async ({ key, plan }) => {
      answers.set(key, { finding: await answerTo(plan, { client, turn, signal: ended }), wasKnown: false })
    })
    await Promise.all(asking).finally(release)
    return answers
  }
}

function resultOf(item: CheckItem, plan: CheckPlan, answers: ReadonlyMap<string, CheckAnswer>): CheckResult {
  const { asked } = plan
  const answer = 'finding' in plan ? { finding: plan.finding, wasKnown: false } : answers.get(keyOf(plan.asked))
  if (!answer) throw new Error('a check was planned and not answered')
  const { finding, wasKnown } = answer
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
