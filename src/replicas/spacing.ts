// Minimum spacing between starts across all replicas, such as link checks at one cloud.
import { z } from 'zod'
import { sleep } from '../async/abortable.ts'
import { keyPrefix } from './key-prefix.ts'
import type { ReplicaContext } from './replica-context.ts'

/** Uses the clock of Redis, because those of replicas differ. Returns the delay until the reserved start. */
const reserveScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local begin = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local next = begin + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil(next - now) + 1000)
return string.format('%.3f', begin - now)`

/** Longer delays from Redis are treated as errors. */
const waitShape = z.coerce
  .number()
  .min(0)
  .max(5 * 60_000)
  .catch(0)

/** Waits until the previous start, on any replica, is `spacingMs` ago. Rejects with the reason of `signal`. */
export async function waitForSpacing(
  redis: Pick<ReplicaContext['redis'], 'run'>,
  name: string,
  spacingMs: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  if (spacingMs === 0) return
  const reply = await redis.run((commands) => commands.eval(reserveScript, 1, `${keyPrefix}pace:${name}`, spacingMs))
  signal.throwIfAborted()
  const waitMs = waitShape.parse(reply ?? 0)
  // Timers may fire a fraction of a millisecond early.
  if (waitMs > 0) await sleep(Math.ceil(waitMs), signal)
}
