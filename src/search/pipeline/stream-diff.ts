// Computes the events of a search stream: new links and changes, dead links last, links banned meanwhile not at all.
import type { Bans } from '../../bans/ban-list.ts'
import type { SearchRequest } from '../../contract/search.ts'
import type { SearchEvent } from './answer.ts'
import { keysOf, postKey } from './archive-dedup.ts'
import type { DeadLinks } from './dead-links.ts'
import { createLinkEvents, type LinkKnowledge } from './link-events.ts'
import type { Match } from './match.ts'
import { createMerger } from './merge.ts'
import { rankResults } from './rank.ts'
import { createResultFilter, type FilteredPosts, type MatchedPost } from './source-results.ts'
import type { SourceSelection } from './source-selection.ts'
import { hasResults, toResultItem } from './to-contract.ts'
import { createWaitingShares } from './waiting-shares.ts'

type Events = Generator<SearchEvent>

/**
 * Minimum time between two events with works or attributes, in milliseconds: changes until then are joined. Each event groups titles and
 * describes works anew, and a work that several sources have changes with each of them.
 */
const eventGapMs = 250

/** Creates the diff with nothing sent, which turns results into events with what is new to the client. */
export function createStreamDiff({ res }: SearchRequest, known: LinkKnowledge, recheckBans: BanRecheck) {
  const { dead, works } = known
  const returnedKeys = new Set<string>()
  const deadKeys = new Set<string>()
  const links = createLinkEvents({ res }, known, returnedKeys)
  const waiting = createWaitingShares(works ? eventGapMs : 0)
  // A ban can change any link.
  const merged = createMergeState(recheckBans, () => waiting.add(works ? links.sentKeys() : new Set()))

  function add(batch: Batch): ReadonlySet<string> {
    const touched = merged.add(batch)
    for (const key of touched) if (dead.isDead(key)) deadKeys.add(key)
    return touched.difference(deadKeys)
  }

  function* sendWaiting(): Events {
    const keys = waiting.take()
    if (keys.size > 0) yield* links.changes(keys, merged.merger())
  }

  const visibleKeys = (keys: ReadonlySet<string>) => (dead.areHidden ? keys.difference(deadKeys) : keys)

  return {
    /** Events with the new, live links of a source result; links with works only when they are due. */
    *addReceived(posts: FilteredPosts): Events {
      for (const key of keysOf(posts.found)) returnedKeys.add(key)
      waiting.add(add({ ...posts, isRecalled: false }))
      if (waiting.areDue()) yield* sendWaiting()
      if (hasResults(res)) yield* resultEvents(posts.found, dead)
    },
    /** The same for archive results, at once and marked with `archive: true`. */
    *addArchived(found: readonly MatchedPost[]): Events {
      yield* sendWaiting()
      const items = found.map(({ result }) => result)
      const touched = add({ items, found, unmatchedLinks: [], isRecalled: true })
      yield* links.changes(touched, merged.merger(), { archive: true })
      if (hasResults(res)) yield* resultEvents(found, dead)
    },
    /** Resolves when `sendWaiting` is due; undefined if no links wait. */
    due: waiting.due,
    sendWaiting,
    /** Events with what was withheld: links that wait, dead links and, with details, images that have changed, often more than once. */
    withheld(): Events {
      const merger = merged.merger()
      return links.changes(visibleKeys(waiting.take().union(deadKeys)), merger, {}, true)
    },
    /** The number of dead links, in the form of `meta`. */
    deadCount: () => (deadKeys.size > 0 ? { dead: deadKeys.size } : {}),
    /** The keys without those of hidden dead links. */
    visibleKeys,
  }
}

function* resultEvents(found: readonly MatchedPost[], dead: DeadLinks): Events {
  const shown = dead.without(found)
  if (shown.length === 0) return
  yield { event: 'results', data: { results: rankResults(shown, dead.stateOf).map(toResultItem) } }
}

/** Filters earlier results again if the ban list has changed since the last call; returns undefined if it has not. */
type BanRecheck = ReturnType<typeof createBanRecheck>

/** Creates the ban check for a search that starts now. */
export function createBanRecheck(request: SearchRequest, { clouds }: SourceSelection, bans: Bans | undefined) {
  const filterResults = createResultFilter(request, clouds, bans)
  let version = bans?.version()
  return (brought: readonly FilteredPosts[]) => {
    if (bans?.version() === version) return undefined
    version = bans?.version()
    return brought.map(({ items }) => filterResults(items))
  }
}

/** Posts that one source or the archive gave at one time. */
interface Batch extends FilteredPosts {
  readonly isRecalled: boolean
}

/** `onBans` is called when earlier results were filtered again. */
function createMergeState(recheckBans: BanRecheck, onBans: () => void) {
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
      onBans()
      return merger
    },
  }
}
