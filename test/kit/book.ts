// A health book with the states that a test sets.

import type { LinkHealthCache } from '../../src/search/checks/health-cache.ts'
import type { LinkHealth } from '../../src/store/archive/types.ts'
import { day } from './posts.ts'

/** When the states in this book were recorded, in epoch milliseconds. */
export const foundAt = day(19).getTime()

/** Creates a health book; shares whose keys begin with a given prefix have the given state. */
export function makeBook(
  states: Readonly<Record<string, LinkHealth['state']>>,
): Omit<LinkHealthCache, 'set' | 'merge'> {
  const stateOf = (key: string) => Object.entries(states).find(([start]) => key.startsWith(start))?.[1]
  return {
    stateOf,
    healthOf(key) {
      const state = stateOf(key)
      return state && { state, at: foundAt }
    },
  }
}
