// What a search does with links that are known to be dead: `ext.health` of its request says so.
import type { SearchRequest } from '../contract/search.ts'
import type { Found } from './arrivals.ts'
import type { HealthBook } from './checks/book.ts'
import { anyHealth, type HealthOrder } from './rank.ts'

/** The dead links of one search. */
export interface DeadLinks {
  readonly order: HealthOrder
  isDead(key: string): boolean
  /** Are they left out? */
  readonly areHidden: boolean
  /** Without links that are to be left out, and results of which nothing is left. */
  without(found: readonly Found[]): readonly Found[]
}

/** What this search does with dead links, by what the book knows of them; without a book, or with `health=ignore`, nothing is known to be dead. */
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
