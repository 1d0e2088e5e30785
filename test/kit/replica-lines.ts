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

/** Starts a Redis and `count` replicas that use it; they end with the test. */
export async function startReplicas(count: number, args: readonly string[] = []) {
  const server = await startRedis(args)
  const replicas = await Promise.all(names.slice(0, count).map((id) => joinReplica(server, id)))
  return { server, replicas }
}

/** Adds a replica. */
export async function joinReplica({ url }: Pick<TestRedis, 'url'>, id: string): Promise<TestReplica> {
  const said: string[] = []
  const hear = (...words: readonly unknown[]) => void said.push(words.map((word) => JSON.stringify(word)).join(' '))
  const log = { info: hear, warn: hear, error: hear }
  const line = await openRedisClient({ url, log })
  onTestFinished(() => line.close())
  const events = createPubSub({ redis: line, id, log })
  // Redis drops messages until the subscription is active.
  await line.run((redis) => redis.ping())
  return { id, redis: line, events, said }
}
