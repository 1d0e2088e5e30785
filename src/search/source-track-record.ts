// Track record of sources: what is expected of each by its averages, and the order of asking.
import { z } from 'zod'
import type { SourceNeed } from '../contract/source-needs.ts'
import { parseJson } from '../observability/parse-json.ts'
import type { SourceAverages, SourceStatistics } from '../upstream/stats/source-statistics.ts'
import { averages } from '../upstream/stats/source-table.ts'
import type { SearchSource } from './plugin.ts'

type Averages = Readonly<Record<'answered' | 'tookMs' | 'links' | 'unique', number>>

/** A site whose facts say what to expect of it. */
type Site = Pick<SearchSource, 'id' | 'value'> & { readonly needs?: readonly SourceNeed[] }

export type TrackRecord = ReturnType<typeof createTrackRecord>

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

/** Creates the track record over the statistics. Until something is known of one of `sites`, what its facts say counts. */
export function createTrackRecord(
  { averagesOf, meanAverages, recordUnique }: Pick<SourceStatistics, 'averagesOf' | 'meanAverages' | 'recordUnique'>,
  sites: Iterable<Site> = [],
) {
  const expectedOfSites = new Map([...sites].map((site) => [site.id, expectedBy(site)]))
  const earlier = new Map<string, SourceAverages>()
  /** The averages of a source; what is not known of it is the mean over the others. */
  const allOf = (source: string): Averages => ({
    ...defaults,
    ...meanAverages(),
    ...expectedOfSites.get(source),
    ...earlier.get(source),
    ...averagesOf(source),
  })
  return {
    recordUnique,
    /** The record of 1.0.0-rc.1, which is not written. It counts until the statistics know more of a source; unreadable text is ignored. */
    earlier: {
      load(text: string): void {
        for (const [source, value] of Object.entries(savedRecord.safeParse(parseJson(text)).data ?? {})) {
          const { data } = averages.safeParse(value)
          if (data) earlier.set(source, data)
        }
      },
      serialize: () => '',
      beginSave: () => undefined,
    },
    /** Sorts sources by expected new links and time, best first. Unknown sources rank as the average. */
    rankSources<Source extends { readonly id: string }>(sources: readonly Source[]): Source[] {
      const rankById = new Map(sources.map(({ id }) => [id, rankOf(allOf(id))]))
      return sources.toSorted((a, b) => (rankById.get(b.id) ?? 0) - (rankById.get(a.id) ?? 0))
    },
    /** Expected new links if the source is asked, and all links if it answered. */
    expected(source: string) {
      const { answered, links, unique } = allOf(source)
      return { newIfAsked: answered * links * unique, ifAnswered: links }
    },
  }
}

const savedRecord = z.record(z.string(), z.unknown())

/** While nothing is known of any source. */
const defaults: Averages = { answered: 1, tookMs: minDurationMs, links: linksByValue.some, unique: 1 }

/** The expected averages of a site, from its facts. */
function expectedBy({ value, needs = [] }: Site): SourceAverages {
  return {
    ...(value && { links: linksByValue[value] }),
    ...(needs.some((need) => doubtfulNeeds.includes(need)) && { answered: 0.5 }),
    ...(needs.includes('slow') && { tookMs: slowMs }),
  }
}

/** The square root, because the times of one source differ more than those of two. */
function rankOf({ answered, tookMs, links, unique }: Averages): number {
  return (answered * links * (unique + sharedWeight)) / Math.sqrt(Math.max(tookMs, minDurationMs))
}
