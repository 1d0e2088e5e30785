// Beginnings that keep their distance over all replicas, as those of checks that one cloud is asked for.
import { z } from 'zod'
import { pause } from '../upstream/waits.ts'
import { prefix } from './prefix.ts'
import type { RedisLine } from './redis.ts'

export interface Paces {
  /**
   * Waits until it is this one's turn to begin: the one before it began `spacingMs` ago or more, whichever replica that was. While Redis
   * cannot be used it is at once. Rejects with the reason of `signal`; a turn that nobody took is left out.
   */
  wait(name: string, spacingMs: number, signal: AbortSignal): Promise<void>
}

/** By the clock of Redis, since those of replicas differ. Gives how long from now on the turn is. */
const reserveScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local begin = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local next = begin + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil(next - now) + 1000)
return string.format('%.3f', begin - now)`

/** What Redis says of longer is wrong: nobody waits so long for a turn. */
const mostMs = 5 * 60_000

/** Makes paces with nothing begun. */
export function createPaces({ line }: { readonly line: Pick<RedisLine, 'ask'> }): Paces {
  return {
    async wait(name, spacingMs, signal) {
      signal.throwIfAborted()
      if (spacingMs === 0) return
      const said = await line.ask((redis) => redis.eval(reserveScript, 1, `${prefix}pace:${name}`, spacingMs))
      signal.throwIfAborted()
      const { data: waitMs = 0 } = z.coerce
        .number()
        .min(0)
        .max(mostMs)
        .safeParse(said ?? 0)
      // A timer may be early by a part of a millisecond.
      if (waitMs > 0) await pause(Math.ceil(waitMs), signal)
    },
  }
}
