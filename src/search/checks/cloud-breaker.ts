// Circuit breaker of a cloud's checks, in addition to the breakers of single hosts.
import { UpstreamError } from '../../upstream/errors.ts'
import type { BreakerChannel } from '../../upstream/host/breaker-timing.ts'
import { createCircuitBreaker } from '../../upstream/host/circuit-breaker.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import type { CheckVerdict } from './check.ts'

/** The outcome of a check: verdict and time (epoch milliseconds), or the error and whether the cloud was asked at all. */
export type CheckAttempt =
  | { readonly verdict: CheckVerdict; readonly at: number }
  | { readonly error: UpstreamError; readonly wasAsked: boolean }

/** Opens for five minutes after three failures in a row or a rate limit. */
const rules = { failureThreshold: 3, openMs: 5 * 60_000, blockedMs: 5 * 60_000, maxOpenMs: 60 * 60_000 }

/** Creates the breaker of a cloud; `epochMs` is in epoch milliseconds. `news` shares its state with other replicas. */
export function createCloudBreaker(cloud: string, epochMs: () => number, news?: BreakerChannel) {
  const breaker = createCircuitBreaker(cloud, epochMs, rules, news)
  return {
    /** Asks the cloud. @throws UpstreamError `open` while the breaker is open. */
    async run(
      ask: (signal: AbortSignal) => Promise<Outcome<CheckVerdict>>,
      signal: AbortSignal,
    ): Promise<CheckAttempt> {
      await breaker.trialPermission()
      const permit = breaker.acquire()
      const attempt = await ask(signal).then(toAttempt, (error: unknown) => {
        permit.abandoned()
        throw error
      })
      // An open breaker of a host may have other reasons; it says nothing new about the cloud.
      if (signal.aborted || ('error' in attempt && !attempt.wasAsked)) permit.abandoned()
      else if ('error' in attempt) permit.failed(attempt.error)
      else permit.succeeded()
      return attempt
    },
    /** The error that an ask would get now; undefined unless the breaker is open. */
    rejection: () => (breaker.state() === 'open' ? breaker.rejection() : undefined),
  }
}

/** Ignores stale verdicts. A `cached` one counts: another replica has just asked for it. */
function toAttempt(outcome: Outcome<CheckVerdict>): CheckAttempt {
  const isNew = outcome.state === 'fresh' || outcome.state === 'cached'
  const [verdict] = isNew ? outcome.items : []
  if (isNew && verdict) return { verdict, at: outcome.at.getTime() }
  const { kind, detail }: Failure = outcome.failure ?? { kind: 'mismatch', detail: 'the check gave no verdict' }
  return { error: new UpstreamError(kind, detail), wasAsked: kind !== 'open' }
}
