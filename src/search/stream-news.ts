// Computes the events of a search stream: each link is sent once, dead links last, links banned meanwhile not at all.
import { isDeepStrictEqual } from 'node:util'
import type { Bans } from '../bans/bans.ts'
import type { SearchRequest } from '../contract/search.ts'
import { type Arrival, createSieve, type Found } from './arrivals.ts'
import type { Choice } from './choose.ts'
import type { DeadLinks } from './dead-links.ts'
import type { Details } from './details.ts'
import type { Match } from './match.ts'
import { createMerger, type Entry, type Merger } from './merge.ts'
import { rankEntries, rankResults } from './rank.ts'
import { nameOf } from './recalled.ts'
import { shapeLinks, shapeResult, shownUrl } from './shape.ts'
import type { SearchEvent } from './stream-event.ts'

/** Posts received together. */
type Brought = Pick<Arrival, 'items' | 'found' | 'besides'>

/** Turns results into events with the links that are new to the client. */
export interface News {
  /** Events with the new, live links of a source result. */
  came(arrival: Brought): Generator<SearchEvent>
  /** The same for archive results, marked with `archive: true`. */
  recalled(found: readonly Found[]): Generator<SearchEvent>
  /** Events with the dead links that were withheld. */
  rest(): Generator<SearchEvent>
  /** The number of dead links, in the form of `meta`. */
  dead(): { readonly dead?: number }
  /** The keys without those of hidden dead links. */
  living(keys: ReadonlySet<string>): ReadonlySet<string>
}

/** Link data of one search that does not come from its sources. */
export interface KnownOfLinks {
  readonly dead: DeadLinks
  /** Sent with each link; undefined unless the request asks for it. */
  readonly details?: Details | undefined
}

/** Creates the diff with nothing sent; `review` is called before each event. */
export function createNews({ res }: SearchRequest, { dead, details }: KnownOfLinks, review: Review): News {
  const given = new Set<string>()
  const told = createTold(details, given)
  const heap = createHeap(review)
  const graves = new Set<string>()

  function* links(keys: Iterable<string>, from: { readonly archive?: true } = {}): Generator<SearchEvent> {
    const fresh = heap.merger().entries(keys).filter(told.isNews)
    if (fresh.length === 0 || res === 'results') return
    const replaced = told.add(fresh)
    const shown = { merged_by_type: shapeLinks(rankEntries(fresh, dead.order), details), ...from }
    yield { event: 'links', data: replaced.length > 0 ? { ...shown, replaced } : shown }
  }

  function* tell(found: readonly Found[], touched: ReadonlySet<string>, from?: { readonly archive: true }) {
    for (const key of touched) if (dead.isDead(key)) graves.add(key)
    yield* links(touched.difference(graves), from)
    const shown = dead.without(found)
    if (res === 'merged_by_type' || shown.length === 0) return
    const results = rankResults(shown, dead.order).map(shapeResult)
    yield { event: 'results', data: { results } } satisfies SearchEvent
  }

  return {
    *came(arrival) {
      for (const { matches } of arrival.found) for (const { link } of matches) given.add(link.share.key)
      yield* tell(arrival.found, heap.came(arrival))
    },
    *recalled(found) {
      yield* tell(found, heap.recalled(found), { archive: true })
    },
    rest: () => links(dead.areHidden ? [] : graves),
    dead: () => (graves.size > 0 ? { dead: graves.size } : {}),
    living: (keys) => (dead.areHidden ? keys.difference(graves) : keys),
  }
}

/** Filters earlier results again if the ban list has changed since the last call; returns undefined if it has not. */
export type Review = (brought: readonly Brought[]) => Brought[] | undefined

/** Creates the ban check for a search that starts now. */
export function createReview(request: SearchRequest, { clouds }: Choice, bans: Bans | undefined): Review {
  const sift = createSieve(request, clouds, bans)
  let version = bans?.version()
  return (brought) => {
    if (bans?.version() === version) return undefined
    version = bans?.version()
    return brought.map(({ items }) => sift(items))
  }
}

/** The merged results of a stream so far. */
interface Heap {
  /** Returns the keys of shares whose entry may have changed. */
  came(arrival: Brought): ReadonlySet<string>
  recalled(found: readonly Found[]): ReadonlySet<string>
  merger(): Merger
}

/** Posts that one source or the archive gave at one time. */
interface Load extends Brought {
  readonly isRecalled: boolean
}

function createHeap(review: Review): Heap {
  let loads: Load[] = []
  let merger = createMerger()
  let recalledOf = new Map<string, readonly Match[]>()

  function put(load: Load): ReadonlySet<string> {
    loads.push(load)
    // A post from its source replaces the archived copy, which may be old.
    if (!load.isRecalled) for (const item of load.items) merger.drop(recalledOf.get(nameOf(item)) ?? [])
    else {
      for (const { result, matches } of load.found) {
        const name = nameOf(result)
        recalledOf.set(name, [...(recalledOf.get(name) ?? []), ...matches])
      }
    }
    return merger.add(load.found.flatMap(({ matches }) => matches)).union(merger.hear(load.besides))
  }

  return {
    came: (arrival) => put({ ...arrival, isRecalled: false }),
    recalled: (found) => put({ items: found.map(({ result }) => result), found, besides: [], isRecalled: true }),
    merger() {
      const sifted = review(loads)
      if (!sifted) return merger
      const again = loads.map((load, at) => ({ ...load, ...sifted[at] }))
      loads = []
      merger = createMerger()
      recalledOf = new Map()
      for (const load of again) put(load)
      return merger
    },
  }
}

/** Tracks the links that were sent; `given` holds the keys that a source returned, not just the archive. */
function createTold(details: Details | undefined, given: ReadonlySet<string>) {
  const sent = new Map<string, Told>()
  const toldOf = (entry: Entry): Told =>
    details ? { ...bareOf(entry), ...moreOf(entry), isGiven: given.has(entry.share.key) } : bareOf(entry)
  return {
    /** Whether the entry was not sent yet, or was sent with other values. */
    isNews: (entry: Entry) => !isDeepStrictEqual(sent.get(entry.share.key), toldOf(entry)),
    /** Marks entries as sent and returns the URLs that they were sent with before. */
    add(entries: readonly Entry[]): string[] {
      const replaced = entries.flatMap(({ share }) => sent.get(share.key)?.url ?? [])
      for (const entry of entries) sent.set(entry.share.key, toldOf(entry))
      return replaced
    },
  }
}

/** The values of a sent link; a change makes it worth sending again. */
interface Told extends Pick<Entry, 'type' | 'password'>, Partial<ReturnType<typeof moreOf>> {
  readonly url: string
  /** Whether a source has returned it in this search, not just the archive. */
  readonly isGiven?: boolean
}

function bareOf(entry: Entry): Told {
  return { type: entry.type, url: shownUrl(entry), password: entry.password }
}

/** The further values compared with `ext.details`. Health is left out: a change of it alone sends nothing. */
function moreOf({ title, at, sources, relevance, images }: Entry) {
  return { title, at, sources, relevance, images }
}
