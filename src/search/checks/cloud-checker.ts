// The checker of one cloud: cached verdicts, the check queue, and recording of new verdicts.
import type { Metrics } from '../../observability/metrics.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { CheckedShare, CloudCheck } from './check.ts'
import { type CheckAttempt, type CheckJob, type CheckQueueDeps, createCheckQueue } from './check-queue.ts'
import { type CheckFinding, failureTexts, findingOf, uncertain } from './check-result.ts'
import type { LinkHealthCache } from './health-cache.ts'
import type { ShareToCheck } from './parse-item.ts'
import { checkSource, type VerdictCache } from './verdict-cache.ts'

export type CloudChecker = ReturnType<typeof createCloudChecker>

export interface CloudCheckerDeps extends Omit<CheckQueueDeps, 'cloud' | 'manners'> {
  readonly upstream: Pick<Upstream, 'ask'>
  readonly known: VerdictCache
  readonly knownHealth: Pick<LinkHealthCache, 'set'>
  readonly metrics: Pick<Metrics, 'recordLinkCheck'>
}

/** Lifetime of an uncertain result while a host's breaker is open; its end is not known here. */
const openBreakerTtlMs = 60_000

export function createCloudChecker(cloud: string, check: CloudCheck, parts: CloudCheckerDeps) {
  const { upstream, known, knownHealth, metrics, epochMs } = parts
  const source = checkSource(cloud, check)
  const queue = createCheckQueue({ ...parts, cloud, manners: check.manners })

  const recordHealth = (asked: ShareToCheck, finding: CheckFinding): CheckFinding => {
    const { state, at } = finding
    if (state === 'bad' && check.isGoneEverywhere?.(toCheckedShare(asked)) === false) return finding
    // A code typed by a caller may be wrong; that says nothing about the share.
    const isLocked = state === 'locked' && asked.password === ''
    if (state === 'ok' || state === 'bad' || isLocked) knownHealth.set(asked.share.key, { state, at })
    return finding
  }
  const toFinding = (asked: ShareToCheck, attempt: CheckAttempt): CheckFinding => {
    if ('verdict' in attempt) return recordHealth(asked, findingOf(attempt.verdict, attempt.at))
    const words = failureTexts[attempt.error.kind]
    if (attempt.wasAsked) return known.recordUncertain(source, toCheckedShare(asked), words)
    return uncertain(words, epochMs(), attempt.error.retryAfterMs ?? openBreakerTtlMs)
  }
  return {
    /** A finding that needs no ask; undefined if the cloud must be asked. */
    answerWithoutAsking(asked: ShareToCheck): CheckFinding | undefined {
      const verdict = check.unasked?.(toCheckedShare(asked))
      // The page recognises by the first words of the summary that a retry would not help.
      const prefix = verdict?.state === 'uncertain' ? 'cannot be asked: ' : ''
      return verdict && findingOf({ ...verdict, summary: prefix + verdict.summary }, epochMs())
    },
    /** The cached finding, if still valid. */
    async known(asked: ShareToCheck): Promise<CheckFinding | undefined> {
      const finding = await known.get(source, toCheckedShare(asked))
      return finding && recordHealth(asked, finding)
    },
    /** Joins the queued or running check of the share, or queues it (see `CheckJob`); undefined if the queue has no room for this client. */
    enqueue(asked: ShareToCheck, order: number, caller: Pick<CheckJob, 'client' | 'turn'> = {}) {
      return queue.join({
        key: keyOf(asked),
        order,
        ...caller,
        // Allows reuse of remembered cookies and tokens.
        ask: (signal) => upstream.ask(source, toCheckedShare(asked), { maxAgeMs: 0, allowsRemembered: true, signal }),
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

/** Equal for checks of the same share with the same access code. */
export function keyOf({ share, password }: ShareToCheck): string {
  return `${share.url} ${password}`
}

function toCheckedShare({ share: { code, url }, password }: ShareToCheck): CheckedShare {
  return { code, password, url }
}
