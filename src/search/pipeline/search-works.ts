// The works of one search: the links of its answer by work, and what a stream sends of them.
import type { SearchRequest } from '../../contract/search.ts'
import type { Work } from '../../contract/works.ts'
import type { LinkHealthCache } from '../checks/health-cache.ts'
import type { MergedLink } from './merge.ts'
import type { StateOf } from './rank.ts'
import type { SentLinks } from './sent-links.ts'
import { createSentWorks } from './sent-works.ts'
import { createLinkDetails } from './to-contract.ts'
import { toWorkFields, toWorkLink } from './to-works.ts'
import { createWorkIndex } from './work-index.ts'
import { byWorkOrder, rankWork } from './work-order.ts'

export type SearchWorks = ReturnType<typeof createSearchWorks>

/** Creates the works of a search, without links. Without `knownHealth` links lack health. */
export function createSearchWorks(
  { kw, cloud_types: clouds }: Pick<SearchRequest, 'kw' | 'cloud_types'>,
  knownHealth: Pick<LinkHealthCache, 'healthOf'> | undefined,
  stateOf: StateOf,
) {
  const index = createWorkIndex(kw)
  const context = { kw, clouds, index, stateOf }
  const details = createLinkDetails(index, knownHealth)
  return {
    /** The fields of `ext.details`. */
    details,
    titleOf: index.titleOf,
    workOf: index.workOf,
    attributesOf: index.attributesOf,
    /** Adds links: see `createWorkIndex`. */
    update: index.update,
    /** Each share that was added, with the key of its work. */
    works: index.works,
    /** The works of these links, which were added with `update`, best first. */
    toWorks(links: readonly MergedLink[]): Work[] {
      const byKey = Map.groupBy(links, ({ share }) => index.workOf(share.key) ?? '')
      const ranked = [...byKey].map(([key, entries]) => rankWork(key, entries, context)).sort(byWorkOrder)
      return ranked.map((work) => ({
        ...toWorkFields(work, context),
        links: work.links.map((entry) => toWorkLink(entry, details)),
      }))
    },
    /** Creates the record of the works that a stream has sent: none. */
    createSentWorks: (sentLinks: SentLinks) => createSentWorks(context, sentLinks, sentLinks.streamDetails ?? details),
  }
}
