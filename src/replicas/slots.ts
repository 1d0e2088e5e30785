// Slots shared by all replicas: how many attempts at a host, or checks at a cloud, run at once, and how far apart they start.
import { z } from 'zod'
import { sleep } from '../async/abortable.ts'
import { keyPrefix } from './key-prefix.ts'
import { keepAlive } from './liveness.ts'
import { type ReplicaContext, readClock } from './replica-context.ts'

export type ReplicaSlots = ReturnType<typeof createReplicaSlots>

/** Poll interval while waiting, because the message about a free slot may be lost. */
const pollMs = 100

/**
 * Notes how many slots of a name this replica holds, grants up to as many more as it wants, and returns their number. The hash has for each
 * replica the slots that it holds and since when it waits (0: it does not): one that releases a slot and asks again at once goes after those
 * that wait, so it cannot starve them. Slots of dead replicas are free.
 */
const updateScript = `${readClock}${keepAlive}
local max, held, want = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local since = tonumber(string.match(redis.call('HGET', KEYS[1], me) or '', ' ([1-9]%d*)$')) or now
local free, others = max - held, false
local rows = redis.call('HGETALL', KEYS[1])
for at = 1, #rows, 2 do
  local theirs, waits = string.match(rows[at + 1], '^(%d+) (%d+)$')
  if rows[at] == me then
  elseif not theirs or not isAlive(rows[at]) then redis.call('HDEL', KEYS[1], rows[at])
  else
    free = free - theirs
    if waits ~= '0' then others = true end
    if waits ~= '0' and tonumber(waits) < since then free = free - 1 end
  end
end
local granted = math.max(0, math.min(free, want))
local waits = granted < want and (granted > 0 and now or since) or 0
if held + granted + waits == 0 then redis.call('HDEL', KEYS[1], me)
else redis.call('HSET', KEYS[1], me, string.format('%d %.0f', held + granted, waits)) end
redis.call('PEXPIRE', KEYS[1], 600000)
if ARGV[8] and others then redis.call('PUBLISH', ARGV[7], ARGV[8]) end
return granted`

/** The slots of one name that concern this replica. */
interface SlotState {
  readonly name: string
  max: number
  held: number
  /** Each is called when it gets a slot. */
  readonly waiting: Set<() => void>
  hasReleased: boolean
  isUpdating: boolean
  /** Something has changed since the running update began. */
  hasChanged: boolean
  timer: NodeJS.Timeout | undefined
}

type SlotsContext = Pick<ReplicaContext, 'redis' | 'events' | 'liveness'>

/** Creates the slots; all names are independent. */
export function createReplicaSlots(context: SlotsContext) {
  const { redis, events, liveness } = context
  /** A name without slots that are held or wanted is removed. */
  const states = new Map<string, SlotState>()
  const sum = (of: (state: SlotState) => number) => states.values().reduce((all, state) => all + of(state), 0)
  async function update(state: SlotState): Promise<void> {
    state.hasChanged = true
    if (state.isUpdating) return
    clearTimeout(state.timer)
    state.isUpdating = true
    while (state.hasChanged) await updateOnce(state, context)
    state.isUpdating = false
    if (state.waiting.size > 0) state.timer = setTimeout(() => void update(state), pollMs)
    else if (state.held === 0) states.delete(state.name)
  }
  const updateAll = () => {
    for (const state of states.values()) void update(state)
  }

  liveness.onRenewal(updateAll)
  redis.onDown(updateAll)
  events.subscribe('slot-released', z.object({ name: z.string() }), ({ name }) => {
    const state = states.get(name)
    if (state && state.waiting.size > 0) void update(state)
  })
  return {
    /** See `HostCoordination`. */
    async acquire(name: string, max: number, signal: AbortSignal, spacingMs = 0): Promise<() => void> {
      signal.throwIfAborted()
      const state = states.get(name) ?? createState(name)
      states.set(name, state)
      state.max = max
      await enqueue(state, signal, () => void update(state))
      let isHeld = true
      const release = () => {
        if (!isHeld) return
        isHeld = false
        state.held -= 1
        state.hasReleased = true
        void update(state)
      }
      // After the slot, so that no two start together.
      await waitForSpacing(redis, name, spacingMs, signal).catch((error: unknown) => {
        release()
        throw error
      })
      return release
    },
    counts: () => ({ held: sum(({ held }) => held), waiting: sum(({ waiting }) => waiting.size) }),
  }
}

function createState(name: string): SlotState {
  const empty = { held: 0, hasReleased: false, isUpdating: false, hasChanged: false, timer: undefined }
  return { name, max: 0, waiting: new Set(), ...empty }
}

/** Notes the slots in Redis, and grants what it may. */
async function updateOnce(state: SlotState, { redis, events, liveness }: SlotsContext): Promise<void> {
  const { name, max, held, waiting, hasReleased } = state
  const wanted = waiting.size
  const { channel, message } = events.publishArgs('slot-released', { name })
  const args = [...liveness.scriptArgs(), max, held, wanted, channel, ...(hasReleased ? [message] : [])]
  Object.assign(state, { hasChanged: false, hasReleased: false })
  const reply = await redis.run((commands) => commands.eval(updateScript, 1, `${keyPrefix}slots:${name}`, ...args))
  // While Redis is unavailable this replica counts alone.
  const granted = reply === undefined ? wanted : Number(reply)
  const served = [...waiting].slice(0, granted)
  state.held += served.length
  for (const grant of served) grant()
  state.hasChanged ||= served.length < granted
}

/** Queues until a slot is granted; `change` is called when the queue changes. */
async function enqueue({ waiting }: SlotState, signal: AbortSignal, change: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const grant = () => {
    waiting.delete(grant)
    resolve()
  }
  const leave = () => {
    if (waiting.delete(grant)) change()
    reject(signal.reason)
  }
  waiting.add(grant)
  change()
  signal.addEventListener('abort', leave, { once: true })
  await promise.finally(() => signal.removeEventListener('abort', leave))
}

/** Waits until the previous start, on any replica, is `spacingMs` ago. Rejects with the reason of `signal`. */
export async function waitForSpacing(
  redis: Pick<ReplicaContext['redis'], 'run'>,
  name: string,
  spacingMs: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  if (spacingMs === 0) return
  const key = `${keyPrefix}pace:${name}`
  /** Sets the key for the next start; null while that of another start has not expired. While Redis is unavailable nothing waits. */
  const start = () => redis.run((commands) => commands.set(key, '', 'PX', spacingMs, 'NX'))
  while ((await start()) === null) {
    const leftMs = await redis.run((commands) => commands.pttl(key))
    // Other programs may write anything to Redis: such a key would never expire.
    if (leftMs === -1 || (leftMs ?? 0) > spacingMs) await redis.run((commands) => commands.pexpire(key, spacingMs))
    await sleep(Math.min(Math.max(leftMs ?? 0, 1), spacingMs), signal)
  }
  signal.throwIfAborted()
}
