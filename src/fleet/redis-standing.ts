// Whether Redis is available, with listeners; logs one line when it goes and one when it returns.
import type { Logger } from '../log.ts'

export interface Standing {
  isUp(): boolean
  /** Why it is unavailable, one sentence; empty if it is available. */
  troubles(): readonly string[]
  up(): void
  down(why: string): void
  onUp(hear: () => void): void
  onDown(hear: () => void): void
  /** Stops notifications; Redis then counts as unavailable. */
  end(): void
}

/** Creates the status; initially unknown. */
export function createStanding(log: Pick<Logger, 'info' | 'warn'>): Standing {
  const hearers = { up: new Set<() => void>(), down: new Set<() => void>() }
  let now: 'unknown' | 'up' | 'down' | 'over' = 'unknown'
  let reason = 'is not connected yet'
  return {
    isUp: () => now === 'up',
    troubles: () => (now === 'up' || now === 'over' ? [] : [`Redis ${reason}: this replica runs without shared state`]),
    up() {
      if (now === 'up' || now === 'over') return
      now = 'up'
      log.info('Redis is available; sharing state with other replicas')
      for (const hear of hearers.up) hear()
    },
    down(why) {
      if (now === 'over') return
      const before = now
      now = 'down'
      reason = why
      if (before !== 'down') log.warn(`Redis ${why}; running without shared state until it recovers`)
      if (before === 'up') for (const hear of hearers.down) hear()
    },
    onUp: (hear) => void hearers.up.add(hear),
    onDown: (hear) => void hearers.down.add(hear),
    end() {
      now = 'over'
    },
  }
}
