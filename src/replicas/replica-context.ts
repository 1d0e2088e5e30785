// The base of all shared parts of replicas: the connection, messages, liveness, and clocks.
import type { Logger } from '../observability/log.ts'
import type { Liveness } from './liveness.ts'
import type { PubSub } from './pubsub.ts'
import type { RedisClient } from './redis-client.ts'

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
