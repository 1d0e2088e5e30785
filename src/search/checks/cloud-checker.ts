// The checker of one cloud: verdicts of earlier checks, and the queue and the circuit breaker before the cloud.
import { LRUCache } from 'lru-cache'
import { sleep } from '../../async/abortable.ts'
import { clockSkewMs, isRunning } from '../../async/ages.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { CachedAnswer } from '../../upstream/cache/answer-entry.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { type BreakerChannel, createCircuitBreaker } from '../../upstream/host/circuit-breaker.ts'
import { createCallers, createQueue, type Queue, runQueued } from '../../upstream/host/queue.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type CheckedShare, type CheckLimits, type CheckVerdict, type CloudCheck, checkSource } from './check.ts'
import { type CheckFinding, failureTexts, findingOf, ttlByState, uncertain } from './check-result.ts'
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
  readonly slots: Queue
  /** Defined if there are other replicas. */
  readonly sharedLines?: SharedCheckLimits | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** The caller of a check. */
interface CheckCaller {
  /** Checks take turns by these names. */
  readonly turn: string
  /** The client, which may use a share of the queue; undefined for one that is not limited. */
  readonly client?: string | undefined
  /** Aborts when the caller does not wait any more. A check that has begun goes on then. */
  readonly signal: AbortSignal
  /** Called when the cloud is asked. */
  onBegin?(): void
}

/** A check that has not begun. */
interface WaitingCheck {
  readonly client: string | undefined
  readonly removal: AbortController
}

/** Maximum queue length. A cloud takes a few checks a second, so more could not run within any deadline. */
const maxQueueLength = 1_000

/** A verdict and its time (epoch milliseconds), or why there is none; `open` if the cloud was not asked. */
type CheckAttempt = { readonly verdict: CheckVerdict; readonly at: number } | { readonly error: UpstreamError }

/** Lifetime of an uncertain result while a host's breaker is open; its end is not known here. */
const openBreakerTtlMs = 60_000

/** Opens for five minutes after three failures in a row or a rate limit, in addition to the breakers of single hosts. */
const breakerRules = { failureThreshold: 3, openMs: 5 * 60_000, blockedMs: 5 * 60_000, maxOpenMs: 60 * 60_000 }

export function createCloudChecker(cloud: string, check: CloudCheck, parts: CloudCheckerDeps) {
  const { upstream, metrics } = parts
  const source = checkSource(cloud, check)
  const findings = createFindings(check, parts)
  const breaker = createCloudBreaker(cloud, parts)
  const queue = createCheckQueue(cloud, check.manners, parts)
  const known = async (asked: ShareToCheck) =>
    findings.known(asked, await upstream.cached(source, toCheckedShare(asked)))

  function conclude(asked: ShareToCheck, attempt: CheckAttempt): CheckFinding {
    const finding = findings.conclude(asked, attempt)
    metrics.recordLinkCheck(cloud, finding.state)
    return finding
  }
  async function ask(asked: ShareToCheck): Promise<CheckFinding> {
    // Allows reuse of remembered cookies and tokens.
    const options = { maxAgeMs: 0, allowsRemembered: true }
    const attempt = await breaker.run(() => upstream.ask(source, toCheckedShare(asked), options))
    const rejection = breaker.rejection()
    if (rejection) queue.rejectWaiting(rejection)
    return conclude(asked, attempt)
  }

  return {
    answerWithoutAsking: findings.answerWithoutAsking,
    /** The finding of an earlier check, if still valid. */
    known,
    hasRoom: queue.hasRoom,
    /** Checks a share in its turn, unless that was done meanwhile; undefined if the caller left before it began. */
    async check(asked: ShareToCheck, caller: CheckCaller): Promise<CheckFinding | undefined> {
      try {
        breaker.throwIfOpen()
        return await queue.run(caller, { known: () => known(asked), ask: () => ask(asked) })
      } catch (error) {
        if (error instanceof UpstreamError && error.kind === 'open') return conclude(asked, { error })
        if (caller.signal.aborted) return undefined
        throw error
      }
    },
    /** Whether no check is queued or running and the breaker is not open. */
    isIdle: () => queue.isIdle() && !breaker.rejection(),
  }
}

/** What a check does in its turn. */
interface CheckWork {
  /** The finding of another check of the share that has ended meanwhile. */
  known(): Promise<CheckFinding | undefined>
  ask(): Promise<CheckFinding>
}

/** Creates the queue of the checks of a cloud: so many at once, so far apart, in the turns of their callers. */
function createCheckQueue(cloud: string, manners: CheckLimits, { slots, sharedLines, epochMs }: CloudCheckerDeps) {
  const queue = createQueue(manners.parallel)
  const spacing = createSpacing(manners, epochMs)
  const waiting = new Set<WaitingCheck>()

  async function runInTurn(one: WaitingCheck, onBegin: CheckCaller['onBegin'], { known, ask }: CheckWork) {
    const { signal } = one.removal
    const finding = await known()
    if (finding) return finding
    await spacing(signal)
    const end = await sharedLines?.acquire(cloud, manners, signal)
    const work = () => {
      waiting.delete(one)
      onBegin?.()
      return ask()
    }
    return await runQueued(slots, { callers: createCallers(), signal, work }).finally(end)
  }

  return {
    /** Whether there is room for this client, which may use half of what others leave. */
    hasRoom(client: string | undefined): boolean {
      const own = client === undefined ? [] : [...waiting].filter((one) => one.client === client)
      return queue.limit.waiting.size + own.length < maxQueueLength
    },
    /** Rejects with the reason of the signal, or of `rejectWaiting`, if it has not begun. */
    async run({ turn, client, signal, onBegin }: CheckCaller, work: CheckWork): Promise<CheckFinding> {
      signal.throwIfAborted()
      const one = { client, removal: new AbortController() }
      const onLeave = () => waiting.has(one) && one.removal.abort(signal.reason)
      signal.addEventListener('abort', onLeave, { once: true })
      waiting.add(one)
      const callers = createCallers({ limits: [], client: turn })
      const queued = { callers, signal: one.removal.signal, work: () => runInTurn(one, onBegin, work) }
      return await runQueued(queue, queued).finally(() => {
        waiting.delete(one)
        signal.removeEventListener('abort', onLeave)
      })
    },
    rejectWaiting(reason: UpstreamError): void {
      for (const { removal } of waiting) removal.abort(reason)
    },
    isIdle: () => queue.limit.running === 0 && queue.limit.waiting.size === 0,
  }
}

/** Creates the function that waits until a check may start: some time after the start of the one before. */
function createSpacing({ parallel, spacingMs }: CheckLimits, epochMs: () => number) {
  let nextAt = 0
  return async (signal: AbortSignal): Promise<void> => {
    const now = epochMs()
    // At most so many wait here; a clock that was set back must not make them wait longer.
    const waitMs = Math.min(Math.max(0, nextAt - now), parallel * spacingMs)
    nextAt = now + waitMs + spacingMs
    if (waitMs > 0) await sleep(waitMs, signal)
  }
}

/** Creates the breaker of a cloud, in addition to those of single hosts. */
function createCloudBreaker(cloud: string, { epochMs, sharedLines }: CloudCheckerDeps) {
  const breaker = createCircuitBreaker(cloud, epochMs, breakerRules, sharedLines?.breakerChannel(cloud))
  const rejection = () => (breaker.state() === 'open' ? breaker.rejection() : undefined)
  return {
    /** The error that an ask would get now; undefined unless the breaker is open. */
    rejection,
    throwIfOpen(): void {
      const error = rejection()
      if (error) throw error
    },
    /** Asks the cloud. @throws UpstreamError `open` while the breaker is open. */
    async run(ask: () => Promise<Outcome<CheckVerdict>>): Promise<CheckAttempt> {
      const permit = breaker.acquire()
      const attempt = await ask().then(toAttempt, (error: unknown) => {
        permit.abandoned()
        throw error
      })
      // An open breaker of a host may have other reasons; it says nothing new about the cloud.
      if (!('error' in attempt)) permit.succeeded()
      else if (attempt.error.kind === 'open') permit.abandoned()
      else permit.failed(attempt.error)
      return attempt
    },
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
