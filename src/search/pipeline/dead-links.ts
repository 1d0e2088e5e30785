// Applies `ext.health`: links known to be dead are sorted last, hidden or treated like others.
import type { SearchRequest } from '../../contract/search.ts'
import type { LinkHealthCache } from '../checks/health-cache.ts'
import type { StateOf } from './rank.ts'
import type { MatchedPost } from './source-results.ts'

export type DeadLinks = ReturnType<typeof createDeadLinks>

/** The dead link handling of a request. Without `knownHealth`, or with `health=ignore`, no link counts as dead. */
export function createDeadLinks(
  { ext: { health = 'sink' } }: SearchRequest,
  knownHealth: Pick<LinkHealthCache, 'stateOf'> | undefined,
) {
  const stateOf: StateOf = knownHealth && health !== 'ignore' ? knownHealth.stateOf : () => undefined
  const isDead = (key: string) => stateOf(key) === 'bad'
  /** Whether dead links are left out. */
  const areHidden = health === 'hide'
  return {
    stateOf,
    isDead,
    areHidden,
    without(found: readonly MatchedPost[]): readonly MatchedPost[] {
      if (!areHidden) return found
      return found.flatMap((post) => {
        const matches = post.matches.filter(({ link }) => !isDead(link.share.key))
        return matches.length === 0 ? [] : [{ ...post, matches }]
      })
    },
  }
}
