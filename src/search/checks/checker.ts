// Checks links: answers from cached verdicts and asks the clouds for the others, concurrently and within a deadline.
import PQueue from 'p-queue'
import type { Bans } from '../../bans/bans.ts'
import type { CheckItem, CheckResult } from '../../contract/check.ts'
import { land } from '../../upstream/flights.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type Share, shareUrl } from '../clouds.ts'
import type { CloudCheck } from './check.ts'
import { type CloudOffice, type OfficeParts, openOffice } from './cloud-office.ts'
import { type Finding, uncertain, unsupported } from './finding.ts'
import { createKnownVerdicts } from './known-verdicts.ts'
import { type ReadItem, readItem, type ShareToCheck } from './share-to-check.ts'
import { createWaiting, type Waiting } from './waiting.ts'

export interface ChecksParts extends Pick<OfficeParts, 'book' | 'metrics' | 'sharedLines' | 'epochMs'> {
  /** By cloud name. */
  readonly checks: ReadonlyMap<string, CloudCheck>
  readonly upstream: Pick<Upstream, 'ask' | 'kept'>
  /** The operator's ban list; banned shares are not checked. */
  readonly bans?: Pick<Bans, 'isShareBanned' | 'isAddressBanned'> | undefined
  /** Capacity for asks; unlimited if undefined. */
  readonly room?: Room | undefined
}

interface Room {
  /** Reserves capacity for asks and returns the release function; throws if there is none. */
  takeRoom(asks: number, client?: string): () => void
}

/** Options of a check request. */
export interface CheckWant {
  /** Time limit in milliseconds. */
  readonly deadlineMs: number
  /** Aborts when the caller disconnects; checks that no other caller waits for are then cancelled. */
  readonly signal: AbortSignal
  /** The rate limit key of the caller. */
  readonly client?: string | undefined
}

export interface Checks {
  /**
   * Resolves by the deadline to one result per item, in order. Rejects with the signal's reason when the caller disconnects, or with the
   * error of `Room.takeRoom`; any other error is a bug.
   */
  check(items: readonly CheckItem[], want: CheckWant): Promise<CheckResult[]>
  /** Whether there is a check for the share's cloud. */
  canCheck(share: Share): boolean
  /** Whether the share can be checked and no check of its cloud is queued or running. */
  isIdle(share: Share): boolean
  /**
   * Checks a share in the background, after all checks with a waiting caller, unless a cached verdict is valid. Resolves to the expiry of
   * the result (epoch milliseconds) and whether it was cached.
   */
  recheck(asked: ShareToCheck): Promise<{ readonly until: number; readonly wasKnown: boolean }>
}

/** Maximum concurrent checks over all clouds; each cloud has a lower limit of its own. */
const mostAtOnce = 8

/** Queue order of background checks: after all items of requests, which have at most 256. */
const behind = 1_000

const notAsked = 'not asked in time; ask again'

/** An item with the cloud to ask, or with a finding that needs no ask. */
type Plan =
  | { readonly asked: ShareToCheck; readonly office: CloudOffice }
  | { readonly asked?: ShareToCheck | undefined; readonly finding: Finding }
type Askable = Extract<Plan, { office: unknown }>

/** A finding, and whether it was cached. */
interface Answer {
  readonly finding: Finding
  readonly wasKnown: boolean
}

/** Creates the link checks of all clouds. */
export function createChecks(parts: ChecksParts): Checks {
  const { epochMs } = parts
  const known = createKnownVerdicts(parts.upstream, epochMs)
  const slots = new PQueue({ concurrency: mostAtOnce })
  const offices = new Map(
    [...parts.checks].map(([cloud, check]) => [cloud, openOffice(cloud, check, { ...parts, known, slots })]),
  )
  const planFor = createPlanning(offices, parts)
  const answersTo = createAnswering(parts)
  return {
    async check(items, { deadlineMs, signal, client }) {
      const plans = items.map((item) => planFor(readItem(item)))
      const waiting = createWaiting(deadlineMs, signal)
      const answers = await answersTo(plans, waiting, client).finally(waiting.end)
      signal.throwIfAborted()
      return items.map((item, index) => resultOf(item, plans[index], answers[index]))
    },
    canCheck: ({ type }) => offices.has(type),
    isIdle: ({ type }) => offices.get(type)?.isIdle() ?? false,
    async recheck(asked) {
      const plan = planFor({ asked })
      if ('finding' in plan) return { until: plan.finding.until, wasKnown: true }
      const finding = await plan.office.known(asked)
      const place = finding ? undefined : plan.office.join(asked, behind)
      const found = finding ?? (place && (await land(place.flight, undefined)))
      // The code of this share is from search sources, not typed by a caller, so `locked` is about the share.
      if (found?.state === 'locked') parts.book.note(asked.share.key, { state: 'locked', at: found.at })
      if (finding) return { until: finding.until, wasKnown: true }
      return { until: found?.until ?? epochMs(), wasKnown: false }
    },
  }
}

/** Creates the planner, which decides how an item is answered. */
function createPlanning(offices: ReadonlyMap<string, CloudOffice>, { bans, epochMs }: ChecksParts) {
  const isBanned = ({ share }: ShareToCheck) => bans?.isShareBanned(share.key) || bans?.isAddressBanned(share.url)
  return ({ asked, why }: ReadItem): Plan => {
    if (!asked) return { finding: unsupported(why ?? 'nothing to be checked', epochMs()) }
    // The result contains not even the canonical address.
    if (isBanned(asked)) return { finding: unsupported('blocked by the operator of this service', epochMs()) }
    const office = offices.get(asked.share.type)
    if (!office || why !== undefined)
      return {
        asked,
        finding: unsupported(why ?? `links of the kind ${asked.share.type} cannot be checked`, epochMs()),
      }
    // Decided before queueing: such a check waits for nothing and does not affect the breaker.
    const finding = office.unasked(asked)
    return finding ? { asked, finding } : { asked, office }
  }
}

/** Creates the function that answers plans, in order; equal plans share one check. */
function createAnswering({ epochMs, room }: Pick<ChecksParts, 'epochMs' | 'room'>) {
  async function answerTo({ asked, office }: Askable, order: number, waiting: Waiting): Promise<Finding> {
    if (waiting.isOver()) return uncertain(notAsked, epochMs(), 0)
    const place = office.join(asked, order)
    if (!place) return uncertain('too many checks of this cloud wait already; ask again', epochMs(), 0)
    const found = await waiting.for(place)
    const late = place.hasBegun() ? 'the cloud has not answered yet; ask again' : notAsked
    return found ?? uncertain(late, epochMs(), 0)
  }

  return async (plans: readonly Plan[], waiting: Waiting, client: string | undefined): Promise<Answer[]> => {
    const wanted = new Map(plans.flatMap((plan) => ('office' in plan ? [[keyOf(plan), plan]] : [])))
    const looked = await Promise.all(
      Array.from(wanted, async ([key, plan]) => ({ key, plan, known: await plan.office.known(plan.asked) })),
    )
    const answers = new Map<string, Answer>()
    for (const { key, known } of looked) if (known) answers.set(key, { finding: known, wasKnown: true })
    const unknown = looked.filter(({ known }) => !known)
    const leaveRoom = room?.takeRoom(unknown.length, client)
    const places = createPlaces()
    const asking = unknown.map(async ({ key, plan }) => {
      const finding = await answerTo(plan, places.next(plan.office), waiting)
      answers.set(key, { finding, wasKnown: false })
    })
    await Promise.all(asking).finally(leaveRoom)
    return plans.map((plan) => answerOf(plan, answers))
  }
}

/** Counts a request's checks per cloud, for fair queueing: its first check precedes the second one of another request. */
function createPlaces() {
  const taken = new Map<CloudOffice, number>()
  return {
    next(office: CloudOffice): number {
      const order = taken.get(office) ?? 0
      taken.set(office, order + 1)
      return order
    },
  }
}

function answerOf(plan: Plan, answers: ReadonlyMap<string, Answer>): Answer {
  const answer = 'finding' in plan ? { finding: plan.finding, wasKnown: false } : answers.get(keyOf(plan))
  if (!answer) throw new Error('a check was planned and not answered')
  return answer
}

function keyOf({ asked: { share, password } }: Askable): string {
  return `${share.url} ${password}`
}

function resultOf(item: CheckItem, plan: Plan | undefined, answer: Answer | undefined): CheckResult {
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
