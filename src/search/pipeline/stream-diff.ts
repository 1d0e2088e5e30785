// Computes the events of a search stream: new links and changes, dead links last, links banned meanwhile not at all.
import type { Bans } from '../../bans/ban-list.ts'
import type { SearchRequest } from '../../contract/search.ts'
import type { SearchEvent } from './answer.ts'
import { keysOf, postKey } from './archive-dedup.ts'
import type { DeadLinks } from './dead-links.ts'
import type { Match } from './match.ts'
import { createMerger } from './merge.ts'
import { rankLinks, rankResults } from './rank.ts'
import type { SearchWorks } from './search-works.ts'
import { createSentLinks } from './sent-links.ts'
import { createResultFilter, type FilteredPosts, type MatchedPost } from './source-results.ts'
import type { SourceSelection } from './source-selection.ts'
import { hasResults, toMergedByType, toResultItem } from './to-contract.ts'

type Events = Generator<SearchEvent>

/** Creates the diff with nothing sent, which turns results into events with what is new to the client. */
export function createStreamDiff(
  { res }: SearchRequest,
  { dead, works }: { readonly dead: DeadLinks; readonly works: SearchWorks | undefined },
  recheckBans: BanRecheck,
) {
  const returnedKeys = new Set<string>()
  const sentLinks = createSentLinks(works?.details, returnedKeys)
  const sentWorks = res === 'works' ? works?.createSentWorks(sentLinks) : undefined
  const merged = createMergeState(recheckBans)
  const deadKeys = new Set<string>()

  function* links(keys: Iterable<string>, from: { readonly archive?: true } = {}, isLast = false): Events {
    if (res === 'results') return
    const merger = merged.merger()
    const former = works?.update(keys, merger.entries(keys), isLast) ?? new Map()
    if (sentWorks) {
      const data = sentWorks.changes(keys, former, merger, isLast)
      if (data) yield { event: 'works', data: { ...data, ...from } }
      return
    }
    const entries = merger.entries(new Set([...keys, ...former.keys()]))
    const whole = entries.filter(sentLinks.isWhole)
    const replaced = sentLinks.add(whole)
    const merged_by_type = toMergedByType(rankLinks(whole, dead.stateOf), sentLinks.streamDetails)
    const isNew = new Set(whole)
    const changed = works ? sentLinks.changes(entries, (entry) => isLast || isNew.has(entry)) : []
    if (whole.length + changed.length === 0) return
    const also = { ...(replaced.length > 0 && { replaced }), ...(changed.length > 0 && { changed }) }
    yield { event: 'links', data: { merged_by_type, ...also, ...from } }
  }

  function* emit(batch: Batch, from?: { readonly archive: true }): Events {
    const touched = merged.add(batch)
    for (const key of touched) if (dead.isDead(key)) deadKeys.add(key)
    yield* links(touched.difference(deadKeys), from)
    const shown = dead.without(batch.found)
    if (!hasResults(res) || shown.length === 0) return
    yield { event: 'results', data: { results: rankResults(shown, dead.stateOf).map(toResultItem) } }
  }

  const visibleKeys = (keys: ReadonlySet<string>) => (dead.areHidden ? keys.difference(deadKeys) : keys)

  return {
    /** Events with the new, live links of a source result. */
    *addReceived(posts: FilteredPosts): Events {
      for (const key of keysOf(posts.found)) returnedKeys.add(key)
      yield* emit({ ...posts, isRecalled: false })
    },
    /** The same for archive results, marked with `archive: true`. */
    *addArchived(found: readonly MatchedPost[]): Events {
      const items = found.map(({ result }) => result)
      yield* emit({ items, found, unmatchedLinks: [], isRecalled: true }, { archive: true })
    },
    /** Events with what was withheld: dead links and, with details, images that have changed, often more than once. */
    withheld: () => links(visibleKeys(works ? sentLinks.keys().union(deadKeys) : deadKeys), {}, true),
    /** The number of dead links, in the form of `meta`. */
    deadCount: () => (deadKeys.size > 0 ? { dead: deadKeys.size } : {}),
    /** The keys without those of hidden dead links. */
    visibleKeys,
  }
}

/** Filters earlier results again if the ban list has changed since the last call; returns undefined if it has not. */
type BanRecheck = ReturnType<typeof createBanRecheck>

/** Creates the ban check for a search that starts now. */
export function createBanRecheck(request: SearchRequest, { clouds }: SourceSelection, bans: Bans | undefined) {
  const sift = createResultFilter(request, clouds, bans)
  let version = bans?.version()
  return (brought: readonly FilteredPosts[]) => {
    if (bans?.version() === version) return undefined
    version = bans?.version()
    return brought.map(({ items }) => sift(items))
  }
}

/** Posts that one source or the archive gave at one time. */
interface Batch extends FilteredPosts {
  readonly isRecalled: boolean
}

function createMergeState(recheckBans: BanRecheck) {
  let batches: Batch[] = []
  let merger = createMerger()
  let archivedMatches = new Map<string, readonly Match[]>()

  /** Returns the keys of shares whose entry may have changed. */
  function add(batch: Batch): ReadonlySet<string> {
    batches.push(batch)
    // A post from its source replaces the archived copy, which may be old.
    if (!batch.isRecalled) for (const item of batch.items) merger.remove(archivedMatches.get(postKey(item)) ?? [])
    else {
      for (const { result, matches } of batch.found) {
        const name = postKey(result)
        archivedMatches.set(name, [...(archivedMatches.get(name) ?? []), ...matches])
      }
    }
    return merger.add(batch.found.flatMap(({ matches }) => matches)).union(merger.addAccessCodes(batch.unmatchedLinks))
  }

  return {
    add,
    merger() {
      const sifted = recheckBans(batches)
      if (!sifted) return merger
      const refiltered = batches.map((batch, at) => ({ ...batch, ...sifted[at] }))
      batches = []
      merger = createMerger()
      archivedMatches = new Map()
      for (const batch of refiltered) add(batch)
      return merger
    },
  }
}
