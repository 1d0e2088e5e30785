// Distributed single flight: the replica that holds the lock of a key asks, the others wait for its result.
import { z } from 'zod'
import type { Metrics } from '../observability/metrics.ts'
import type { AskCoordinator, AskLock, LockOrResult, RemoteAskEnd } from '../upstream/ask/coordination.ts'
import { failureOf } from '../upstream/ask/run-ask.ts'
import { sourceIdOfKey } from '../upstream/cache/answer-entry.ts'
import { createKeyWaiters } from './key-waiters.ts'
import type { Lock, Locks } from './locks.ts'
import type { PubSub } from './pubsub.ts'
import { answeredMessage } from './redis-answers.ts'
import type { RedisClient } from './redis-client.ts'
import type { SharedAnswers } from './shared-answers.ts'
import {
  failedAskShape,
  findSharedResult,
  type Requester,
  type ResultLookupDeps,
  storeFailure,
} from './shared-results.ts'

export interface DistributedSingleFlightDeps extends Pick<ResultLookupDeps, 'redisAnswers'> {
  readonly redis: Pick<RedisClient, 'run' | 'onDown'>
  readonly events: Pick<PubSub, 'publishArgs' | 'subscribe' | 'onMissedMessages'>
  readonly locks: Pick<Locks, 'acquire' | 'onReleased'>
  readonly answers: Pick<SharedAnswers, 'store' | 'adopt' | 'invalidate'>
  readonly metrics: Pick<Metrics, 'gauge'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Poll interval while waiting, because messages may be lost. */
const pollMs = 400

const failedMessage = failedAskShape.extend({ key: z.string() })

/** Creates the distributed single flight. */
export function createDistributedSingleFlight(parts: DistributedSingleFlightDeps): AskCoordinator {
  const { redis, events, locks, metrics, epochMs } = parts
  const waiters = createKeyWaiters(pollMs)
  let saved = 0
  const help = 'Asks since startup that were saved because another replica made them.'
  metrics.gauge({ name: 'trawl_fleet_asks_saved', help }, () => saved)
  metrics.gauge(
    { name: 'trawl_fleet_asks_waiting', help: 'Asks that wait for the result of another replica.' },
    waiters.count,
  )
  locks.onReleased(waiters.notify)
  redis.onDown(waiters.notifyAll)

  async function tryAcquire(requester: Requester): Promise<LockOrResult | 'held' | undefined> {
    // The order of the commands matters: a result is stored before its lock is released, so the next holder finds it.
    const [lock, result] = await Promise.all([locks.acquire(requester.key), findSharedResult(requester, parts)])
    if (result) {
      saved += 1
      if (typeof lock !== 'string') void lock.release({ isPublished: true })
      return { result }
    }
    if (lock === 'alone') return undefined
    return lock === 'held' ? 'held' : { lock: createAskLock(requester, lock, parts) }
  }

  return {
    onMissedMessages: events.onMissedMessages,
    onRemoteAskEnd(listener) {
      subscribeResults(parts, (askEnd) => {
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

function subscribeResults(
  { events, answers }: Pick<DistributedSingleFlightDeps, 'events' | 'answers'>,
  listener: (askEnd: RemoteAskEnd) => void,
): void {
  events.subscribe('answered', answeredMessage, ({ key, isNew, failure }) => {
    answers.invalidate(key)
    const ended = isNew ? { state: 'fresh' as const, failure } : undefined
    listener({ key, source: sourceIdOfKey(key), isCacheable: false, ended })
  })
  events.subscribe('failed', failedMessage, ({ key, failure, isSoForNow: isCacheable }) => {
    listener({ key, source: sourceIdOfKey(key), isCacheable, ended: { state: 'failed', failure } })
  })
}

function createAskLock(
  { key, acceptance }: Requester,
  lock: Lock,
  { redis, events, answers }: DistributedSingleFlightDeps,
): AskLock {
  const isForced = acceptance.maxAgeMs === 0
  let isPublished = false
  return {
    store(entry, forMs) {
      isPublished = true
      return answers.store(key, { entry, forMs }, { fencingToken: lock.fencingToken, tookMs: lock.heldMs(), isForced })
    },
    storeFailure(failure, isCacheable) {
      // Another replica may have asked since, with success.
      if (!lock.isHeld()) return
      isPublished = true
      const forcedTookMs = isForced ? lock.heldMs() : undefined
      const announced = events.publishArgs('failed', { key, failure, isSoForNow: isCacheable })
      void storeFailure(redis, key, { failure, isCacheable }, { ...announced, forcedTookMs })
    },
    release: () => void lock.release({ isPublished }),
  }
}
