// Asks made once for all replicas: the replica that locks the key of an ask makes it, the others wait for its result.
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import type { Metrics } from '../observability/metrics.ts'
import { parseJson } from '../observability/parse-json.ts'
import { failureOf } from '../upstream/ask/ask.ts'
import {
  type AskCoordinator,
  type RemoteAskEnd,
  type SharedAsk,
  toOutcome,
  type UpstreamResult,
} from '../upstream/ask/coordination.ts'
import { sourceIdOfKey } from '../upstream/cache/answer-entry.ts'
import { keepAlive } from './liveness.ts'
import { type ReplicaContext, readClock } from './replica-context.ts'
import { type AskLock, answeredMessage, failureShape, redisKeysOf, type SharedAnswers } from './shared-answers.ts'

interface SharedAsksContext extends Pick<ReplicaContext, 'redis' | 'events' | 'liveness' | 'epochMs'> {
  readonly answers: SharedAnswers
  readonly metrics: Pick<Metrics, 'gauge'>
}

/** Poll interval while waiting, because messages may be lost. */
const pollMs = 400
/** After a forced ask, further forced asks within this time get its result. */
const forcedTtlMs = 10_000
/** How long a failure is stored, for waiting replicas and further callers. */
const failureTtlMs = 30_000

/**
 * Returns a result that the caller has not seen, the failure before the older answer, with its age in milliseconds; else locks the key and
 * returns the time; else returns nothing: a living replica has the lock. Locks of dead replicas that nobody asks for expire.
 */
const beginScript = `${readClock}${keepAlive}
local failure = redis.call('GET', KEYS[2])
if failure and failure ~= ARGV[5] then
  return { 'failed', failure, string.format('%.0f', ${failureTtlMs} - redis.call('PTTL', KEYS[2])) }
end
local at, given, forced = unpack(redis.call('HMGET', KEYS[1], 'a', 't', 'h'))
if at and at ~= ARGV[4] then
  return { 'answered', at, string.format('%.0f', math.max(0, now - given)), forced }
end
local holder = redis.call('GET', KEYS[3])
if holder and isAlive(string.match(holder, '^%S*')) then return {} end
redis.call('SET', KEYS[3], ARGV[6], 'PX', 600000)
return { 'locked', string.format('%.0f', now) }`

/** Ends a lock that still is the caller's: stores the failure, if there is one, and publishes the end. */
const endScript = `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[2])
if ARGV[2] ~= '' then redis.call('SET', KEYS[1], ARGV[2], 'PX', ${failureTtlMs}) end
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1`

const beginReply = z.array(z.string())
const failedAsk = z.object({ failure: failureShape, isCacheable: z.boolean() })
/** A failure as it is stored; also with `by`, its lock, so that two alike differ. */
const storedFailure = failedAsk.extend({ forcedMs: z.number().optional() })

/** Creates the asks, whose answers are stored in `answers`. */
export function createSharedAsks(context: SharedAsksContext): AskCoordinator {
  const { redis, events, answers, metrics } = context
  /** Emits the key of an ask that may have ended. */
  const wakeups = new EventEmitter().setMaxListeners(0)
  let saved = 0
  const help = 'Asks since startup that were saved because another replica made them.'
  metrics.gauge({ name: 'trawl_fleet_asks_saved', help }, () => saved)
  const waiting = 'Asks that wait for the result of another replica.'
  metrics.gauge({ name: 'trawl_fleet_asks_waiting', help: waiting }, () =>
    wakeups.eventNames().reduce((sum, key) => sum + wakeups.listenerCount(key), 0),
  )
  const acquire = createAcquire(context, wakeups)
  events.subscribe('released', z.object({ key: z.string() }), ({ key }) => void wakeups.emit(key))
  redis.onDown(() => {
    for (const key of wakeups.eventNames()) wakeups.emit(key)
  })
  return {
    onMissedMessages: events.onMissedMessages,
    onRemoteAskEnd: (listener) =>
      subscribeResults(context, (askEnd) => {
        listener(askEnd)
        wakeups.emit(askEnd.key)
      }),
    async once(shared, ask) {
      const { key, signal } = shared
      const acquired = await acquire(shared)
      if (acquired === undefined) return ask()
      if ('outcome' in acquired) {
        saved += Number(!signal.aborted)
        return { ...acquired, isRemote: true }
      }
      let failure: z.infer<typeof failedAsk> | undefined
      try {
        const result = await ask((entry, forMs) => answers.store(key, { entry, forMs }, acquired))
        const { outcome, isCacheable } = result
        // The reason of an abort says nothing about the upstream.
        if (outcome.state === 'failed' && !signal.aborted) failure = { failure: outcome.failure, isCacheable }
        return result
      } finally {
        release(key, acquired, failure, context)
      }
    },
  }
}

/** A caller that looks for the result of another replica. */
interface Requester extends SharedAsk {
  readonly beganAt: number
  /** Unique in this process. */
  readonly number: number
  /** The results that it has seen and does not accept: the time of the answer, the text of the failure. */
  readonly seen: { answered: string; failed: string }
}

/** Creates the function that resolves to the result of another replica, or to the lock; undefined if Redis is unavailable. */
function createAcquire(context: SharedAsksContext, wakeups: EventEmitter) {
  const { epochMs } = context
  let count = 0
  return async (shared: SharedAsk): Promise<AskLock | UpstreamResult<never> | undefined> => {
    const { key, wanted, signal } = shared
    count += 1
    const seen = { answered: wanted.maxAgeMs === 0 ? '' : String(wanted.knownAt ?? ''), failed: '' }
    const requester = { ...shared, beganAt: epochMs(), number: count, seen }
    let wakeup: ReturnType<typeof nextWakeup> | undefined
    try {
      while (!signal.aborted) {
        const found = await look(requester, context)
        if (found !== 'held') return found
        await wakeup?.promise
        // From the second time on it waits from before the look, so that no message in between is missed.
        wakeup = nextWakeup(wakeups, key, signal)
      }
      return { outcome: { state: 'failed', failure: failureOf(signal.reason) }, isCacheable: false }
    } finally {
      wakeup?.end()
    }
  }
}

/** Looks into Redis for a result, and locks the key if there is none. */
async function look(
  requester: Requester,
  context: SharedAsksContext,
): Promise<AskLock | UpstreamResult<never> | 'held' | undefined> {
  const { redis, liveness, epochMs, answers } = context
  const { key, wanted, beganAt, number, seen } = requester
  const waitedMs = epochMs() - beganAt
  const token = `${liveness.id()} ${number}`
  const args = [...redisKeysOf(key), ...liveness.scriptArgs(), seen.answered, seen.failed, token]
  const found = await redis.run(async (commands) => beginReply.parse(await commands.eval(beginScript, 3, ...args)))
  if (!found) return undefined
  const [state, value = '', age, forced = ''] = found
  if (state === undefined) return 'held'
  const forcedMs = () => (wanted.maxAgeMs === 0 ? epochMs() - beganAt : undefined)
  if (state === 'locked') return { token, lockedAt: Number(value), forcedMs }
  seen[state === 'failed' ? state : 'answered'] = value
  const ageMs = Number(age)
  const result =
    state === 'failed'
      ? findFailure(value, { ...requester, waitedMs, ageMs })
      : await findAnswer(forced, { ...requester, waitedMs, ageMs }, answers)
  return result ?? look(requester, context)
}

type FoundResult = Requester & { readonly waitedMs: number; readonly ageMs: number }

/** Whether it is newer than the request, or of a forced ask so recent that no other forced one is needed. */
function isLatest({ wanted, waitedMs, ageMs }: FoundResult, forcedMs: number | undefined): boolean {
  return ageMs < waitedMs || (wanted.maxAgeMs === 0 && forcedMs !== undefined && ageMs + forcedMs <= forcedTtlMs)
}

function findFailure(json: string, found: FoundResult): UpstreamResult<never> | undefined {
  const { data } = storedFailure.safeParse(parseJson(json))
  if (!data) return undefined
  const { failure, isCacheable, forcedMs } = data
  if (!isLatest(found, forcedMs) && !(isCacheable && found.wanted.maxAgeMs === undefined)) return undefined
  return { outcome: { state: 'failed', failure }, isCacheable }
}

async function findAnswer(
  forcedMs: string,
  found: FoundResult,
  answers: SharedAnswers,
): Promise<UpstreamResult<never> | undefined> {
  const { key, wanted, ageMs, waitedMs } = found
  const isNew = isLatest(found, forcedMs === '' ? undefined : Number(forcedMs))
  // The answer may be large, and is not read if it cannot serve.
  const shared = isNew || wanted.maxAgeMs !== 0 ? await answers.read(key) : undefined
  if (!shared || !wanted.accepts(shared.entry, isNew)) return undefined
  const entry = await answers.adopt(key, shared)
  return { outcome: toOutcome(entry, ageMs < waitedMs ? 'fresh' : 'cached'), isCacheable: false }
}

/** Resolves when the key is emitted, when the poll interval has passed, when the signal aborts, or by `end`. */
function nextWakeup(wakeups: EventEmitter, key: string, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    clearTimeout(timer)
    wakeups.off(key, end)
    signal.removeEventListener('abort', end)
    resolve()
  }
  const timer = setTimeout(end, pollMs)
  wakeups.on(key, end)
  signal.addEventListener('abort', end)
  return { promise, end }
}

/** Ends the lock, if the answer that was stored has not; shares a failure. */
function release(
  key: string,
  { token, forcedMs }: AskLock,
  failed: z.infer<typeof failedAsk> | undefined,
  { redis, events }: SharedAsksContext,
): void {
  const stored = failed ? JSON.stringify({ ...failed, forcedMs: forcedMs(), by: token }) : ''
  const { channel, message } = events.publishArgs(failed ? 'failed' : 'released', { key, ...failed })
  const [, failureKey, lockKey] = redisKeysOf(key)
  void redis.run((commands) => commands.eval(endScript, 2, failureKey, lockKey, token, stored, channel, message))
}

function subscribeResults({ events, answers }: SharedAsksContext, listener: (askEnd: RemoteAskEnd) => void): void {
  events.subscribe('answered', answeredMessage, ({ key, isNew, failure }) => {
    answers.invalidate(key)
    const ended = isNew ? { state: 'fresh' as const, failure } : undefined
    listener({ key, source: sourceIdOfKey(key), isCacheable: false, ended })
  })
  events.subscribe('failed', failedAsk.extend({ key: z.string() }), ({ key, failure, isCacheable }) => {
    listener({ key, source: sourceIdOfKey(key), isCacheable, ended: { state: 'failed', failure } })
  })
}
