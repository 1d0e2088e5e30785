// Distributed single flight: the replica that holds the lock of a key asks, the others wait for its result.
import { z } from 'zod'
import type { Metrics } from '../metrics.ts'
import { failureOf } from '../upstream/ask-upstream.ts'
import { sourceOf } from '../upstream/kept.ts'
import type { Claim, Errand, News, Others } from '../upstream/others.ts'
import { createBells } from './bells.ts'
import type { Events } from './events.ts'
import { answered } from './far-answers.ts'
import type { Lease, Leases } from './leases.ts'
import { type Asker, failedAsk, type LookParts, leaveFailure, leftFor } from './left.ts'
import type { RedisLine } from './redis.ts'
import type { SharedAnswers } from './shared-answers.ts'

export interface OnceParts extends Pick<LookParts, 'far'> {
  readonly line: Pick<RedisLine, 'ask' | 'onDown'>
  readonly events: Pick<Events, 'announcement' | 'on' | 'onGap'>
  readonly leases: Pick<Leases, 'take' | 'onFree'>
  readonly answers: Pick<SharedAnswers, 'keep' | 'take' | 'outdate'>
  readonly metrics: Pick<Metrics, 'gauge'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Poll interval while waiting, because messages may be lost. */
const lookMs = 400

const failedMessage = failedAsk.extend({ key: z.string() })

/** Creates the distributed single flight. */
export function createOnce(parts: OnceParts): Others {
  const { line, events, leases, metrics, epochMs } = parts
  const bells = createBells(lookMs)
  let saved = 0
  const help = 'Asks since startup that were saved because another replica made them.'
  metrics.gauge({ name: 'trawl_fleet_asks_saved', help }, () => saved)
  metrics.gauge(
    { name: 'trawl_fleet_asks_waiting', help: 'Asks that wait for the result of another replica.' },
    bells.count,
  )
  leases.onFree(bells.ring)
  line.onDown(bells.ringAll)

  async function look(asker: Asker): Promise<Claim | 'held' | undefined> {
    // The order of the commands matters: a result is stored before its lock is released, so the next holder finds it.
    const [lease, told] = await Promise.all([leases.take(asker.key), leftFor(asker, parts)])
    if (told) {
      saved += 1
      if (typeof lease !== 'string') void lease.release({ isTold: true })
      return { told }
    }
    if (lease === 'alone') return undefined
    return lease === 'held' ? 'held' : { errand: errandOf(asker, lease, parts) }
  }

  return {
    onGap: events.onGap,
    onNews(hear) {
      hearNews(parts, (news) => {
        hear(news)
        bells.ring(news.key)
      })
    },
    async claim(key, wanted, signal) {
      const begunAt = epochMs()
      const bell = bells.hang(key, signal)
      try {
        while (!signal.aborted) {
          // Registered before the lookup, so that no message in between is missed.
          const rung = bell.next()
          const acquired = await look({ key, wanted, waitedMs: epochMs() - begunAt })
          if (acquired !== 'held') return acquired
          await rung
        }
        return { told: { failure: failureOf(signal.reason), isSoForNow: false } }
      } finally {
        bell.end()
      }
    },
  }
}

function hearNews({ events, answers }: Pick<OnceParts, 'events' | 'answers'>, hear: (news: News) => void): void {
  events.on('answered', answered, ({ key, isNew, failure }) => {
    answers.outdate(key)
    const ended = isNew ? { state: 'fresh' as const, failure } : undefined
    hear({ key, source: sourceOf(key), isSoForNow: false, ended })
  })
  events.on('failed', failedMessage, ({ key, failure, isSoForNow }) => {
    hear({ key, source: sourceOf(key), isSoForNow, ended: { state: 'failed', failure } })
  })
}

function errandOf({ key, wanted }: Asker, lease: Lease, { line, events, answers }: OnceParts): Errand {
  const isForced = wanted.maxAgeMs === 0
  let isTold = false
  return {
    keep(kept, forMs) {
      isTold = true
      return answers.keep(key, { kept, forMs }, { fence: lease.fence, tookMs: lease.heldMs(), isForced })
    },
    failed(failure, isSoForNow) {
      // Another replica may have asked since, with success.
      if (!lease.isHeld()) return
      isTold = true
      const forcedTookMs = isForced ? lease.heldMs() : undefined
      const announced = events.announcement('failed', { key, failure, isSoForNow })
      void leaveFailure(line, key, { failure, isSoForNow }, { ...announced, forcedTookMs })
    },
    end: () => void lease.release({ isTold }),
  }
}
