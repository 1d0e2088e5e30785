// Liveness of replicas: what a replica holds in Redis, locks and slots, is free as soon as its key there has expired.
import { keyPrefix } from './key-prefix.ts'
import type { RedisClient } from './redis-client.ts'

export type Liveness = ReturnType<typeof createLiveness>

/** The key with this prefix and the id of a replica exists while that replica is alive. */
const alivePrefix = `${keyPrefix}alive:`

/**
 * The start of scripts that hold something for a replica, whose first arguments are its `scriptArgs`. Renews its liveness, which Redis may have
 * lost; defines its id `me` and the function `isAlive`.
 */
export const keepAlive = `
local me = ARGV[2]
redis.call('SET', ARGV[1] .. me, '', 'PX', ARGV[3])
local function isAlive(id) return redis.call('EXISTS', ARGV[1] .. id) == 1 end`

const defaultTimings = {
  /** A replica that dies holds others up for at most this long. */
  expiryMs: 5_000,
  /** Two renewals in a row may fail before the key expires. */
  renewMs: 1_500,
}
export type LivenessTimings = Partial<typeof defaultTimings>

/**
 * Keeps this replica alive in Redis. It gets a new id each time Redis comes back: what Redis granted to the earlier id, perhaps
 * after the replica gave up waiting for it, is free. `timings` are for tests.
 */
export function createLiveness(
  redis: Pick<RedisClient, 'run' | 'isUp' | 'onUp'>,
  newId: () => string,
  timings: LivenessTimings = {},
) {
  const { expiryMs, renewMs } = { ...defaultTimings, ...timings }
  let id = newId()
  const renewalListeners = new Set<() => void>()
  const renew = () => {
    void redis.run((commands) => commands.set(alivePrefix + id, '', 'PX', expiryMs))
    for (const listener of renewalListeners) listener()
  }
  const end = () => redis.run((commands) => commands.del(alivePrefix + id))
  const timer = setInterval(renew, renewMs).unref()
  redis.onUp(() => {
    void end()
    id = newId()
    renew()
  })
  if (redis.isUp()) renew()
  return {
    /** The id under which this replica holds locks and slots, without spaces. */
    id: () => id,
    scriptArgs: (): [string, string, number] => [alivePrefix, id, expiryMs],
    /** Registers a listener for renewals: Redis may have been emptied since the one before. */
    onRenewal: (listener: () => void) => void renewalListeners.add(listener),
    /** Frees all that this replica holds. */
    async close(): Promise<void> {
      clearInterval(timer)
      await end()
    },
  }
}
