// A real Redis for a test, and several replicas in one process that share requests and answers over it.
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import { createMetrics } from '../../src/observability/metrics.ts'
import { createLiveness, type LivenessTimings } from '../../src/replicas/liveness.ts'
import { createPubSub } from '../../src/replicas/pubsub.ts'
import { openRedisClient, type RedisClientOptions } from '../../src/replicas/redis-client.ts'
import { createSharedAnswers } from '../../src/replicas/shared-answers.ts'
import { createSharedAsks } from '../../src/replicas/shared-asks.ts'
import { createMemoryAnswers } from '../../src/store/memory/tiered-answers.ts'
import type { AskEnd } from '../../src/upstream/ask/coordination.ts'
import type { Limits, Outcome, Source } from '../../src/upstream/source.ts'
import { startOwnRedis } from './servers.ts'
import { makeUpstream } from './wire.ts'

export type TestRedis = Awaited<ReturnType<typeof startRedis>>

/** Starts a Redis that the test may break; `args` are further arguments of redis-server, such as `['--maxmemory', '1mb']`. */
export async function startRedis(args: readonly string[] = []) {
  const { url, child, kill, start } = await startOwnRedis(args)
  const client = new Redis(url.href, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  client.on('error', () => undefined)
  onTestFinished(async () => {
    client.disconnect()
    await kill()
  })
  return {
    ...{ url, port: Number(url.port) },
    /** A client for the test itself. */
    client,
    /** Ends it as a crash would and waits for that. */
    kill,
    /** Sends a signal: a crash, a freeze (`SIGSTOP`) or a resume (`SIGCONT`). */
    signal: (name: NodeJS.Signals) => void child().kill(name),
    /** Starts it again on the same port, empty. */
    async restart() {
      await kill()
      await start()
    },
  }
}

export type TestReplica = Awaited<ReturnType<typeof joinReplica>>

const names = ['A', 'B', 'C', 'D', 'E']

/** Time limits, in milliseconds, that a busy machine does not exceed. */
const patient = { commandMs: 10_000, connectMs: 10_000, startupWaitMs: 30_000 }

/** The time limit of a command, for tests in which Redis freezes. */
export const impatient = { commandMs: 250 }

/** Starts a Redis and `count` replicas that use it; they end with the test. `timings` replace the patient ones. */
export async function startReplicas(count: number, timings: Partial<typeof patient> = {}) {
  const server = await startRedis()
  const replicas = await Promise.all(names.slice(0, count).map((id) => joinReplica(server, id, timings)))
  return { server, replicas }
}

/** Adds a replica. */
export async function joinReplica({ url }: Pick<TestRedis, 'url'>, id: string, timings: Partial<typeof patient> = {}) {
  const text: string[] = []
  const addLine = (...words: readonly unknown[]) => void text.push(words.map((word) => JSON.stringify(word)).join(' '))
  const log = { info: addLine, warn: addLine, error: addLine }
  const line = await openRedisClient({ url, log, timings: { ...patient, ...timings } })
  onTestFinished(() => line.close())
  const events = createPubSub({ redis: line, id, log })
  // Redis drops messages until the subscription is active.
  await line.run((redis) => redis.ping())
  /** Starts the liveness of this replica; it ends with the test. */
  const startLiveness = (times: LivenessTimings = {}) => {
    let count = 0
    const newId = () => {
      count += 1
      return `${id}${count}`
    }
    const liveness = createLiveness(line, newId, times)
    onTestFinished(() => liveness.close())
    return liveness
  }
  return { id, redis: line, events, liveness: startLiveness, said: text }
}

interface Sharing {
  /** Epoch milliseconds; the real clock by default. */
  readonly epochMs?: () => number
  readonly times?: LivenessTimings
  readonly heard?: (source: string, outcome: Outcome<unknown>) => void
  readonly learned?: (source: string, ended: AskEnd) => void
}

/** Creates the parts that a replica asks with. */
export function makeSharing(
  { id, redis, events, liveness: createOne }: TestReplica,
  { epochMs = Date.now, times, ...listeners }: Sharing = {},
) {
  const local = createMemoryAnswers(10_000_000, epochMs)
  const metrics = createMetrics()
  const lines: string[] = []
  const log = pino({ level: 'warn', base: null }, { write: (text: string) => void lines.push(text) })
  const liveness = createOne(times)
  /** Outcomes of local asks, and of asks that another replica reported. */
  const received: Outcome<unknown>[] = []
  const learned: (readonly [string, AskEnd])[] = []
  const answers = createSharedAnswers({ redis, events, epochMs, log }, local)
  const { upstream } = makeUpstream({
    answers,
    coordinator: createSharedAsks({ redis, events, liveness, epochMs, answers, metrics }),
    onAskEnd(source, outcome) {
      received.push(outcome)
      listeners.heard?.(source, outcome)
    },
    onRemoteAskEnd(source, ended) {
      learned.push([source, ended])
      listeners.learned?.(source, ended)
    },
    metrics,
    log,
    epochMs,
  })
  onTestFinished(() => upstream.close())
  return { answers, id, line: redis, own: local, upstream, heard: received, learned, lines, metrics }
}

/** Creates a source that counts its asks and answers each with the result of `says`. */
export function makeSource(
  says: (query: string, count: number) => Promise<string[]> | string[],
  limits: Partial<Limits> = {},
  id = 'site',
) {
  const asked: string[] = []
  const source: Source<string, string> = {
    id,
    home: 'https://a.site.test/',
    limits,
    isItem: (item) => typeof item === 'string',
    async ask(query) {
      asked.push(query)
      return await says(query, asked.length)
    },
  }
  return { source, asked }
}

/** Opens a client that closes after the test, and collects its log lines; `set` writes a key and gives the answer. */
export async function openTestClient(url: URL, more: Partial<RedisClientOptions> = {}) {
  const text: string[] = []
  const addLine = (...words: readonly unknown[]) => void text.push(words.map((word) => JSON.stringify(word)).join(' '))
  const line = await openRedisClient({ url, log: { info: addLine, warn: addLine, error: addLine }, ...more })
  onTestFinished(() => line.close())
  const set = (key = 'a') => line.run((redis) => redis.set(key, '1'))
  const untilUp = (isUp = true) => vi.waitFor(() => expect(line.isUp()).toBe(isUp), { interval: 5 })
  return { line, said: text, set, untilUp }
}

/** The log lines of a client: Redis has gone, Redis is back. */
export const gone = expect.stringMatching(/^"Redis .*; running without shared state until it recovers"$/)
export const back = '"Redis is available; sharing state with other replicas"'
