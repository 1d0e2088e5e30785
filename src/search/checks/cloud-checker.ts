// The checker of one cloud: cached verdicts, the check queue, and recording of new verdicts.
import type PQueue from 'p-queue'
import type { Metrics } from '../../observability/metrics.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { CloudCheck } from './check.ts'
import { createCheckQueue, type QueuedCheck, type SharedCheckLimits } from './check-queue.ts'
import { type CheckFinding, failureTexts, findingOf, unaskedFinding, uncertain } from './check-result.ts'
import type { CheckAttempt } from './cloud-breaker.ts'
import type { LinkHealthCache } from './health-cache.ts'
import type { ShareToCheck } from './parse-item.ts'
import { checkSource, type VerdictCache } from './verdict-cache.ts'

export interface CloudChecker {
  /** A finding that needs no ask; undefined if the cloud must be asked. */
  answerWithoutAsking(asked: ShareToCheck): CheckFinding | undefined
  /** The cached finding, if still valid. */
  known(asked: ShareToCheck): Promise<CheckFinding | undefined>
  /** Joins the queued or running check of the share, or queues it (lower order first); undefined if the queue is full. */
  enqueue(asked: ShareToCheck, order: number): QueuedCheck | undefined
  /** Whether no check is queued or running and the breaker is not open. */
  isIdle(): boolean
}

export interface CloudCheckerDeps {
  readonly upstream: Pick<Upstream, 'ask'>
  readonly known: VerdictCache
  readonly book: Pick<LinkHealthCache, 'set'>
  readonly metrics: Pick<Metrics, 'recordLinkCheck'>
  /** Limits concurrent checks over all clouds. */
  readonly slots: PQueue
  /** Defined if there are other replicas. */
  readonly sharedLines?: SharedCheckLimits | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Lifetime of an uncertain result while a host's breaker is open; its end is not known here. */
const openBreakerTtlMs = 60_000

/** Creates the checker of a cloud. */
export function createCloudChecker(cloud: string, check: CloudCheck, parts: CloudCheckerDeps): CloudChecker {
  const { upstream, known, book, metrics, epochMs } = parts
  const source = checkSource(cloud, check)
  const queue = createCheckQueue({ ...parts, cloud, manners: check.manners })

  const recordHealth = (asked: ShareToCheck, finding: CheckFinding): CheckFinding => {
    const { state, at } = finding
    if (state === 'bad' && check.isGoneEverywhere?.(toCheckedShare(asked)) === false) return finding
    // A code typed by a caller may be wrong; that says nothing about the share.
    const isLocked = state === 'locked' && asked.password === ''
    if (state === 'ok' || state === 'bad' || isLocked) book.set(asked.share.key, { state, at })
    return finding
  }
  const toFinding = (asked: ShareToCheck, attempt: CheckAttempt): CheckFinding => {
    if ('verdict' in attempt) return recordHealth(asked, findingOf(attempt.verdict, attempt.at))
    const words = failureTexts[attempt.error.kind]
    if (attempt.wasAsked) return known.recordUncertain(source, toCheckedShare(asked), words)
    return uncertain(words, epochMs(), attempt.error.retryAfterMs ?? openBreakerTtlMs)
  }
  return {
    answerWithoutAsking(asked) {
      const verdict = check.unasked?.(toCheckedShare(asked))
      return verdict && unaskedFinding(verdict, epochMs())
    },
    async known(asked) {
      const finding = await known.get(source, toCheckedShare(asked))
      return finding && recordHealth(asked, finding)
    },
    enqueue(asked, order) {
      const share = toCheckedShare(asked)
      return queue.join({
        key: `${share.url} ${share.password}`,
        order,
        // Allows reuse of remembered cookies and tokens.
        ask: (signal) => upstream.ask(source, share, { maxAgeMs: 0, allowsRemembered: true, signal }),
        conclude(attempt) {
          const finding = toFinding(asked, attempt)
          metrics.recordLinkCheck(cloud, finding.state)
          return finding
        },
      })
    },
    isIdle: queue.isIdle,
  }
}

function toCheckedShare({ share: { code, url }, password }: ShareToCheck) {
  return { code, password, url }
}
