// What of all that comes to a stream is news: links are told once, dead ones last, what is banned meanwhile not at all.
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

/** What came at one time. */
type Brought = Pick<Arrival, 'items' | 'found' | 'besides'>

/** What of all that comes is to be told. */
export interface News {
  /** Events with what is new of an arrival, and not dead. */
  came(arrival: Brought): Generator<SearchEvent>
  /** The same of what the archive recalls; they say so. */
  recalled(found: readonly Found[]): Generator<SearchEvent>
  /** Events with the dead links that were held back. */
  rest(): Generator<SearchEvent>
  /** How many links are dead, as `meta` says it. */
  dead(): { readonly dead?: number }
  /** Those of these keys that are told at all. */
  living(keys: ReadonlySet<string>): ReadonlySet<string>
}

/** What is known of the links of one search besides what its sources say. */
export interface KnownOfLinks {
  readonly dead: DeadLinks
  /** Told with each link; absent where the request does not ask for it. */
  readonly details?: Details | undefined
}

/** Makes it, with nothing told; `review` is asked before each telling. */
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

/** Looks again at what came earlier: gives what of it is still wanted when bans have changed meanwhile, nothing when they have not. */
export type Review = (brought: readonly Brought[]) => Brought[] | undefined

/** Makes it for a search that begins now. */
export function createReview(request: SearchRequest, { clouds }: Choice, bans: Bans | undefined): Review {
  const sift = createSieve(request, clouds, bans)
  let version = bans?.version()
  return (brought) => {
    if (bans?.version() === version) return undefined
    version = bans?.version()
    return brought.map(({ items }) => sift(items))
  }
}

/** All that has come, merged. */
interface Heap {
  /** Gives the keys of shares that may be known better now. */
  came(arrival: Brought): ReadonlySet<string>
  recalled(found: readonly Found[]): ReadonlySet<string>
  merger(): Merger
}

/** What came or was recalled at one time. */
interface Load extends Brought {
  readonly isRecalled: boolean
}

function createHeap(review: Review): Heap {
  let loads: Load[] = []
  let merger = createMerger()
  let recalledOf = new Map<string, readonly Match[]>()

  function put(load: Load): ReadonlySet<string> {
    loads.push(load)
    // A post is told as it came: what was kept of it may be old.
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

/** The links that were told; `given` are the keys of those that a source gave, and not the archive alone. */
function createTold(details: Details | undefined, given: ReadonlySet<string>) {
  const sent = new Map<string, Told>()
  const toldOf = (entry: Entry): Told =>
    details ? { ...bareOf(entry), ...moreOf(entry), isGiven: given.has(entry.share.key) } : bareOf(entry)
  return {
    /** Has it not been told, or is what was told of it known better by now? */
    isNews: (entry: Entry) => !isDeepStrictEqual(sent.get(entry.share.key), toldOf(entry)),
    /** Gives the addresses that these were told with before. */
    add(entries: readonly Entry[]): string[] {
      const replaced = entries.flatMap(({ share }) => sent.get(share.key)?.url ?? [])
      for (const entry of entries) sent.set(entry.share.key, toldOf(entry))
      return replaced
    },
  }
}

/** What of a link is worth sending again when it has become known better. */
interface Told extends Pick<Entry, 'type' | 'password'>, Partial<ReturnType<typeof moreOf>> {
  readonly url: string
  /** Has a source given it, so that it is no mere memory any more? */
  readonly isGiven?: boolean
}

function bareOf(entry: Entry): Told {
  return { type: entry.type, url: shownUrl(entry), password: entry.password }
}

/** The same of one that is told with details; how it was found to be is told as it is at the time, and no news. */
function moreOf({ title, at, sources, relevance, images }: Entry) {
  return { title, at, sources, relevance, images }
}
