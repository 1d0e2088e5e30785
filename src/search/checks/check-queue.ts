// The check queue of one cloud: concurrency, spacing, order and circuit breaker of checks.
import PQueue from 'p-queue'
import { createSingleFlight, type Flight } from '../../async/single-flight.ts'
import { createQueueTicket, type QueueTicket } from '../../upstream/ask/slot-queue.ts'
import { abortedCallError, UpstreamError } from '../../upstream/errors.ts'
import type { BreakerChannel } from '../../upstream/host/breaker-timing.ts'
import { createCircuitBreaker } from '../../upstream/host/circuit-breaker.ts'
import { createFairQueue } from '../../upstream/host/fair-queue.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import type { CheckLimits, CheckVerdict } from './check.ts'
import type { CheckFinding } from './check-result.ts'

export interface QueuedCheck {
  /** Resolves to the finding; undefined if the check was cancelled. */
  readonly flight: Flight<CheckFinding | undefined>
  hasBegun(): boolean
}

/** The outcome of a check: verdict and time (epoch milliseconds), or the error and whether the cloud was asked at all. */
export type CheckAttempt =
  | { readonly verdict: CheckVerdict; readonly at: number }
  | { readonly error: UpstreamError; readonly wasAsked: boolean }

/** A check to queue. */
export interface CheckJob {
  /** Checks with equal keys are run once. */
  readonly key: string
  /** Lower gets one of the slots of all clouds first. */
  readonly order: number
  /** Checks take turns by these names; one without comes after all others. */
  readonly turn?: string | undefined
  /** The client, which may use a share of the queue; undefined for one that is not limited. */
  readonly client?: string | undefined
  /** Asks the cloud. */
  ask(signal: AbortSignal): Promise<Outcome<CheckVerdict>>
  /** Turns the attempt into a finding. Called once per check, also if no caller waits any more. */
  conclude(attempt: CheckAttempt): CheckFinding
}

/** The limits that replicas share per cloud. */
export interface SharedCheckLimits {
  /** Waits until a check may start under the limits over all replicas; resolves to a function that ends it. Rejects with the signal's reason. */
  acquire(cloud: string, manners: CheckLimits, signal: AbortSignal): Promise<() => void>
  breakerChannel(cloud: string): BreakerChannel
}

export interface CheckQueueDeps {
  readonly cloud: string
  readonly manners: CheckLimits
  /** Limits concurrent checks over all clouds. */
  readonly slots: PQueue
  /** Defined if there are other replicas. */
  readonly sharedLines?: SharedCheckLimits | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Maximum queue length. A cloud takes a few checks a second, so more could not run within any deadline. */
const maxQueueLength = 1_000

interface QueueEntry {
  readonly client: string | undefined
  readonly ticket: QueueTicket
  /** Removes it from the queue if it has not started. */
  readonly removal: AbortController
  isBegun: boolean
  readonly onBegin: (() => void) | undefined
}

export function createCheckQueue(parts: CheckQueueDeps) {
  const { parallel, spacingMs } = parts.manners
  // `strict` counts each start: with fixed windows two checks could start back to back.
  const spacing = spacingMs === 0 ? {} : { interval: spacingMs, intervalCap: 1, strict: true }
  const queue = new PQueue({ concurrency: parallel, ...spacing })
  const flights = createSingleFlight<CheckFinding | undefined>(abortedCallError)
  const entries = new Map<QueuedCheck['flight'], QueueEntry>()
  const turns = createFairQueue()
  const breaker = createCloudBreaker(parts.cloud, parts.epochMs, parts.sharedLines?.breakerChannel(parts.cloud))
  const run = createRunner(parts, breaker, entries)

  return {
    /** Joins the queued or running check with that key, or queues it; undefined if the queue is full. */
    join(job: CheckJob): QueuedCheck | undefined {
      const { client, turn } = job
      const place = turn === undefined ? undefined : turns.enqueue(turn)
      const position = { slots: queue, order: place ? -place.priority : Number.MAX_SAFE_INTEGER }
      const flight = flights.current(job.key)
      const known = flight && entries.get(flight)
      if (known) {
        known.ticket.alsoWaitAt(position)
        place?.end()
        return { flight, hasBegun: () => known.isBegun }
      }
      if (!hasRoom(queue, entries.values(), client)) {
        place?.end()
        return undefined
      }
      const ticket = createQueueTicket(position, job.key)
      const entry = { client, ticket, removal: new AbortController(), isBegun: false, onBegin: place?.start }
      const started = flights.start(job.key, async (signal) => {
        const attempt = await run(job, entry, signal)
        return signal.aborted ? undefined : job.conclude(attempt)
      })
      entries.set(started, entry)
      const remove = () => {
        place?.end()
        entries.delete(started)
      }
      started.result.then(remove, remove)
      return { flight: started, hasBegun: () => entry.isBegun }
    },
    /** Whether no check is queued or running and the breaker is not open. */
    isIdle: () => queue.size === 0 && queue.pending === 0 && !breaker.rejection(),
  }
}

/** A client may use half of what others leave, so that there is room for the next one. */
function hasRoom({ size }: PQueue, entries: IteratorObject<QueueEntry>, client: string | undefined): boolean {
  if (size >= maxQueueLength || client === undefined) return size < maxQueueLength
  const queued = entries.filter((entry) => !entry.isBegun && entry.client === client).toArray().length
  return size + queued < maxQueueLength
}

/** Creates the runner of queued checks. When the breaker opens, all checks that have not started are rejected at once. */
function createRunner(
  { cloud, manners, slots, sharedLines }: CheckQueueDeps,
  breaker: ReturnType<typeof createCloudBreaker>,
  entries: ReadonlyMap<unknown, QueueEntry>,
) {
  const rejectWaiting = () => {
    const rejection = breaker.rejection()
    if (rejection) for (const { isBegun, removal } of entries.values()) if (!isBegun) removal.abort(rejection)
  }
  return async ({ order, ask }: CheckJob, entry: QueueEntry, signal: AbortSignal): Promise<CheckAttempt> => {
    const { ticket, removal } = entry
    signal.addEventListener('abort', () => removal.abort(signal.reason), { once: true })
    const begin = () => {
      entry.isBegun = true
      entry.onBegin?.()
      return breaker.run(ask, signal).finally(rejectWaiting)
    }
    const turn = async () => {
      const end = await sharedLines?.acquire(cloud, manners, removal.signal)
      return slots.add(begin, { priority: -order, signal: removal.signal }).finally(end)
    }
    try {
      const rejection = breaker.rejection()
      if (rejection) throw rejection
      return await ticket.run(turn, removal.signal)
    } catch (error) {
      if (error instanceof UpstreamError) return { error, wasAsked: false }
      throw error
    }
  }
}

/** Opens for five minutes after three failures in a row or a rate limit. */
const rules = { failureThreshold: 3, openMs: 5 * 60_000, blockedMs: 5 * 60_000, maxOpenMs: 60 * 60_000 }

/** Creates the breaker of a cloud, in addition to the breakers of single hosts; `epochMs` is in epoch milliseconds. `news` shares its state with other replicas. */
function createCloudBreaker(cloud: string, epochMs: () => number, news?: BreakerChannel) {
  const breaker = createCircuitBreaker(cloud, epochMs, rules, news)
  return {
    /** Asks the cloud. @throws UpstreamError `open` while the breaker is open. */
    async run(
      ask: (signal: AbortSignal) => Promise<Outcome<CheckVerdict>>,
      signal: AbortSignal,
    ): Promise<CheckAttempt> {
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
