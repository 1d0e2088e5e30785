// Shares circuit breakers between replicas: one that opens here opens everywhere, also at replicas that start later.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { failureKinds, UpstreamError } from '../upstream/errors.ts'
import { type BreakerChannel, closedState, type SharedBreakerState } from '../upstream/host/breaker-timing.ts'
import { tryJson } from '../upstream/try-json.ts'
import { keyPrefix } from './key-prefix.ts'
import { type ReplicaContext, readClock } from './replica-context.ts'

/** More names than are asked; redirects and links on pages may name any number. */
const maxNames = 2_000

const kinds = { opened: 'breaker-opened', shut: 'breaker-shut' }

/** A hash of all open breakers by name: the end of the open period by the clock of Redis, a space, and the message. */
const allKey = `${keyPrefix}breakers`

/** Stores that a breaker is open, unless it is stored as open for longer. */
const openScript = `${readClock}
local before = redis.call('HGET', KEYS[1], ARGV[1])
local till = now + tonumber(ARGV[2])
if before and tonumber(string.match(before, '^%d+')) > till then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', till) .. ' ' .. ARGV[3])
redis.call('PEXPIRE', KEYS[1], 86400000)
return 1`

/** Returns pairs of remaining milliseconds (negative: a trial is overdue) and message; drops those an hour overdue. */
const loadScript = `${readClock}
local rows, open = redis.call('HGETALL', KEYS[1]), {}
for at = 1, #rows, 2 do
  local till, message = string.match(rows[at + 1], '^(%d+) (.*)$')
  if not till or tonumber(till) + 3600000 < now then redis.call('HDEL', KEYS[1], rows[at])
  else open[#open + 1] = { string.format('%.0f', tonumber(till) - now), message } end
end
return open`

const openRows = z.array(z.tuple([z.coerce.number(), z.string()]))

/** Wire format; older replicas read it. Times are relative to now, because the clocks of replicas differ. */
const openedMessage = z.object({
  name: z.string(),
  leftMs: z.number(),
  pauseMs: z.number().min(0),
  kind: z.enum(failureKinds).optional(),
  detail: z.string().optional(),
})
type OpenedMessage = z.infer<typeof openedMessage>
const closedMessage = z.object({ name: z.string() })

/** Subscribes to the breakers of other replicas. Returns the function that creates the channel of a breaker by its name. */
export function createSharedBreakers({
  redis,
  events,
  epochMs,
}: Pick<ReplicaContext, 'redis' | 'events' | 'epochMs'>): (name: string) => BreakerChannel {
  const latest = new LRUCache<string, SharedBreakerState>({ max: maxNames })
  /** States that could not be published while Redis was down. */
  const unpublished = new LRUCache<string, SharedBreakerState>({ max: maxNames })

  const applyRemote = (message: OpenedMessage) => void latest.set(message.name, fromMessage(message, epochMs()))
  const publish = (name: string, state: SharedBreakerState) => {
    // Our state is newer; drop the remote one.
    latest.delete(name)
    if (!redis.isUp()) {
      unpublished.set(name, state)
      return
    }
    if (state.openUntil === 0) {
      events.publish(kinds.shut, { name })
      void redis.run((commands) => commands.hdel(allKey, name))
      return
    }
    const { openUntil, openMs, reason } = state
    const leftMs = openUntil - epochMs()
    const message = { name, pauseMs: openMs, leftMs, kind: reason?.kind, detail: reason?.message }
    events.publish(kinds.opened, message)
    const args = [name, Math.round(leftMs), JSON.stringify(message)]
    void redis.run((commands) => commands.eval(openScript, 1, allKey, ...args))
  }

  async function resync(): Promise<void> {
    for (const [name, state] of unpublished.entries())
      if (state.openUntil === 0 || state.openUntil > epochMs()) publish(name, state)
    unpublished.clear()
    const rows = await redis.run(async (commands) => openRows.parse(await commands.eval(loadScript, 1, allKey)))
    for (const [leftMs, json] of rows ?? []) {
      const read = openedMessage.safeParse(tryJson(json))
      if (read.success) applyRemote({ ...read.data, leftMs })
    }
  }

  events.subscribe(kinds.opened, openedMessage, applyRemote)
  events.subscribe(kinds.shut, closedMessage, ({ name }) => void latest.set(name, closedState))
  redis.onUp(() => void resync())
  if (redis.isUp()) void resync()
  return (name) => ({ latest: () => latest.get(name), publish: (state) => publish(name, state) })
}

function fromMessage({ leftMs, pauseMs: openMs, kind, detail = '' }: OpenedMessage, now: number): SharedBreakerState {
  return { openUntil: now + leftMs, openMs, reason: kind ? new UpstreamError(kind, detail) : undefined }
}
