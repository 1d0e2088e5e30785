// Whether Redis is available, with listeners; logs one line when it goes and one when it returns.
import type { Logger } from '../observability/log.ts'

export interface RedisStatus {
  isUp(): boolean
  /** Why it is unavailable, one sentence; empty if it is available. */
  problems(): readonly string[]
  markUp(): void
  markDown(cause: string): void
  onUp(listener: () => void): void
  onDown(listener: () => void): void
  /** Stops notifications; Redis then counts as unavailable. */
  stop(): void
}

/** Creates the status; initially unknown. */
export function createRedisStatus(log: Pick<Logger, 'info' | 'warn'>): RedisStatus {
  const listeners = { up: new Set<() => void>(), down: new Set<() => void>() }
  let state: 'unknown' | 'up' | 'down' | 'over' = 'unknown'
  let reason = 'is not connected yet'
  return {
    isUp: () => state === 'up',
    problems: () =>
      state === 'up' || state === 'over' ? [] : [`Redis ${reason}: this replica runs without shared state`],
    markUp() {
      if (state === 'up' || state === 'over') return
      state = 'up'
      log.info('Redis is available; sharing state with other replicas')
      for (const listener of listeners.up) listener()
    },
    markDown(cause) {
      if (state === 'over') return
      const before = state
      state = 'down'
      reason = cause
      if (before !== 'down') log.warn(`Redis ${cause}; running without shared state until it recovers`)
      if (before === 'up') for (const listener of listeners.down) listener()
    },
    onUp: (listener) => void listeners.up.add(listener),
    onDown: (listener) => void listeners.down.add(listener),
    stop() {
      state = 'over'
    },
  }
}
