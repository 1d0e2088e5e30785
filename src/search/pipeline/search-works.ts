// The works of the links of one search.
import type { SearchRequest } from '../../contract/search.ts'
import type { Work } from '../../contract/works.ts'
import type { LinkHealthCache } from '../checks/health-cache.ts'
import type { KnownKinds } from '../works/known-kinds.ts'
import type { MergedLink } from './merge.ts'
import type { StateOf } from './rank.ts'
import { createLinkDetails } from './to-contract.ts'
import { toWork } from './to-works.ts'
import { createWorkIndex } from './work-index.ts'
import { byWorkOrder, type RankedWork, rankWork } from './work-order.ts'

export type SearchWorks = ReturnType<typeof createSearchWorks>

/** Creates the works of a search, without links. Without `knownHealth` links lack health. */
export function createSearchWorks(
  { kw, cloud_types: clouds }: Pick<SearchRequest, 'kw' | 'cloud_types'>,
  knownHealth: Pick<LinkHealthCache, 'healthOf'> | undefined,
  stateOf: StateOf,
  kinds?: KnownKinds,
) {
  const index = createWorkIndex(kw, kinds)
  const context = { kw, clouds, index, stateOf }
  const details = createLinkDetails(index, knownHealth)
  return {
    ...index,
    /** The fields of `ext.details`. */
    details,
    rank: (key: string, links: readonly MergedLink[]) => rankWork(key, links, context),
    toWork: (ranked: RankedWork) => toWork(ranked, context, details),
    /** The works of these links, which were added with `update`, best first. */
    toWorks(links: readonly MergedLink[]): Work[] {
      const byKey = Map.groupBy(links, ({ share }) => index.workOf(share.key) ?? '')
      const ranked = [...byKey].map(([key, entries]) => rankWork(key, entries, context)).sort(byWorkOrder)
      return ranked.map((work) => toWork(work, context, details))
    },
  }
}
