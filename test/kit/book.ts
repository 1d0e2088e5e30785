// A health book in which stands what a test says.

import type { LinkHealthCache } from '../../src/search/checks/health-cache.ts'
import type { LinkHealth } from '../../src/store/archive/types.ts'
import { day } from './posts.ts'

/** When shares in such a book were found to be as they are, in epoch milliseconds. */
export const foundAt = day(19).getTime()

/** Makes one in which shares whose keys begin so are in these states. */
export function makeBook(states: Readonly<Record<string, LinkHealth['state']>>): Omit<LinkHealthCache, 'set'> {
  const stateOf = (key: string) => Object.entries(states).find(([start]) => key.startsWith(start))?.[1]
  return {
    stateOf,
    healthOf(key) {
      const state = stateOf(key)
      return state && { state, at: foundAt }
    },
  }
}
