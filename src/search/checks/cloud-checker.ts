// The checker of one cloud: verdicts of earlier checks, and the queue and the circuit breaker before the cloud.
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { clockSkewMs, isRunning } from '../../async/ages.ts'
import { type Flight, isJoinable } from '../../async/single-flight.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { CachedAnswer } from '../../upstream/cache/answer-entry.ts'
import { abortedCallError, UpstreamError } from '../../upstream/errors.ts'
import type { BreakerChannel } from '../../upstream/host/breaker-timing.ts'
import { createCircuitBreaker } from '../../upstream/host/circuit-breaker.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type CheckedShare, type CheckLimits, type CheckVerdict, type CloudCheck, checkSource } from './check.ts'
import { type CheckFinding, failureTexts, findingOf, ttlByState, uncertain } from './check-result.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import type { LinkHealthCache } from './health-cache.ts'
import type { ShareToCheck } from './parse-item.ts'

export type CloudChecker = ReturnType<typeof createCloudChecker>

/** The limits that replicas share per cloud. */
export interface SharedCheckLimits {
  /** Waits until a check may start under the limits over all replicas; resolves to a function that ends it. Rejects with the signal's reason. */
  acquire(cloud: string, manners: CheckLimits, signal: AbortSignal): Promise<() => void>
  breakerChannel(cloud: string): BreakerChannel
}

export interface CloudCheckerDeps {
  readonly upstream: Pick<Upstream, 'ask' | 'cached'>
  readonly knownHealth: Pick<LinkHealthCache, 'set'>
  readonly metrics: Pick<Metrics, 'recordLinkCheck'>
  /** Limits concurrent checks over all clouds. */
  readonly slots: PQueue
  /** Defined if there are other replicas. */
  readonly sharedLines?: SharedCheckLimits | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** The caller of a check. */
interface CheckCaller {
  /** Checks take turns by these names; one without comes after all others. */
  readonly turn?: string | undefined
  /** The client, which may use a share of the queue; undefined for one that is not limited. */
  readonly client?: string | undefined
}

/** A check that waits or runs. Its flight resolves to the finding; to undefined if the check was cancelled. */
export interface QueuedCheck {
  readonly flight: Flight<CheckFinding | undefined>
  readonly client: string | undefined
  /** `next`: it waits for a slot of all clouds, and of all replicas. */
  state: 'queued' | 'next' | 'begun'
  /** Those in the queue with the highest run first. */
  priority: number
  /** Its id in the queue. */
  readonly id: string
}

/** A verdict and its time (epoch milliseconds), or why there is none; `open` if the cloud was not asked. */
type CheckAttempt = { readonly verdict: CheckVerdict; readonly at: number } | { readonly error: UpstreamError }

/** Lifetime of an uncertain result while a host's breaker is open; its end is not known here. */
const openBreakerTtlMs = 60_000

/** Opens for five minutes after three failures in a row or a rate limit, in addition to the breakers of single hosts. */
const breakerRules = { failureThreshold: 3, openMs: 5 * 60_000, blockedMs: 5 * 60_000, maxOpenMs: 60 * 60_000 }

export function createCloudChecker(cloud: string, check: CloudCheck, parts: CloudCheckerDeps) {
  const { upstream, metrics, epochMs } = parts
  const source = checkSource(cloud, check)
  const breaker = createCircuitBreaker(cloud, epochMs, breakerRules, parts.sharedLines?.breakerChannel(cloud))
  const rejection = () => (breaker.state() === 'open' ? breaker.rejection() : undefined)
  const queue = createCheckQueue(cloud, check.manners, parts)
  const findings = createFindings(check, parts)

  async function ask(asked: ShareToCheck, signal: AbortSignal): Promise<CheckAttempt> {
    const permit = breaker.acquire()
    // Allows reuse of remembered cookies and tokens.
    const options = { maxAgeMs: 0, allowsRemembered: true, signal }
    const attempt = await upstream.ask(source, toCheckedShare(asked), options).then(toAttempt, (error: unknown) => {
      permit.abandoned()
      throw error
    })
    // An open breaker of a host may have other reasons; it says nothing new about the cloud.
    if (signal.aborted || ('error' in attempt && attempt.error.kind === 'open')) permit.abandoned()
    else if ('error' in attempt) permit.failed(attempt.error)
    else permit.succeeded()
    const reason = rejection()
    if (reason) queue.rejectWaiting(reason)
    return attempt
  }
  const conclude = (asked: ShareToCheck, attempt: CheckAttempt): CheckFinding => {
    const finding = findings.conclude(asked, attempt)
    metrics.recordLinkCheck(cloud, finding.state)
    return finding
  }

  return {
    answerWithoutAsking: findings.answerWithoutAsking,
    /** The finding of an earlier check, if still valid. */
    known: async (asked: ShareToCheck) => findings.known(asked, await upstream.cached(source, toCheckedShare(asked))),
    /** Joins the queued or running check of the share, or queues it; undefined if the queue has no room for this client. */
    enqueue: (asked: ShareToCheck, caller: CheckCaller = {}) =>
      queue.join(keyOf(asked), caller, {
        rejection,
        ask: (signal) => ask(asked, signal),
        conclude: (attempt) => conclude(asked, attempt),
      }),
    /** Whether no check is queued or running and the breaker is not open. */
    isIdle: () => queue.isIdle() && !rejection(),
  }
}

/** Equal for checks of the same share with the same access code. */
export function keyOf({ share, password }: ShareToCheck): string {
  return `${share.url} ${password}`
}

function toCheckedShare({ share: { code, url }, password }: ShareToCheck): CheckedShare {
  return { code, password, url }
}

/** Ignores stale verdicts. A `cached` one counts: another replica has just asked for it. */
function toAttempt(outcome: Outcome<CheckVerdict>): CheckAttempt {
  const isNew = outcome.state === 'fresh' || outcome.state === 'cached'
  const [verdict] = isNew ? outcome.items : []
  if (isNew && verdict) return { verdict, at: outcome.at.getTime() }
  const { kind, detail }: Failure = outcome.failure ?? { kind: 'mismatch', detail: 'the check gave no verdict' }
  return { error: new UpstreamError(kind, detail) }
}

/** How long findings are valid, perhaps by the clock of another replica. */
const maxValidMs = Math.max(...Object.values(ttlByState)) + clockSkewMs

/** Uncertain results of a cloud in memory; verdicts are in the cache of answers. */
const maxUncertain = 1_000

/** Creates the findings about the shares of a cloud, whose health they tell. */
function createFindings(check: CloudCheck, { knownHealth, epochMs }: CloudCheckerDeps) {
  const uncertainFindings = new LRUCache<string, CheckFinding>({ maxSize: maxUncertain, sizeCalculation: () => 1 })

  function recordHealth(asked: ShareToCheck, finding: CheckFinding): CheckFinding {
    const { state, at } = finding
    if (state === 'bad' && check.isGoneEverywhere?.(toCheckedShare(asked)) === false) return finding
    // A code typed by a caller may be wrong; that says nothing about the share.
    const isLocked = state === 'locked' && asked.password === ''
    if (state === 'ok' || state === 'bad' || isLocked) knownHealth.set(asked.share.key, { state, at })
    return finding
  }

  return {
    /** A finding that needs no ask; undefined if the cloud must be asked. */
    answerWithoutAsking(asked: ShareToCheck): CheckFinding | undefined {
      const verdict = check.unasked?.(toCheckedShare(asked))
      // The page recognises by the first words of the summary that a retry would not help.
      const prefix = verdict?.state === 'uncertain' ? 'cannot be asked: ' : ''
      return verdict && findingOf({ ...verdict, summary: prefix + verdict.summary }, epochMs())
    },
    known(asked: ShareToCheck, cached: CachedAnswer<CheckVerdict> | undefined): CheckFinding | undefined {
      const [verdict] = cached?.items ?? []
      const verdictFinding = cached && verdict && findingOf(verdict, cached.at.getTime())
      const finding = [verdictFinding, uncertainFindings.get(keyOf(asked))].find(
        (one) => one && isRunning(one.until, epochMs(), maxValidMs),
      )
      return finding && recordHealth(asked, finding)
    },
    conclude(asked: ShareToCheck, attempt: CheckAttempt): CheckFinding {
      if ('verdict' in attempt) return recordHealth(asked, findingOf(attempt.verdict, attempt.at))
      const { kind, retryAfterMs = openBreakerTtlMs } = attempt.error
      if (kind === 'open') return uncertain(failureTexts.open, epochMs(), retryAfterMs)
      const finding = uncertain(failureTexts[kind], epochMs(), ttlByState.uncertain)
      uncertainFindings.set(keyOf(asked), finding)
      return finding
    },
  }
}

/** Maximum queue length. A cloud takes a few checks a second, so more could not run within any deadline. */
const maxQueueLength = 1_000

/** Checks without a turn come after all others. */
const lastPriority = Number.MIN_SAFE_INTEGER

/** What a check does. */
interface CheckWork {
  /** Why the cloud is not asked now; undefined if it may be. */
  rejection(): UpstreamError | undefined
  /** Throws UpstreamError `open` if the cloud may not be asked. */
  ask(signal: AbortSignal): Promise<CheckAttempt>
  /** Called once, also if no caller waits any more. */
  conclude(attempt: CheckAttempt): CheckFinding
}

/** Creates the queue of the checks of a cloud: so many at once, so far apart, in the turns of their callers. */
function createCheckQueue(cloud: string, manners: CheckLimits, { slots, sharedLines }: CloudCheckerDeps) {
  const { parallel, spacingMs } = manners
  // `strict` counts each start: with fixed windows two checks could start back to back.
  const spacing = spacingMs === 0 ? {} : { interval: spacingMs, intervalCap: 1, strict: true }
  const queue = new PQueue({ concurrency: parallel, ...spacing })
  const checks = new Map<string, QueuedCheck>()
  const turns = createFairQueue()
  let count = 0

  function start(key: string, { client, turn }: CheckCaller, work: CheckWork): QueuedCheck {
    const place = turn === undefined ? undefined : turns.enqueue(turn)
    const priority = place?.priority ?? lastPriority
    count += 1
    const { promise, resolve, reject } = Promise.withResolvers<CheckFinding | undefined>()
    const flight = { result: promise, controller: new AbortController(), abortError: abortedCallError, waiters: 0 }
    const check: QueuedCheck = { flight, client, state: 'queued', priority, id: `${count}` }
    const { signal } = flight.controller
    const ask = () => {
      check.state = 'begun'
      place?.start()
      return work.ask(signal)
    }
    const takeTurn = async () => {
      check.state = 'next'
      const end = await sharedLines?.acquire(cloud, manners, signal)
      return await slots.add(ask, { signal }).finally(end)
    }
    checks.set(key, check)
    const found = concludeCheck(work, signal, () => queue.add(takeTurn, { id: check.id, priority, signal }))
    found.then(resolve, reject).finally(() => {
      place?.end()
      if (checks.get(key) === check) checks.delete(key)
    })
    return check
  }

  return {
    join(key: string, caller: CheckCaller, work: CheckWork): QueuedCheck | undefined {
      const known = checks.get(key)
      if (!known || !isJoinable(known.flight))
        return hasRoom(queue, checks.values(), caller.client) ? start(key, caller, work) : undefined
      if (known.state === 'queued' && caller.turn !== undefined) bringForward(queue, known, turns.enqueue(caller.turn))
      return known
    },
    /** Rejects all checks that have not begun. */
    rejectWaiting(reason: UpstreamError): void {
      for (const { state, flight } of checks.values()) if (state !== 'begun') flight.controller.abort(reason)
    },
    isIdle: () => queue.size === 0 && queue.pending === 0,
  }
}

/** Another caller waits for the check too: the better turn counts. */
function bringForward(queue: PQueue, check: QueuedCheck, { priority, end }: ReturnType<FairQueue['enqueue']>): void {
  end()
  check.priority = Math.max(check.priority, priority)
  queue.setPriority(check.id, check.priority)
}

/** Waits for the attempt of a check; undefined if it was cancelled. */
async function concludeCheck(
  { rejection, conclude }: CheckWork,
  signal: AbortSignal,
  attemptInTurn: () => Promise<CheckAttempt>,
): Promise<CheckFinding | undefined> {
  try {
    const error = rejection()
    const attempt = error ? { error } : await attemptInTurn()
    return signal.aborted ? undefined : conclude(attempt)
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'open') return conclude({ error })
    if (signal.aborted) return undefined
    throw error
  }
}

/** A client may use half of what others leave, so that there is room for the next one. */
function hasRoom({ size }: PQueue, checks: IteratorObject<QueuedCheck>, client: string | undefined): boolean {
  if (size >= maxQueueLength || client === undefined) return size < maxQueueLength
  const queued = checks.filter((check) => check.state !== 'begun' && check.client === client).toArray().length
  return size + queued < maxQueueLength
}
