// Shares circuit breakers between replicas: one that opens here opens everywhere, also at replicas that start later.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { parseJson } from '../observability/parse-json.ts'
import { failureKinds, UpstreamError } from '../upstream/errors.ts'
import { type BreakerChannel, closedState, type SharedBreakerState } from '../upstream/host/circuit-breaker.ts'
import { keyPrefix } from './key-prefix.ts'
import { type ReplicaContext, readClock } from './replica-context.ts'

/** More names than are asked; redirects and links on pages may name any number. */
const maxNames = 2_000

/** A breaker that opened or, with a `pauseMs` of 0, closed. Times are relative to now, because the clocks of replicas differ. */
const breakerMessage = z.object({
  name: z.string(),
  leftMs: z.number(),
  pauseMs: z.number().min(0),
  kind: z.enum(failureKinds).optional(),
  detail: z.string().optional(),
})
type BreakerMessage = z.infer<typeof breakerMessage>

/** A hash of all open breakers by name: the end of the open period by the clock of Redis, a space, and the message. */
const breakersKey = `${keyPrefix}breakers`

const openScript = `${readClock}
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now + ARGV[2]) .. ' ' .. ARGV[3])
redis.call('PEXPIRE', KEYS[1], 86400000)
return 1`

/** Entries whose trial has been due for this long are removed. */
const maxOverdueMs = 60 * 60_000

/** Subscribes to the breakers of other replicas. Returns the function that creates the channel of a breaker by its name. */
export function createSharedBreakers({ redis, events, epochMs }: Pick<ReplicaContext, 'redis' | 'events' | 'epochMs'>) {
  /** What other replicas sent. */
  const latest = new LRUCache<string, SharedBreakerState>({ max: maxNames })

  function applyRemote({ name, leftMs, pauseMs, kind, detail = '' }: BreakerMessage): void {
    const reason = kind && new UpstreamError(kind, detail)
    latest.set(name, pauseMs === 0 ? closedState : { openUntil: epochMs() + leftMs, openMs: pauseMs, reason })
  }
  function publish(name: string, state: SharedBreakerState): void {
    // What another replica sent before is outdated.
    latest.delete(name)
    const { openUntil, openMs, reason } = state
    const leftMs = Math.round(openUntil - epochMs())
    const message: BreakerMessage = { name, leftMs, pauseMs: openMs, kind: reason?.kind, detail: reason?.message }
    events.publish('breaker', message)
    void redis.run((commands) =>
      openUntil === 0
        ? commands.hdel(breakersKey, name)
        : commands.eval(openScript, 1, breakersKey, name, leftMs, JSON.stringify(message)),
    )
  }
  async function loadOpen(): Promise<void> {
    for (const message of await readBreakers(redis)) applyRemote(message)
  }

  events.subscribe('breaker', breakerMessage, applyRemote)
  redis.onUp(() => void loadOpen())
  if (redis.isUp()) void loadOpen()
  return (name: string): BreakerChannel => ({
    latest: () => latest.get(name),
    publish: (state) => publish(name, state),
  })
}

/** Reads the open breakers; a negative `leftMs` means that the trial is due. Removes what is malformed or long overdue. */
async function readBreakers(redis: ReplicaContext['redis']): Promise<readonly BreakerMessage[]> {
  const stored = await redis.run((commands) => Promise.all([commands.time(), commands.hgetall(breakersKey)]))
  if (!stored) return []
  const [[seconds, micros], breakers] = stored
  return Object.entries(breakers).flatMap(([name, row]) => {
    const [, until, json = ''] = /^(\d+) (.*)$/s.exec(row) ?? []
    const leftMs = Number(until) - Number(seconds) * 1_000 - Number(micros) / 1_000
    const { data } = breakerMessage.safeParse(parseJson(json))
    if (data && leftMs > -maxOverdueMs) return [{ ...data, leftMs }]
    void redis.run((commands) => commands.hdel(breakersKey, name))
    return []
  })
}
