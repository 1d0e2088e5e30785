// The events of a stream about links, or with `res=works` about works: what is new, and what has changed.
import type { SearchRequest } from '../../contract/search.ts'
import type { SearchEvent } from './answer.ts'
import type { DeadLinks } from './dead-links.ts'
import type { Merger } from './merge.ts'
import { rankLinks } from './rank.ts'
import type { SearchWorks } from './search-works.ts'
import { createSentLinks } from './sent-links.ts'
import { toMergedByType } from './to-contract.ts'

type Entries = Pick<Merger, 'entries'>

/** The knowledge of a stream about its links that is not from sources. */
export interface LinkKnowledge {
  readonly dead: DeadLinks
  readonly works: SearchWorks | undefined
}

/** Creates the events with nothing sent; `returnedKeys` holds the keys that a source returned, not just the archive. */
export function createLinkEvents(
  { res }: Pick<SearchRequest, 'res'>,
  { dead, works }: LinkKnowledge,
  returnedKeys: ReadonlySet<string>,
) {
  const sentLinks = createSentLinks(works, returnedKeys)
  const sentWorks = res === 'works' ? works?.createSentWorks(sentLinks) : undefined

  function changedLinks(keys: Iterable<string>, merger: Entries, isLast: boolean) {
    const entries = merger.entries(keys)
    const whole = entries.filter(sentLinks.isWhole)
    const isNew = new Set(whole)
    const replaced = sentLinks.add(whole)
    const merged_by_type = toMergedByType(rankLinks(whole, dead.stateOf), sentLinks.streamDetails)
    const earlier = entries.filter((entry) => !isNew.has(entry))
    const images = () => (isLast ? sentLinks.withheldImages() : sentLinks.images(whole))
    const changed = works ? [...sentLinks.changes(earlier), ...images()] : []
    if (whole.length + changed.length === 0) return undefined
    return { merged_by_type, ...(replaced.length > 0 && { replaced }), ...(changed.length > 0 && { changed }) }
  }

  return {
    /** The keys of the links that were sent. */
    sentKeys: sentLinks.keys,
    /** The news about the links with these keys, whose entries may have changed; `from` marks links of the archive. */
    *changes(
      keys: Iterable<string>,
      merger: Entries,
      from: { readonly archive?: true } = {},
      isLast = false,
    ): Generator<SearchEvent> {
      if (res === 'results') return
      const former = works?.update(keys, merger.entries(keys), isLast) ?? new Map()
      if (sentWorks) {
        const data = sentWorks.changes(keys, former, merger, isLast)
        if (data) yield { event: 'works', data: { ...data, ...from } }
        return
      }
      const data = changedLinks(new Set([...keys, ...former.keys()]), merger, isLast)
      if (data) yield { event: 'links', data: { ...data, ...from } }
    },
  }
}
