// Applies `ext.health`: links known to be dead are sorted last, hidden or treated like others.
import type { SearchRequest } from '../../contract/search.ts'
import type { LinkHealthCache } from '../checks/health-cache.ts'
import { type HealthOrder, ignoreHealth } from './rank.ts'
import type { MatchedPost } from './source-results.ts'

/** The dead links of one search. */
export interface DeadLinks {
  readonly order: HealthOrder
  isDead(key: string): boolean
  /** Whether they are left out. */
  readonly areHidden: boolean
  /** Removes hidden links, and posts without remaining links. */
  without(found: readonly MatchedPost[]): readonly MatchedPost[]
}

/** The dead link handling of a request. Without `book`, or with `health=ignore`, no link counts as dead. */
export function createDeadLinks(
  { ext: { health = 'sink' } }: SearchRequest,
  book: Pick<LinkHealthCache, 'stateOf'> | undefined,
): DeadLinks {
  if (!book || health === 'ignore') {
    return { order: ignoreHealth, isDead: () => false, areHidden: false, without: (found) => found }
  }
  const isDead = (key: string) => book.stateOf(key) === 'bad'
  const areHidden = health === 'hide'
  return {
    order: { stateOf: book.stateOf, areDeadLast: true },
    isDead,
    areHidden,
    without: (found) => (areHidden ? found.flatMap((one) => withoutDeadLinks(one, isDead)) : found),
  }
}

function withoutDeadLinks(found: MatchedPost, isDead: DeadLinks['isDead']): MatchedPost[] {
  const matches = found.matches.filter(({ link }) => !isDead(link.share.key))
  return matches.length === 0 ? [] : [{ ...found, matches }]
}
