// Circuit breaker of a cloud's checks, in addition to the breakers of single hosts.
import { createBreaker } from '../../upstream/breaker.ts'
import type { BreakerNews } from '../../upstream/breaker-pause.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import type { Verdict } from './check.ts'

/** The outcome of a check: verdict and time (epoch milliseconds), or the error and whether the cloud was asked at all. */
export type Told =
  | { readonly verdict: Verdict; readonly at: number }
  | { readonly error: UpstreamError; readonly wasAsked: boolean }

export interface CloudBreaker {
  /** Asks the cloud. @throws UpstreamError `open` while the breaker is open. */
  through(ask: (signal: AbortSignal) => Promise<Outcome<Verdict>>, signal: AbortSignal): Promise<Told>
  /** The error that an ask would get now; undefined unless the breaker is open. */
  rest(): UpstreamError | undefined
}

/** Opens for five minutes after three failures in a row or a rate limit. */
const rules = { failures: 3, pauseMs: 5 * 60_000, blockedMs: 5 * 60_000, longestMs: 60 * 60_000 }

/** Creates the breaker of a cloud; `epochMs` is in epoch milliseconds. `news` shares its state with other replicas. */
export function createCloudBreaker(cloud: string, epochMs: () => number, news?: BreakerNews): CloudBreaker {
  const breaker = createBreaker(cloud, epochMs, rules, news)
  return {
    async through(ask, signal) {
      const word = breaker.leave()
      if (word !== undefined) await word
      const passage = breaker.enter()
      const told = await ask(signal).then(toldBy, (error: unknown) => {
        passage.withdrawn()
        throw error
      })
      // An open breaker of a host may have other reasons; it says nothing new about the cloud.
      if (signal.aborted || ('error' in told && !told.wasAsked)) passage.withdrawn()
      else if ('error' in told) passage.failed(told.error)
      else passage.succeeded()
      return told
    },
    rest: () => (breaker.state() === 'open' ? breaker.rest() : undefined),
  }
}

/** Ignores stale verdicts. A `cached` one counts: another replica has just asked for it. */
function toldBy(outcome: Outcome<Verdict>): Told {
  const isNew = outcome.state === 'fresh' || outcome.state === 'cached'
  const [verdict] = isNew ? outcome.items : []
  if (isNew && verdict) return { verdict, at: outcome.at.getTime() }
  const { kind, detail }: Failure = outcome.failure ?? { kind: 'mismatch', detail: 'the check gave no verdict' }
  return { error: new UpstreamError(kind, detail), wasAsked: kind !== 'open' }
}
