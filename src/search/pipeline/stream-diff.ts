// Computes the events of a search stream: each link is sent once, dead links last, links banned meanwhile not at all.
import { isDeepStrictEqual } from 'node:util'
import type { Bans } from '../../bans/ban-list.ts'
import type { SearchRequest } from '../../contract/search.ts'
import { postKey } from './archive-dedup.ts'
import type { DeadLinks } from './dead-links.ts'
import type { Details } from './link-details.ts'
import type { Match } from './match.ts'
import { createMerger, type MergedLink, type Merger } from './merge.ts'
import { rankLinks, rankResults } from './rank.ts'
import { createResultFilter, type MatchedPost, type SourceResult } from './source-results.ts'
import type { SourceSelection } from './source-selection.ts'
import type { SearchEvent } from './stream-event.ts'
import { printedUrl, toMergedByType, toResultItem } from './to-contract.ts'

/** Posts received together. */
type ReceivedPosts = Pick<SourceResult, 'items' | 'found' | 'unmatchedLinks'>

/** Turns results into events with the links that are new to the client. */
export interface StreamDiff {
  /** Events with the new, live links of a source result. */
  addReceived(arrival: ReceivedPosts): Generator<SearchEvent>
  /** The same for archive results, marked with `archive: true`. */
  addArchived(found: readonly MatchedPost[]): Generator<SearchEvent>
  /** Events with the dead links that were withheld. */
  deadLinks(): Generator<SearchEvent>
  /** The number of dead links, in the form of `meta`. */
  deadCount(): { readonly dead?: number }
  /** The keys without those of hidden dead links. */
  visibleKeys(keys: ReadonlySet<string>): ReadonlySet<string>
}

/** Link data of one search that does not come from its sources. */
export interface LinkMetadata {
  readonly dead: DeadLinks
  /** Sent with each link; undefined unless the request asks for it. */
  readonly details?: Details | undefined
}

/** Creates the diff with nothing sent; `recheckBans` is called before each event. */
export function createStreamDiff(
  { res }: SearchRequest,
  { dead, details }: LinkMetadata,
  recheckBans: BanRecheck,
): StreamDiff {
  const returnedKeys = new Set<string>()
  const sentLinks = createSentLinks(details, returnedKeys)
  const merged = createMergeState(recheckBans)
  const deadKeys = new Set<string>()

  function* links(keys: Iterable<string>, from: { readonly archive?: true } = {}): Generator<SearchEvent> {
    const changed = merged.merger().entries(keys).filter(sentLinks.isNews)
    if (changed.length === 0 || res === 'results') return
    const replaced = sentLinks.add(changed)
    const shown = { merged_by_type: toMergedByType(rankLinks(changed, dead.order), details), ...from }
    yield { event: 'links', data: replaced.length > 0 ? { ...shown, replaced } : shown }
  }

  function* emit(found: readonly MatchedPost[], touched: ReadonlySet<string>, from?: { readonly archive: true }) {
    for (const key of touched) if (dead.isDead(key)) deadKeys.add(key)
    yield* links(touched.difference(deadKeys), from)
    const shown = dead.without(found)
    if (res === 'merged_by_type' || shown.length === 0) return
    const results = rankResults(shown, dead.order).map(toResultItem)
    yield { event: 'results', data: { results } } satisfies SearchEvent
  }

  return {
    *addReceived(arrival) {
      for (const { matches } of arrival.found) for (const { link } of matches) returnedKeys.add(link.share.key)
      yield* emit(arrival.found, merged.addReceived(arrival))
    },
    *addArchived(found) {
      yield* emit(found, merged.addArchived(found), { archive: true })
    },
    deadLinks: () => links(dead.areHidden ? [] : deadKeys),
    deadCount: () => (deadKeys.size > 0 ? { dead: deadKeys.size } : {}),
    visibleKeys: (keys) => (dead.areHidden ? keys.difference(deadKeys) : keys),
  }
}

/** Filters earlier results again if the ban list has changed since the last call; returns undefined if it has not. */
export type BanRecheck = (brought: readonly ReceivedPosts[]) => ReceivedPosts[] | undefined

/** Creates the ban check for a search that starts now. */
export function createBanRecheck(
  request: SearchRequest,
  { clouds }: SourceSelection,
  bans: Bans | undefined,
): BanRecheck {
  const sift = createResultFilter(request, clouds, bans)
  let version = bans?.version()
  return (brought) => {
    if (bans?.version() === version) return undefined
    version = bans?.version()
    return brought.map(({ items }) => sift(items))
  }
}

/** The merged results of a stream so far. */
interface MergeState {
  /** Returns the keys of shares whose entry may have changed. */
  addReceived(arrival: ReceivedPosts): ReadonlySet<string>
  addArchived(found: readonly MatchedPost[]): ReadonlySet<string>
  merger(): Merger
}

/** Posts that one source or the archive gave at one time. */
interface Batch extends ReceivedPosts {
  readonly isRecalled: boolean
}

function createMergeState(recheckBans: BanRecheck): MergeState {
  let batches: Batch[] = []
  let merger = createMerger()
  let archivedMatches = new Map<string, readonly Match[]>()

  function add(load: Batch): ReadonlySet<string> {
    batches.push(load)
    // A post from its source replaces the archived copy, which may be old.
    if (!load.isRecalled) for (const item of load.items) merger.remove(archivedMatches.get(postKey(item)) ?? [])
    else {
      for (const { result, matches } of load.found) {
        const name = postKey(result)
        archivedMatches.set(name, [...(archivedMatches.get(name) ?? []), ...matches])
      }
    }
    return merger.add(load.found.flatMap(({ matches }) => matches)).union(merger.addAccessCodes(load.unmatchedLinks))
  }

  return {
    addReceived: (arrival) => add({ ...arrival, isRecalled: false }),
    addArchived: (found) =>
      add({ items: found.map(({ result }) => result), found, unmatchedLinks: [], isRecalled: true }),
    merger() {
      const sifted = recheckBans(batches)
      if (!sifted) return merger
      const refiltered = batches.map((load, at) => ({ ...load, ...sifted[at] }))
      batches = []
      merger = createMerger()
      archivedMatches = new Map()
      for (const load of refiltered) add(load)
      return merger
    },
  }
}

/** Tracks the links that were sent; `returnedKeys` holds the keys that a source returned, not just the archive. */
function createSentLinks(details: Details | undefined, returnedKeys: ReadonlySet<string>) {
  const sent = new Map<string, SentLink>()
  const sentValues = (entry: MergedLink): SentLink =>
    details
      ? { ...basicValues(entry), ...detailValues(entry), isGiven: returnedKeys.has(entry.share.key) }
      : basicValues(entry)
  return {
    /** Whether the entry was not sent yet, or was sent with other values. */
    isNews: (entry: MergedLink) => !isDeepStrictEqual(sent.get(entry.share.key), sentValues(entry)),
    /** Marks entries as sent and returns the URLs that they were sent with before. */
    add(entries: readonly MergedLink[]): string[] {
      const replaced = entries.flatMap(({ share }) => sent.get(share.key)?.url ?? [])
      for (const entry of entries) sent.set(entry.share.key, sentValues(entry))
      return replaced
    },
  }
}

/** The values of a sent link; a change makes it worth sending again. */
interface SentLink extends Pick<MergedLink, 'type' | 'password'>, Partial<ReturnType<typeof detailValues>> {
  readonly url: string
  /** Whether a source has returned it in this search, not just the archive. */
  readonly isGiven?: boolean
}

function basicValues(entry: MergedLink): SentLink {
  return { type: entry.type, url: printedUrl(entry), password: entry.password }
}

/** The further values compared with `ext.details`. Health is left out: a change of it alone sends nothing. */
function detailValues({ title, at, sources, relevance, images }: MergedLink) {
  return { title, at, sources, relevance, images }
}
