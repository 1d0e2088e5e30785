// Several replicas in one process: their Redis connections and messages only.
import { onTestFinished } from 'vitest'
import { createPubSub, type PubSub } from '../../src/replicas/pubsub.ts'
import { openRedisClient, type RedisClient } from '../../src/replicas/redis-client.ts'
import { startRedis, type TestRedis } from './redis.ts'

export interface TestReplica {
  readonly id: string
  readonly redis: RedisClient
  readonly events: PubSub
  /** Log lines. */
  readonly said: readonly string[]
}

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
export async function joinReplica(
  { url }: Pick<TestRedis, 'url'>,
  id: string,
  timings: Partial<typeof patient> = {},
): Promise<TestReplica> {
  const said: string[] = []
  const hear = (...words: readonly unknown[]) => void said.push(words.map((word) => JSON.stringify(word)).join(' '))
  const log = { info: hear, warn: hear, error: hear }
  const line = await openRedisClient({ url, log, timings: { ...patient, ...timings } })
  onTestFinished(() => line.close())
  const events = createPubSub({ redis: line, id, log })
  // Redis drops messages until the subscription is active.
  await line.run((redis) => redis.ping())
  return { id, redis: line, events, said }
}
