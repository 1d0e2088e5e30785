// Sorts the links of a streamed search as the service sorts those of a plain one.
import type { CollectedLink } from './link-collector.ts'

/** `best`: the service's order. `available`: the same, but within a day, health counts before the number of sources. `time`: the latest first. */
export type LinkSort = 'best' | 'available' | 'time'

/** Returns the health that sorts a link; undefined for none. */
export type HealthOf = (link: CollectedLink) => 'ok' | 'bad' | 'locked' | 'uncertain' | undefined

const healthRank = { ok: 1, unknown: 0, uncertain: 0, locked: 0, bad: -1 } as const
const relevanceRank = { title: 1, text: 0 } as const
const dayMs = 86_400_000

type Comparator = (a: CollectedLink, b: CollectedLink) => number

/**
 * Compares links: dead ones last, then by relevance, day, number of sources, health, time and key. The order is total, so that equal links
 * always sort the same. `healthOf` is by default the health that the service reported.
 */
export function createLinkOrder(
  sort: LinkSort,
  healthOf: HealthOf = ({ health }: CollectedLink) => health?.state,
): Comparator {
  const byHealth: Comparator = (a, b) => healthRank[healthOf(b) ?? 'unknown'] - healthRank[healthOf(a) ?? 'unknown']
  const deadLast: Comparator = (a, b) => Number(healthOf(a) === 'bad') - Number(healthOf(b) === 'bad')
  const criteria = {
    best: [byRelevance, byDay, bySources, byHealth],
    available: [byRelevance, byDay, byHealth, bySources],
    time: [],
  }[sort]
  const all = [deadLast, ...criteria, byTime, byKey]
  return (a, b) => {
    for (const criterion of all) {
      const order = criterion(a, b)
      if (order !== 0) return order
    }
    return 0
  }
}

const byRelevance: Comparator = (a, b) => relevanceRank[b.relevance] - relevanceRank[a.relevance]
const bySources: Comparator = (a, b) => b.sources.length - a.sources.length
const byTime: Comparator = (a, b) => compareTimes(timeOf(a), timeOf(b))
/** Whole days, so that within a day the number of sources and health decide. */
const byDay: Comparator = (a, b) => compareTimes(Math.floor(timeOf(a) / dayMs), Math.floor(timeOf(b) / dayMs))

function byKey(a: CollectedLink, b: CollectedLink): number {
  if (a.key === b.key) return 0
  return a.key < b.key ? -1 : 1
}

/** Unknown times sort last. */
function timeOf({ at }: CollectedLink): number {
  return at ?? Number.NEGATIVE_INFINITY
}

/** Later first; two unknown times are equal. */
function compareTimes(a: number, b: number): number {
  return a === b ? 0 : b - a
}
