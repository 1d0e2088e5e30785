// Whether Redis is available, with listeners; logs one line when it goes and one when it returns.
import type { Logger } from '../log.ts'

export interface Standing {
  isUp(): boolean
  /** Why it is unavailable, one sentence; empty if it is available. */
  troubles(): readonly string[]
  up(): void
  down(why: string): void
  onUp(listener: () => void): void
  onDown(listener: () => void): void
  /** Stops notifications; Redis then counts as unavailable. */
  end(): void
}

/** Creates the status; initially unknown. */
export function createStanding(log: Pick<Logger, 'info' | 'warn'>): Standing {
  const listeners = { up: new Set<() => void>(), down: new Set<() => void>() }
  let state: 'unknown' | 'up' | 'down' | 'over' = 'unknown'
  let reason = 'is not connected yet'
  return {
    isUp: () => state === 'up',
    troubles: () =>
      state === 'up' || state === 'over' ? [] : [`Redis ${reason}: this replica runs without shared state`],
    up() {
      if (state === 'up' || state === 'over') return
      state = 'up'
      log.info('Redis is available; sharing state with other replicas')
      for (const listener of listeners.up) listener()
    },
    down(why) {
      if (state === 'over') return
      const before = state
      state = 'down'
      reason = why
      if (before !== 'down') log.warn(`Redis ${why}; running without shared state until it recovers`)
      if (before === 'up') for (const listener of listeners.down) listener()
    },
    onUp: (listener) => void listeners.up.add(listener),
    onDown: (listener) => void listeners.down.add(listener),
    end() {
      state = 'over'
    },
  }
}
