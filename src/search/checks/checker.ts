// Checks of shares: what is known is told, the clouds are asked for the rest, side by side and by a deadline.
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

export interface ChecksParts extends Pick<OfficeParts, 'book' | 'metrics' | 'sharedLines' | 'now'> {
  /** By the names of the clouds. */
  readonly checks: ReadonlyMap<string, CloudCheck>
  readonly upstream: Pick<Upstream, 'ask' | 'kept'>
  /** What an operator wants never to be shown is not asked about either. */
  readonly bans?: Pick<Bans, 'isShareBanned' | 'isAddressBanned'> | undefined
  /** The room there is for asking; without it there always is. */
  readonly room?: Room | undefined
}

interface Room {
  /** Takes room for so many asks, and gives what leaves it again; throws when there is none. */
  takeRoom(asks: number, client?: string): () => void
}

/** How a request is to be answered. */
export interface CheckWant {
  /** From now on, in milliseconds. */
  readonly deadlineMs: number
  /** Aborts when the caller leaves: what only he waits for is not asked then. */
  readonly signal: AbortSignal
  /** For whom links are checked, where that counts. */
  readonly client?: string | undefined
}

export interface Checks {
  /**
   * What is known of each link, in the order of the items, by the deadline. Rejects with the signal's reason when the caller leaves, as
   * `takeRoom` throws, and else only for a bug of ours.
   */
  check(items: readonly CheckItem[], want: CheckWant): Promise<CheckResult[]>
  /** Can shares of that kind be checked at all? */
  canCheck(share: Share): boolean
  /** Can a share be checked, and has its cloud nothing else to do at the moment? */
  isIdle(share: Share): boolean
  /**
   * Asks about a share behind the scenes, after all that somebody waits for, unless what is known of it serves. Gives until when that is
   * believed (epoch milliseconds), and whether nobody had to be asked.
   */
  recheck(asked: ShareToCheck): Promise<{ readonly until: number; readonly wasKnown: boolean }>
}

/** So many at once over all clouds; each has a limit of its own below this. */
const mostAtOnce = 8

/** Behind all that somebody waits for: a request has at most 256 items. */
const behind = 1_000

const notAsked = 'not asked in time; ask again'

/** An item with whom to ask, or with what is to be said without asking. */
type Plan =
  | { readonly asked: ShareToCheck; readonly office: CloudOffice }
  | { readonly asked?: ShareToCheck | undefined; readonly finding: Finding }
type Askable = Extract<Plan, { office: unknown }>

/** A finding, and whether it was known before. */
interface Answer {
  readonly finding: Finding
  readonly wasKnown: boolean
}

/** Makes the checks of all clouds. */
export function createChecks(parts: ChecksParts): Checks {
  const { now } = parts
  const known = createKnownVerdicts(parts.upstream, now)
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
      // Unlike a caller's, the code of this share is the one that sources tell.
      if (found?.state === 'locked') parts.book.note(asked.share.key, { state: 'locked', at: found.at })
      if (finding) return { until: finding.until, wasKnown: true }
      return { until: found?.until ?? now(), wasKnown: false }
    },
  }
}

/** Makes what plans how an item is answered. */
function createPlanning(offices: ReadonlyMap<string, CloudOffice>, { bans, now }: ChecksParts) {
  const isBanned = ({ share }: ShareToCheck) => bans?.isShareBanned(share.key) || bans?.isAddressBanned(share.url)
  return ({ asked, why }: ReadItem): Plan => {
    if (!asked) return { finding: unsupported(why ?? 'nothing to be checked', now()) }
    // Not even its canonical address is told.
    if (isBanned(asked)) return { finding: unsupported('blocked by the operator of this service', now()) }
    const office = offices.get(asked.share.type)
    if (!office || why !== undefined)
      return { asked, finding: unsupported(why ?? `links of the kind ${asked.share.type} cannot be checked`, now()) }
    // Before the line: what nobody is asked about waits for nothing, and says nothing of the cloud.
    const finding = office.unasked(asked)
    return finding ? { asked, finding } : { asked, office }
  }
}

/** Makes what answers plans, in their order; equal ones are one check. */
function createAnswering({ now, room }: Pick<ChecksParts, 'now' | 'room'>) {
  async function answerTo({ asked, office }: Askable, order: number, waiting: Waiting): Promise<Finding> {
    if (waiting.isOver()) return uncertain(notAsked, now(), 0)
    const place = office.join(asked, order)
    if (!place) return uncertain('too many checks of this cloud wait already; ask again', now(), 0)
    const found = await waiting.for(place)
    const late = place.hasBegun() ? 'the cloud has not answered yet; ask again' : notAsked
    return found ?? uncertain(late, now(), 0)
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

/** Counts the checks that one request has in each line: its first goes before the second of another request. */
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
