// The checker of one cloud: findings of earlier checks, and asks in the queue of the cloud, behind its circuit breaker.
import { LRUCache } from 'lru-cache'
import { sleep } from '../../async/abortable.ts'
import { clockSkewMs, isRunning } from '../../async/ages.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { CachedAnswer } from '../../upstream/cache/answer-entry.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { CircuitBreaker } from '../../upstream/host/circuit-breaker.ts'
import type { UpstreamHost, UpstreamHosts } from '../../upstream/host/hosts.ts'
import { createCallers, type Limit, type Queue, runQueued } from '../../upstream/host/queue.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type CheckedShare, type CheckLimits, type CheckVerdict, type CloudCheck, checkSource } from './check.ts'
import { type CheckFinding, failureTexts, findingOf, ttlByState, uncertain } from './check-result.ts'
import type { LinkHealthCache } from './health-cache.ts'
import type { ShareToCheck } from './parse-item.ts'

export type CloudChecker = ReturnType<typeof createCloudChecker>

export interface CloudCheckerDeps {
  readonly upstream: Pick<Upstream, 'ask' | 'cached'>
  readonly knownHealth: Pick<LinkHealthCache, 'set'>
  readonly metrics: Pick<Metrics, 'recordLinkCheck'>
  /** Each cloud is a host here, with a queue and a breaker of its own, in addition to those of the hosts that it has. */
  readonly clouds: Pick<UpstreamHosts, 'get'>
  /** Limits concurrent checks over all clouds. */
  readonly limit: Limit
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** The caller of a check. */
export interface CheckCaller {
  /** Checks take turns by these names. */
  readonly turn: string
  /** The client, which may use a share of the queue; undefined for one that is not limited. */
  readonly client?: string | undefined
  /** Aborts when the caller does not wait any more. A check that has begun goes on then. */
  readonly signal: AbortSignal
}

/** Maximum queue length. A cloud takes a few checks a second, so more could not run within any deadline. */
const maxQueueLength = 1_000

/** A verdict and its time (epoch milliseconds), or why there is none; `open` if the cloud was not asked. */
type CheckAttempt = { readonly verdict: CheckVerdict; readonly at: number } | { readonly error: UpstreamError }

/** Lifetime of an uncertain result while a host's breaker is open; its end is not known here. */
const openBreakerTtlMs = 60_000

export function createCloudChecker(cloud: string, check: CloudCheck, parts: CloudCheckerDeps) {
  const { upstream, clouds, limit, epochMs } = parts
  const source = checkSource(cloud, check)
  const findings = createFindings(cloud, check, parts)
  const host = clouds.get(source.id, check.manners.parallel)
  const { queue, breaker } = host
  const known = async (asked: ShareToCheck) =>
    findings.known(asked, await upstream.cached(source, toCheckedShare(asked)))

  /** Asks about a share that has its turn, unless that was done meanwhile. `onBegin` is called when the cloud is asked. */
  async function ask(asked: ShareToCheck, signal: AbortSignal, onBegin: () => void): Promise<CheckFinding> {
    const permit = breaker.acquire()
    let ended: CheckAttempt | undefined
    let release: (() => void) | undefined
    try {
      const found = await known(asked)
      if (found) return found
      release = await waitForStart(host, check.manners, epochMs(), signal)
      permit.check()
      onBegin()
      // Allows reuse of remembered cookies and tokens.
      const options = { maxAgeMs: 0, allowsRemembered: true }
      ended = toAttempt(await upstream.ask(source, toCheckedShare(asked), options))
      return findings.conclude(asked, ended)
    } finally {
      settle(permit, ended)
      release?.()
    }
  }

  return {
    answerWithoutAsking: findings.answerWithoutAsking,
    /** The finding of an earlier check, if still valid. */
    known,
    /** Checks a share in its turn. Uncertain for this caller only if too many wait, or if it leaves before there is a verdict. */
    async check(asked: ShareToCheck, { turn, client, signal }: CheckCaller): Promise<CheckFinding> {
      if (!signal.aborted && !hasRoom(queue, client))
        return uncertain('too many checks of this cloud wait already; ask again', epochMs(), 0)
      let late = 'not asked in time; ask again'
      const onBegin = () => {
        late = 'the cloud has not answered yet; ask again'
      }
      const callers = createCallers({ limits: [limit], client: turn })
      try {
        return await runQueued(queue, { callers, signal, work: () => ask(asked, signal, onBegin) })
      } catch (error) {
        if (error instanceof UpstreamError && error.kind === 'open') return findings.conclude(asked, { error })
        if (signal.aborted) return uncertain(late, epochMs(), 0)
        throw error
      }
    },
    /** Whether no check is queued or running and the breaker is not open. */
    isIdle: () => queue.limit.running === 0 && queue.limit.waiting.size === 0 && breaker.state() !== 'open',
  }
}

/** Whether there is room for a client, which may use half of what others leave. */
function hasRoom({ limit, clients }: Queue, client = ''): boolean {
  return limit.waiting.size + (clients.get(client)?.waiting ?? 0) < maxQueueLength
}

/** Tells the breaker how a check ended; `undefined`: the cloud was not asked. */
function settle(permit: ReturnType<CircuitBreaker['acquire']>, ended: CheckAttempt | undefined): void {
  // An open breaker of a host may have other reasons; it says nothing new about the cloud.
  if (!ended || ('error' in ended && ended.error.kind === 'open')) permit.abandoned()
  else if ('error' in ended) permit.failed(ended.error)
  else permit.succeeded()
}

/** Waits until a check may start, some time after the start of the one before, here and in all replicas. Resolves to what ends it. */
async function waitForStart(
  { rates, acquireSlot }: Pick<UpstreamHost, 'rates' | 'acquireSlot'>,
  { parallel, spacingMs }: CheckLimits,
  now: number,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  // A clock that was set back must not make checks wait for longer than those before them take.
  const waitMs = rates.takeTurn({ perMs: spacingMs }, now, parallel * spacingMs) ?? 0
  if (waitMs > 0) await sleep(waitMs, signal)
  return acquireSlot?.(signal, spacingMs)
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
function createFindings(cloud: string, check: CloudCheck, { knownHealth, metrics, epochMs }: CloudCheckerDeps) {
  const uncertainFindings = new LRUCache<string, CheckFinding>({ maxSize: maxUncertain, sizeCalculation: () => 1 })

  function recordHealth(asked: ShareToCheck, finding: CheckFinding): CheckFinding {
    const { state, at } = finding
    if (state === 'bad' && check.isGoneEverywhere?.(toCheckedShare(asked)) === false) return finding
    // A code typed by a caller may be wrong; that says nothing about the share.
    const isLocked = state === 'locked' && asked.password === ''
    if (state === 'ok' || state === 'bad' || isLocked) knownHealth.set(asked.share.key, { state, at })
    return finding
  }

  const failed = ({ kind, retryAfterMs = openBreakerTtlMs }: UpstreamError) =>
    uncertain(failureTexts[kind], epochMs(), kind === 'open' ? retryAfterMs : ttlByState.uncertain)

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
      const finding = 'error' in attempt ? failed(attempt.error) : findingOf(attempt.verdict, attempt.at)
      metrics.recordLinkCheck(cloud, finding.state)
      if ('verdict' in attempt) return recordHealth(asked, finding)
      if (attempt.error.kind !== 'open') uncertainFindings.set(keyOf(asked), finding)
      return finding
    },
  }
}
