// Applies `ext.health`: links known to be dead are sorted last, hidden or treated like others.
import type { SearchRequest } from '../contract/search.ts'
import type { Found } from './arrivals.ts'
import type { HealthBook } from './checks/book.ts'
import { anyHealth, type HealthOrder } from './rank.ts'

/** The dead links of one search. */
export interface DeadLinks {
  readonly order: HealthOrder
  isDead(key: string): boolean
  /** Whether they are left out. */
  readonly areHidden: boolean
  /** Removes hidden links, and posts without remaining links. */
  without(found: readonly Found[]): readonly Found[]
}

/** The dead link handling of a request. Without `book`, or with `health=ignore`, no link counts as dead. */
export function deadLinksOf(
  { ext: { health = 'sink' } }: SearchRequest,
  book: Pick<HealthBook, 'stateOf'> | undefined,
): DeadLinks {
  if (!book || health === 'ignore') {
    return { order: anyHealth, isDead: () => false, areHidden: false, without: (found) => found }
  }
  const isDead = (key: string) => book.stateOf(key) === 'bad'
  const areHidden = health === 'hide'
  return {
    order: { stateOf: book.stateOf, isSinking: true },
    isDead,
    areHidden,
    without: (found) => (areHidden ? found.flatMap((one) => living(one, isDead)) : found),
  }
}

function living(found: Found, isDead: DeadLinks['isDead']): Found[] {
  const matches = found.matches.filter(({ link }) => !isDead(link.share.key))
  return matches.length === 0 ? [] : [{ ...found, matches }]
}
