// Models searches by formulas: the upstream request rate for a freshness time, a cache size and an upstream limit.
import type { Level } from './demand.ts'

/** Freshness times and cache size. */
export interface Keeping {
  /** Seconds that a non-empty answer stays fresh. */
  readonly fullForS: number
  /** Seconds that an empty answer stays fresh. */
  readonly emptyForS: number
  /** Share of sources without results for a keyword. */
  readonly emptyShare: number
  /** Cache capacity of each place in keywords; the least recently searched are evicted. */
  readonly keywordsKept: number
}

/** Load and topology. */
export interface Setting {
  /** Total searches per second. */
  readonly perSecond: number
  /** Sources of one upstream that a search asks. */
  readonly sources: number
  /** Requests per second that this upstream accepts from each cache place. */
  readonly polite: number
  /** Processes behind a load balancer. */
  readonly replicas: number
  /** Whether all processes share fetched answers. */
  readonly isShared: boolean
  readonly keeping: Keeping
}

/** Results of the model. */
export interface Flow {
  /** Upstream requests per second. */
  readonly asks: number
  /** Share of upstream requests that the cache saves. */
  readonly savedShare: number
  /** Searches per second that ask the sources with results. */
  readonly cold: number
  /** Share of searches that find all their non-empty answers fresh. */
  readonly hitShare: number
  /** Share of searches that need a request but are answered from known links, because the upstream is at its limit. */
  readonly knownShare: number
  /** Share of searches that need a request and get it. */
  readonly servedShare: number
}

const halvings = 36

/** The model's results for searches of these keywords. */
export function expectedOf(levels: readonly Level[], setting: Setting): Flow {
  const { perSecond, sources, polite, replicas, isShared, keeping } = setting
  const places = isShared ? 1 : replicas
  const here = perSecond / places
  const flowAt = (served: number) => {
    const touchedS = longestUntouchedS(levels, { perSecond: here, served }, keeping.keywordsKept)
    const rate = (freshS: number) => sumOf(levels, (share) => askedRate(share * here, { freshS, touchedS, served }))
    const [cold, empty] = [rate(keeping.fullForS), rate(keeping.emptyForS)]
    return { cold, asks: sources * (cold * (1 - keeping.emptyShare) + empty * keeping.emptyShare) }
  }
  const all = flowAt(1)
  const served = all.asks <= polite ? 1 : bisect(0, 1, (share) => flowAt(share).asks > polite)
  const { cold, asks } = served === 1 ? all : flowAt(served)
  return {
    asks: asks * places,
    savedShare: 1 - asks / (sources * here),
    cold: cold * places,
    hitShare: 1 - cold / served / here,
    knownShare: (cold / served - cold) / here,
    servedShare: served,
  }
}

/**
 * The share of searches answered from known links whose keyword was asked upstream within the given number of seconds
 * before. 1 when there are no such searches. Assumes a cache for all fresh answers.
 */
export function seenShare(
  levels: readonly Level[],
  { perSecond, keeping }: Setting,
  served: number,
  seconds: number,
): number {
  if (served === 1) return 1
  const [freshS, touchedS] = [keeping.fullForS, Number.POSITIVE_INFINITY]
  const askedOf = (share: number) => askedRate(share * perSecond, { freshS, touchedS, served })
  const seen = sumOf(levels, (share) => askedOf(share) * -Math.expm1(-askedOf(share) * seconds))
  return seen / sumOf(levels, askedOf)
}

interface Cycle {
  readonly freshS: number
  readonly touchedS: number
  readonly served: number
}

/**
 * Upstream request rate of a keyword that is searched `perSecond`. Between two requests, searches find it fresh until
 * it expires or is evicted; then follow those that are not served.
 */
function askedRate(perSecond: number, { freshS, touchedS, served }: Cycle): number {
  return perSecond / (hits(perSecond, freshS, touchedS) + 1 / served)
}

function hits(perSecond: number, freshS: number, touchedS: number): number {
  const whileFresh = perSecond * freshS
  if (touchedS === Number.POSITIVE_INFINITY) return whileFresh
  // Consecutive searches without a gap of `touchedS`, and how many of them fall into the fresh time.
  const inRow = Math.expm1(perSecond * touchedS)
  return inRow === Number.POSITIVE_INFINITY ? whileFresh : inRow * -Math.expm1(-whileFresh / inRow)
}

interface Searched {
  readonly perSecond: number
  readonly served: number
}

/**
 * Seconds without a search until a keyword is evicted, by Che's approximation: the cache holds as many keywords as fit.
 * A keyword stays while its searches are closer together than that, and enters with the first search that is served.
 */
function longestUntouchedS(levels: readonly Level[], { perSecond, served }: Searched, room: number): number {
  const all = sumOf(levels, () => 1)
  if (room >= all) return Number.POSITIVE_INFINITY
  const kept = (seconds: number) =>
    sumOf(levels, (share) => {
      const inRow = served * Math.expm1(share * perSecond * seconds)
      return inRow === Number.POSITIVE_INFINITY ? 1 : inRow / (1 + inRow)
    })
  let most = room / perSecond
  while (kept(most) < room) most *= 2
  return bisect(0, most, (seconds) => kept(seconds) > room)
}

function sumOf(levels: readonly Level[], of: (share: number) => number): number {
  return levels.reduce((sum, { count, share }) => sum + count * of(share), 0)
}

/** Bisects for the number where the bound is exceeded. */
function bisect(least: number, most: number, isTooMuch: (value: number) => boolean): number {
  let [low, high] = [least, most]
  for (let round = 0; round < halvings; round += 1) {
    const middle = (low + high) / 2
    if (isTooMuch(middle)) high = middle
    else low = middle
  }
  return (low + high) / 2
}
