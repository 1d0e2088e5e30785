// Several replicas in one process, as far as they are lines to one Redis and what is told over them.
import { onTestFinished } from 'vitest'
import { createPubSub, type PubSub } from '../../src/replicas/pubsub.ts'
import { openRedisClient, type RedisClient } from '../../src/replicas/redis-client.ts'
import { startRedis, type TestRedis } from './redis.ts'

export interface TestReplica {
  readonly id: string
  readonly redis: RedisClient
  readonly events: PubSub
  /** What was logged. */
  readonly said: readonly string[]
}

const names = ['A', 'B', 'C', 'D', 'E']

/** A Redis with so many replicas, all of which use it; they end with the test. */
export async function startReplicas(count: number, args: readonly string[] = []) {
  const server = await startRedis(args)
  const replicas = await Promise.all(names.slice(0, count).map((id) => joinReplica(server, id)))
  return { server, replicas }
}

/** One more. */
export async function joinReplica({ url }: Pick<TestRedis, 'url'>, id: string): Promise<TestReplica> {
  const said: string[] = []
  const hear = (...words: readonly unknown[]) => void said.push(words.map((word) => JSON.stringify(word)).join(' '))
  const log = { info: hear, warn: hear, error: hear }
  const line = await openRedisClient({ url, log })
  onTestFinished(() => line.close())
  const events = createPubSub({ redis: line, id, log })
  // What is told before Redis knows who listens is heard by nobody.
  await line.run((redis) => redis.ping())
  return { id, redis: line, events, said }
}
