// The base of all shared parts of replicas: the connection, messages, liveness, clocks, and the names in Redis.
import type { Logger } from '../observability/log.ts'
import type { Liveness } from './liveness.ts'
import type { PubSub } from './pubsub.ts'
import type { RedisClient } from './redis-client.ts'

/** The prefix of all keys. `2` is the version of the data format: replicas with another format use another prefix in the same Redis. */
export const keyPrefix = 'trawl:2:'

/** The channel of all messages between replicas. */
export const channel = `${keyPrefix}events`

export interface ReplicaContext {
  readonly redis: RedisClient
  readonly events: PubSub
  readonly liveness: Liveness
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** The start of scripts that need the time, in `now` (epoch milliseconds): the clocks of replicas differ. */
export const readClock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`
