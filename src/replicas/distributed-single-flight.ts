// Distributed single flight: the replica that holds the lock of a key asks, the others wait for its result.
import type { Metrics } from '../observability/metrics.ts'
import type { AskCoordinator, AskLock, LockOrResult, RemoteAskEnd } from '../upstream/ask/coordination.ts'
import { failureOf } from '../upstream/ask/run-ask.ts'
import { sourceIdOfKey } from '../upstream/cache/answer-entry.ts'
import type { Lock } from './locks.ts'
import { answeredMessage } from './redis-answers.ts'
import {
  failedMessage,
  findSharedResult,
  type Requester,
  type SingleFlightContext,
  storeFailure,
} from './shared-results.ts'

/** Poll interval while waiting, because messages may be lost. */
const pollMs = 400

export function createDistributedSingleFlight(
  context: SingleFlightContext,
  metrics: Pick<Metrics, 'gauge'>,
): AskCoordinator {
  const { redis, events, locks, epochMs } = context
  const waiters = createKeyWaiters()
  let saved = 0
  const help = 'Asks since startup that were saved because another replica made them.'
  metrics.gauge({ name: 'trawl_fleet_asks_saved', help }, () => saved)
  const waiting = 'Asks that wait for the result of another replica.'
  metrics.gauge({ name: 'trawl_fleet_asks_waiting', help: waiting }, waiters.count)
  locks.onReleased(waiters.notify)
  redis.onDown(waiters.notifyAll)

  async function tryAcquire(requester: Requester): Promise<LockOrResult | 'held' | undefined> {
    // The order of the commands matters: a result is stored before its lock is released, so the next holder finds it.
    const [lock, result] = await Promise.all([locks.acquire(requester.key), findSharedResult(requester, context)])
    if (result) {
      saved += 1
      if (typeof lock !== 'string') void lock.release({ isPublished: true })
      return { result }
    }
    if (lock === 'alone') return undefined
    return lock === 'held' ? 'held' : { lock: createAskLock(requester, lock, context) }
  }

  return {
    onMissedMessages: events.onMissedMessages,
    onRemoteAskEnd(listener) {
      subscribeResults(context, (askEnd) => {
        listener(askEnd)
        waiters.notify(askEnd.key)
      })
    },
    async acquire(key, acceptance, signal) {
      const startedAt = epochMs()
      const waiter = waiters.wait(key, signal)
      try {
        while (!signal.aborted) {
          // Registered before the lookup, so that no message in between is missed.
          const wakeup = waiter.next()
          const acquired = await tryAcquire({ key, acceptance, waitedMs: epochMs() - startedAt })
          if (acquired !== 'held') return acquired
          await wakeup
        }
        return { result: { failure: failureOf(signal.reason), isCacheable: false } }
      } finally {
        waiter.end()
      }
    },
  }
}

function subscribeResults({ events, answers }: SingleFlightContext, listener: (askEnd: RemoteAskEnd) => void): void {
  events.subscribe('answered', answeredMessage, ({ key, isNew, failure }) => {
    answers.invalidate(key)
    const ended = isNew ? { state: 'fresh' as const, failure } : undefined
    listener({ key, source: sourceIdOfKey(key), isCacheable: false, ended })
  })
  events.subscribe('failed', failedMessage, ({ key, failure, isSoForNow: isCacheable }) => {
    listener({ key, source: sourceIdOfKey(key), isCacheable, ended: { state: 'failed', failure } })
  })
}

function createAskLock({ key, acceptance }: Requester, lock: Lock, context: SingleFlightContext): AskLock {
  const isForced = acceptance.maxAgeMs === 0
  let isPublished = false
  return {
    store(entry, forMs) {
      isPublished = true
      const fetchInfo = { fencingToken: lock.fencingToken, tookMs: lock.heldMs(), isForced }
      return context.answers.store(key, { entry, forMs }, fetchInfo)
    },
    storeFailure(failure, isCacheable) {
      // Another replica may have asked since, with success.
      if (!lock.isHeld()) return
      isPublished = true
      storeFailure(key, { failure, isCacheable }, isForced ? lock.heldMs() : undefined, context)
    },
    release: () => void lock.release({ isPublished }),
  }
}

/** Creates a table of waiters, woken by messages, and by a timer, because messages may be lost. */
function createKeyWaiters() {
  const waiting = new Map<string, Set<() => void>>()

  function notify(key: string): void {
    for (const wake of waiting.get(key) ?? []) wake()
  }

  return {
    notify,
    notifyAll(): void {
      for (const key of waiting.keys()) notify(key)
    },
    count: () => waiting.values().reduce((sum, { size }) => sum + size, 0),
    wait(key: string, signal: AbortSignal) {
      let wakeup = Promise.withResolvers<void>()
      let timer: NodeJS.Timeout | undefined
      const wake = () => wakeup.resolve()
      const others = waiting.get(key) ?? new Set()
      waiting.set(key, others.add(wake))
      signal.addEventListener('abort', wake, { once: true })
      return {
        /** Resolves at the next notification, when the poll interval has passed, or when the signal aborts. */
        next(): Promise<void> {
          clearTimeout(timer)
          wakeup = Promise.withResolvers()
          timer = setTimeout(wake, pollMs)
          if (signal.aborted) wake()
          return wakeup.promise
        },
        end(): void {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          others.delete(wake)
          if (others.size === 0 && waiting.get(key) === others) waiting.delete(key)
        },
      }
    },
  }
}
