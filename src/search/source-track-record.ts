// Track record of sources: moving averages of success rate, duration and links per answer.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { SourceNeed } from '../contract/source-needs.ts'
import type { Outcome } from '../upstream/source.ts'
import { tryJson } from '../upstream/try-json.ts'
import type { SearchSource } from './plugin.ts'

/**
 * Exponential moving averages of a source: success rate (0 to 1), duration of an ask's requests in milliseconds, links per answer, and the
 * fraction of them that no other source had.
 */
type SourceAverages = Readonly<Record<'answered' | 'tookMs' | 'links' | 'unique', number>>

/** A site whose facts say what to expect of it. */
type Site = Pick<SearchSource, 'id' | 'value'> & { readonly needs?: readonly SourceNeed[] }

const saved = z.partialRecord(z.enum(['answered', 'tookMs', 'links', 'unique']), z.number().min(0))

export type TrackRecord = ReturnType<typeof createTrackRecord>

/** Weight of the latest ask in the moving average. */
const latestWeight = 0.2

/** More than the sources that are listed. */
const maxSources = 2_000

/** Lower bound of the duration: otherwise a nearby source would rank first however few links it has. */
const minDurationMs = 50

/**
 * Fraction of the links that others have too by which a source ranks: of two sources with the same links, one must be asked. Simulated over the
 * stand-in: with 0.1, sources that bring nothing new come so early that few searches of 171 sources end before their deadline.
 */
const sharedWeight = 0.015

/** Links of an answer, by the value of a site; also of sources without one while nothing is known. Guesses: only their order matters. */
const linksByValue = { many: 30, some: 10, few: 5 }

/** A site that refuses the addresses of many servers answers every second of them: a guess. */
const doubtfulNeeds: readonly SourceNeed[] = ['cn', 'home', 'throttles']
const slowMs = 4_000

/**
 * Creates an empty track record. Only sources in `listed` have one, by default all: requests may name any channel. Until something is known
 * of one of `sites`, what its facts say counts.
 */
export function createTrackRecord(listed?: ReadonlySet<string>, sites: Iterable<Site> = []) {
  const expectedOfSites = new Map([...sites].map((site) => [site.id, expectedBy(site)]))
  const known = new LRUCache<string, Partial<SourceAverages>>({ max: maxSources })
  const seen = new LRUCache<string, number>({ max: maxSources })
  const unsaved = createUnsavedTracker()
  let average: SourceAverages | undefined
  const update = (source: string, seen: Partial<SourceAverages>) => {
    if (listed?.has(source) === false) return
    known.set(source, withLatest(known.get(source) ?? {}, seen))
    unsaved.add(source)
    average = undefined
  }
  /** The averages of a source; what is not known of it is the mean over the others. */
  const averagesOf = (source: string): SourceAverages => {
    average ??= averageOf([...known.values()])
    return { ...average, ...expectedOfSites.get(source), ...known.peek(source) }
  }

  return {
    /** Records the outcome of an ask and the number of links that match its keyword. */
    recordAsk(source: string, outcome: Outcome<unknown>, links?: number): void {
      const isFresh = outcome.state === 'fresh'
      // An open breaker says nothing about the source; results found without a request took no time.
      if ('failure' in outcome && outcome.failure?.kind === 'open') return
      const tookMs = outcome.tookMs ?? (isFresh && outcome.items.length > 0 ? 0 : undefined)
      if (tookMs === undefined) return
      update(source, { answered: isFresh ? 1 : 0, tookMs, ...(links === undefined ? {} : { links }) })
    },
    /** Records the fraction of the links of an answer, given at that time, that no other source of a complete search had. */
    recordUnique(source: string, unique: number, at: Date): void {
      // Several searches may have used the same answer.
      if (seen.get(source) === at.getTime()) return
      seen.set(source, at.getTime())
      update(source, { unique })
    },
    /** Sorts sources by expected new links and time, best first. Unknown sources rank as the average. */
    rankSources<Source extends { readonly id: string }>(sources: readonly Source[]): Source[] {
      const rankById = new Map(sources.map(({ id }) => [id, rankOf(averagesOf(id))]))
      return sources.toSorted((a, b) => (rankById.get(b.id) ?? 0) - (rankById.get(a.id) ?? 0))
    },
    /** Expected new links if the source is asked, and all links if it answered. */
    expected(source: string) {
      const { answered, links, unique } = averagesOf(source)
      return { newIfAsked: answered * links * unique, ifAnswered: links }
    },
    /** Serializes the record for `load`. */
    serialize: () => JSON.stringify(Object.fromEntries(known.rentries())),
    /** Loads a serialized record in place of earlier ones; unsaved values stay. Unreadable text is ignored. */
    load(text: string): void {
      const ours = new Map([...known.entries()].filter(([source]) => unsaved.has(source)))
      known.clear()
      for (const [source, figures] of new Map([...readSaved(text), ...ours])) known.set(source, figures)
      average = undefined
    },
    /** Begins a save of `serialize`; call the result with whether it succeeded. Returns undefined if nothing changed since the last save. */
    beginSave: unsaved.beginSave,
  }
}

/** Tracks the sources with unsaved changes. */
function createUnsavedTracker() {
  const make = () => new LRUCache<string, true>({ max: maxSources })
  let changed = make()
  let saving = make()
  return {
    add(source: string) {
      changed.set(source, true)
    },
    has: (source: string) => changed.has(source) || saving.has(source),
    beginSave() {
      if (changed.size === 0) return undefined
      saving = changed
      changed = make()
      return (isKept: boolean) => {
        for (const source of isKept ? [] : saving.keys()) changed.set(source, true)
        saving = make()
      }
    },
  }
}

/** Parses a saved text, skipping invalid sources. */
function readSaved(text: string): readonly (readonly [string, Partial<SourceAverages>])[] {
  return Object.entries(z.looseObject({}).safeParse(tryJson(text)).data ?? {}).flatMap(([source, value]) => {
    const { data } = saved.safeParse(value)
    return data ? [[source, data] as const] : []
  })
}

/** The expected averages of a site, from its facts. */
function expectedBy({ value, needs = [] }: Site): Partial<SourceAverages> {
  return {
    ...(value && { links: linksByValue[value] }),
    ...(needs.some((need) => doubtfulNeeds.includes(need)) && { answered: 0.5 }),
    ...(needs.includes('slow') && { tookMs: slowMs }),
  }
}

function averageOf(all: readonly Partial<SourceAverages>[]): SourceAverages {
  return {
    answered: mean(all.flatMap((one) => one.answered ?? [])) ?? 1,
    tookMs: mean(all.flatMap((one) => one.tookMs ?? [])) ?? minDurationMs,
    links: mean(all.flatMap((one) => one.links ?? [])) ?? linksByValue.some,
    unique: mean(all.flatMap((one) => one.unique ?? [])) ?? 1,
  }
}

/** The moving averages with what was seen last. */
function withLatest(before: Partial<SourceAverages>, seen: Partial<SourceAverages>): Partial<SourceAverages> {
  const olds: Readonly<Record<string, number>> = before
  const moved = Object.entries(seen).map(([name, now]) => {
    const old = olds[name] ?? now
    return [name, old + latestWeight * (now - old)]
  })
  return { ...before, ...Object.fromEntries(moved) }
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The square root, because the times of one source differ more than those of two. */
function rankOf({ answered, tookMs, links, unique }: SourceAverages): number {
  return (answered * links * (unique + sharedWeight)) / Math.sqrt(Math.max(tookMs, minDurationMs))
}
