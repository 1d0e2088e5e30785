// Whether Redis is available, with listeners; logs one line when it goes and one when it returns.
import type { Logger } from '../observability/log.ts'

export type RedisStatus = ReturnType<typeof createRedisStatus>

/** Creates the status; initially unknown. */
export function createRedisStatus(log: Pick<Logger, 'info' | 'warn'>) {
  const listeners = { up: new Set<() => void>(), down: new Set<() => void>() }
  let state: 'unknown' | 'up' | 'down' | 'over' = 'unknown'
  let reason = 'is not connected yet'
  return {
    isUp: () => state === 'up',
    /** Why it is unavailable, one sentence; empty if it is available. */
    problems: (): readonly string[] =>
      state === 'up' || state === 'over' ? [] : [`Redis ${reason}: this replica runs without shared state`],
    markUp(): void {
      if (state === 'up' || state === 'over') return
      state = 'up'
      log.info('Redis is available; sharing state with other replicas')
      for (const listener of listeners.up) listener()
    },
    markDown(cause: string): void {
      if (state === 'over') return
      const before = state
      state = 'down'
      reason = cause
      if (before !== 'down') log.warn(`Redis ${cause}; running without shared state until it recovers`)
      if (before === 'up') for (const listener of listeners.down) listener()
    },
    /** Registers a listener for Redis becoming available; messages before that were missed. */
    onUp: (listener: () => void) => void listeners.up.add(listener),
    onDown: (listener: () => void) => void listeners.down.add(listener),
    /** Stops notifications; Redis then counts as unavailable. */
    stop(): void {
      state = 'over'
    },
  }
}
