// What stops checks of a cloud for a while after it failed, above what stops single hosts.
import { createBreaker } from '../../upstream/breaker.ts'
import type { BreakerNews } from '../../upstream/breaker-pause.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import type { Verdict } from './check.ts'

/** What came of a check: what the cloud said and when (epoch milliseconds), or why it said nothing, and whether it was asked at all. */
export type Told =
  | { readonly verdict: Verdict; readonly at: number }
  | { readonly error: UpstreamError; readonly wasAsked: boolean }

export interface CloudBreaker {
  /** Asks the cloud. @throws UpstreamError `open` while it is left alone. */
  through(ask: (signal: AbortSignal) => Promise<Outcome<Verdict>>, signal: AbortSignal): Promise<Told>
  /** The error for who would ask now, while the cloud is left alone. */
  rest(): UpstreamError | undefined
}

/** A cloud that fails three times in a row, or says that we ask too much, is left alone for five minutes. */
const rules = { failures: 3, pauseMs: 5 * 60_000, blockedMs: 5 * 60_000, longestMs: 60 * 60_000 }

/** Makes the breaker of a cloud; `now` is in epoch milliseconds. With `news` it goes by what other replicas say too. */
export function createCloudBreaker(cloud: string, now: () => number, news?: BreakerNews): CloudBreaker {
  const breaker = createBreaker(cloud, now, rules, news)
  return {
    async through(ask, signal) {
      const word = breaker.leave()
      if (word !== undefined) await word
      const passage = breaker.enter()
      const told = await ask(signal).then(toldBy, (error: unknown) => {
        passage.withdrawn()
        throw error
      })
      // A host that is left alone was left alone for other reasons as well: nothing new is known of the cloud.
      if (signal.aborted || ('error' in told && !told.wasAsked)) passage.withdrawn()
      else if ('error' in told) passage.failed(told.error)
      else passage.succeeded()
      return told
    },
    rest: () => (breaker.state() === 'open' ? breaker.rest() : undefined),
  }
}

/** An older verdict is none: it was asked for anew because it is too old. One that is kept all the same another replica asked for just now. */
function toldBy(outcome: Outcome<Verdict>): Told {
  const isNew = outcome.state === 'fresh' || outcome.state === 'cached'
  const [verdict] = isNew ? outcome.items : []
  if (isNew && verdict) return { verdict, at: outcome.at.getTime() }
  const { kind, detail }: Failure = outcome.failure ?? { kind: 'mismatch', detail: 'the check gave no verdict' }
  return { error: new UpstreamError(kind, detail), wasAsked: kind !== 'open' }
}
