// Searches as a formula: how often somebody must be asked, when answers stay fresh for a while, there is room for so many, and upstream bears so much.
import type { Level } from './demand.ts'

/** How long answers serve, and how many of them there is room for. */
export interface Keeping {
  /** Seconds an answer with something in it is fresh. */
  readonly fullForS: number
  /** Seconds an answer without anything is. */
  readonly emptyForS: number
  /** The share of sources that have nothing for a keyword. */
  readonly emptyShare: number
  /** Each place where answers are kept has room for those of so many keywords; those not searched for longest go. */
  readonly keywordsKept: number
}

/** Who searches where. */
export interface Setting {
  /** Searches a second in all. */
  readonly perSecond: number
  /** Sources of one upstream that a search asks. */
  readonly sources: number
  /** Asks a second that this upstream stands from each place where answers are kept. */
  readonly polite: number
  /** Processes behind a load balancer. */
  readonly replicas: number
  /** What one of them has fetched is there for all. */
  readonly isShared: boolean
  readonly keeping: Keeping
}

/** What comes of it. */
export interface Flow {
  /** Asks a second that go upstream. */
  readonly asks: number
  /** The share of all that would be asked if nothing were kept that is not asked. */
  readonly savedShare: number
  /** Searches a second whose sources that have something are asked. */
  readonly cold: number
  /** The share of searches that find all that has something fresh. */
  readonly hitShare: number
  /** The share of searches that should be asked and are not, because upstream is asked all it stands: what is known answers them. */
  readonly knownShare: number
  /** The share of searches that need an ask which get it. */
  readonly servedShare: number
}

const halvings = 36

/** What comes of searches of these keywords. */
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
 * Of the searches that what is known has to answer, the share whose keyword was asked upstream at least once in so many seconds before, where
 * there is room for all that is fresh. 1 when there are no such searches.
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
 * How often a keyword that is searched `perSecond` is asked upstream. From one ask to the next there are as many searches that find it fresh as
 * come while it is, or until it has not been searched for so long that it had to go; and after them those that were not served.
 */
function askedRate(perSecond: number, { freshS, touchedS, served }: Cycle): number {
  return perSecond / (hits(perSecond, freshS, touchedS) + 1 / served)
}

function hits(perSecond: number, freshS: number, touchedS: number): number {
  const whileFresh = perSecond * freshS
  if (touchedS === Number.POSITIVE_INFINITY) return whileFresh
  // Searches in a row without a gap of `touchedS`, and how many of them come in time.
  const inRow = Math.expm1(perSecond * touchedS)
  return inRow === Number.POSITIVE_INFINITY ? whileFresh : inRow * -Math.expm1(-whileFresh / inRow)
}

interface Searched {
  readonly perSecond: number
  readonly served: number
}

/**
 * After how many seconds without a search a keyword's answers have to go: by Che's approximation as many as keep those full that there is room
 * for. A keyword stays as long as searches follow each other sooner than that, and comes in with the first that is served.
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

/** Where between two numbers it becomes too much. */
function bisect(least: number, most: number, isTooMuch: (value: number) => boolean): number {
  let [low, high] = [least, most]
  for (let round = 0; round < halvings; round += 1) {
    const middle = (low + high) / 2
    if (isTooMuch(middle)) high = middle
    else low = middle
  }
  return (low + high) / 2
}
