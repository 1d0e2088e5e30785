// Checks links: answers from cached verdicts and asks the clouds for the others, concurrently and within a deadline.
import PQueue from 'p-queue'
import { join } from '../../async/single-flight.ts'
import type { Bans } from '../../bans/ban-list.ts'
import type { CheckItem, CheckResult } from '../../contract/check.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type CloudShare, shareUrl } from '../clouds/recognise.ts'
import type { CloudCheck } from './check.ts'
import { type CheckFinding, uncertain, unsupported } from './check-result.ts'
import { type CloudChecker, type CloudCheckerDeps, createCloudChecker } from './cloud-checker.ts'
import { createDeadlineWait, type DeadlineWait } from './deadline-wait.ts'
import { type ParsedItem, parseItem, type ShareToCheck } from './parse-item.ts'
import { createVerdictCache } from './verdict-cache.ts'

export interface LinkCheckerDeps extends Pick<CloudCheckerDeps, 'book' | 'metrics' | 'sharedLines' | 'epochMs'> {
  /** By cloud name. */
  readonly checks: ReadonlyMap<string, CloudCheck>
  readonly upstream: Pick<Upstream, 'ask' | 'cached'>
  /** The operator's ban list; banned shares are not checked. */
  readonly bans?: Pick<Bans, 'isShareBanned' | 'isAddressBanned'> | undefined
  /** Capacity for asks; unlimited if undefined. */
  readonly room?: AskCapacity | undefined
}

interface AskCapacity {
  /** Reserves capacity for asks and returns the release function; throws if there is none. */
  reserve(asks: number, client?: string): () => void
}

/** Options of a check request. */
export interface CheckOptions {
  /** Time limit in milliseconds. */
  readonly deadlineMs: number
  /** Aborts when the caller disconnects; checks that no other caller waits for are then cancelled. */
  readonly signal: AbortSignal
  /** The rate limit key of the caller. */
  readonly client?: string | undefined
}

export interface LinkChecker {
  /**
   * Resolves by the deadline to one result per item, in order. Rejects with the signal's reason when the caller disconnects, or with the
   * error of `Room.takeRoom`; any other error is a bug.
   */
  check(items: readonly CheckItem[], want: CheckOptions): Promise<CheckResult[]>
  /** Whether there is a check for the share's cloud. */
  canCheck(share: CloudShare): boolean
  /** Whether the share can be checked and no check of its cloud is queued or running. */
  isIdle(share: CloudShare): boolean
  /**
   * Checks a share in the background, after all checks with a waiting caller, unless a cached verdict is valid. Resolves to the expiry of
   * the result (epoch milliseconds) and whether it was cached.
   */
  recheck(asked: ShareToCheck): Promise<{ readonly until: number; readonly wasKnown: boolean }>
}

/** Maximum concurrent checks over all clouds; each cloud has a lower limit of its own. */
const maxConcurrentChecks = 8

/** Queue order of background checks: after all items of requests, which have at most 256. */
const backgroundPriority = 1_000

const notAsked = 'not asked in time; ask again'

/** An item with the cloud to ask, or with a finding that needs no ask. */
type CheckPlan =
  | { readonly asked: ShareToCheck; readonly office: CloudChecker }
  | { readonly asked?: ShareToCheck | undefined; readonly finding: CheckFinding }
type CheckPlanToAsk = Extract<CheckPlan, { office: unknown }>

/** A finding, and whether it was cached. */
interface CheckAnswer {
  readonly finding: CheckFinding
  readonly wasKnown: boolean
}

/** Creates the link checks of all clouds. */
export function createLinkChecker(parts: LinkCheckerDeps): LinkChecker {
  const { epochMs } = parts
  const known = createVerdictCache(parts.upstream, epochMs)
  const slots = new PQueue({ concurrency: maxConcurrentChecks })
  const checkers = new Map(
    [...parts.checks].map(([cloud, check]) => [cloud, createCloudChecker(cloud, check, { ...parts, known, slots })]),
  )
  const planFor = createPlanner(checkers, parts)
  const answerPlans = createAnswerer(parts)
  return {
    async check(items, { deadlineMs, signal, client }) {
      const plans = items.map((item) => planFor(parseItem(item)))
      const waiting = createDeadlineWait(deadlineMs, signal)
      const answers = await answerPlans(plans, waiting, client).finally(waiting.end)
      signal.throwIfAborted()
      return items.map((item, index) => resultOf(item, plans[index], answers[index]))
    },
    canCheck: ({ type }) => checkers.has(type),
    isIdle: ({ type }) => checkers.get(type)?.isIdle() ?? false,
    async recheck(asked) {
      const plan = planFor({ asked })
      if ('finding' in plan) return { until: plan.finding.until, wasKnown: true }
      const finding = await plan.office.known(asked)
      const queued = finding ? undefined : plan.office.enqueue(asked, backgroundPriority)
      const found = finding ?? (queued && (await join(queued.flight, undefined)))
      // The code of this share is from search sources, not typed by a caller, so `locked` is about the share.
      if (found?.state === 'locked') parts.book.set(asked.share.key, { state: 'locked', at: found.at })
      if (finding) return { until: finding.until, wasKnown: true }
      return { until: found?.until ?? epochMs(), wasKnown: false }
    },
  }
}

/** Creates the planner, which decides how an item is answered. */
function createPlanner(offices: ReadonlyMap<string, CloudChecker>, { bans, epochMs }: LinkCheckerDeps) {
  const isBanned = ({ share }: ShareToCheck) => bans?.isShareBanned(share.key) || bans?.isAddressBanned(share.url)
  return ({ asked, reason }: ParsedItem): CheckPlan => {
    if (!asked) return { finding: unsupported(reason ?? 'nothing to be checked', epochMs()) }
    // The result contains not even the canonical address.
    if (isBanned(asked)) return { finding: unsupported('blocked by the operator of this service', epochMs()) }
    const office = offices.get(asked.share.type)
    if (!office || reason !== undefined)
      return {
        asked,
        finding: unsupported(reason ?? `links of the kind ${asked.share.type} cannot be checked`, epochMs()),
      }
    // Decided before queueing: such a check waits for nothing and does not affect the breaker.
    const finding = office.answerWithoutAsking(asked)
    return finding ? { asked, finding } : { asked, office }
  }
}

/** Creates the function that answers plans, in order; equal plans share one check. */
function createAnswerer({ epochMs, room }: Pick<LinkCheckerDeps, 'epochMs' | 'room'>) {
  async function answerTo(
    { asked, office }: CheckPlanToAsk,
    order: number,
    waiting: DeadlineWait,
  ): Promise<CheckFinding> {
    if (waiting.isOver()) return uncertain(notAsked, epochMs(), 0)
    const queued = office.enqueue(asked, order)
    if (!queued) return uncertain('too many checks of this cloud wait already; ask again', epochMs(), 0)
    const found = await waiting.waitFor(queued)
    const late = queued.hasBegun() ? 'the cloud has not answered yet; ask again' : notAsked
    return found ?? uncertain(late, epochMs(), 0)
  }

  return async (
    plans: readonly CheckPlan[],
    waiting: DeadlineWait,
    client: string | undefined,
  ): Promise<CheckAnswer[]> => {
    const distinct = new Map(plans.flatMap((plan) => ('office' in plan ? [[keyOf(plan), plan]] : [])))
    const lookups = await Promise.all(
      Array.from(distinct, async ([key, plan]) => ({ key, plan, known: await plan.office.known(plan.asked) })),
    )
    const answers = new Map<string, CheckAnswer>()
    for (const { key, known } of lookups) if (known) answers.set(key, { finding: known, wasKnown: true })
    const unknown = lookups.filter(({ known }) => !known)
    const release = room?.reserve(unknown.length, client)
    const orders = createOrderCounter()
    const asking = unknown.map(async ({ key, plan }) => {
      const finding = await answerTo(plan, orders.next(plan.office), waiting)
      answers.set(key, { finding, wasKnown: false })
    })
    await Promise.all(asking).finally(release)
    return plans.map((plan) => answerOf(plan, answers))
  }
}

/** Counts a request's checks per cloud, for fair queueing: its first check precedes the second one of another request. */
function createOrderCounter() {
  const taken = new Map<CloudChecker, number>()
  return {
    next(office: CloudChecker): number {
      const order = taken.get(office) ?? 0
      taken.set(office, order + 1)
      return order
    },
  }
}

function answerOf(plan: CheckPlan, answers: ReadonlyMap<string, CheckAnswer>): CheckAnswer {
  const answer = 'finding' in plan ? { finding: plan.finding, wasKnown: false } : answers.get(keyOf(plan))
  if (!answer) throw new Error('a check was planned and not answered')
  return answer
}

function keyOf({ asked: { share, password } }: CheckPlanToAsk): string {
  return `${share.url} ${password}`
}

function resultOf(item: CheckItem, plan: CheckPlan | undefined, answer: CheckAnswer | undefined): CheckResult {
  if (!plan || !answer) throw new Error('an item was not answered')
  const { finding, wasKnown } = answer
  const { asked } = plan
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
