// Simulates searches: draws them one by one, models the cache, and counts upstream requests. No network, bounded memory.
import { createSeededRandom } from '../../standin/seeded-random.ts'
import { drawOf, type Popularity } from './demand.ts'
import type { Flow, Setting } from './model.ts'

/** Size of a simulation. */
export interface Run {
  readonly seed: number
  /** Total searches; those of the first two lifetimes of an answer, at most half of them, are not counted. */
  readonly searches: number
}

/** Counts the results of searches for these keywords. The same run gives the same counts. */
export function simulated(popularity: Popularity, setting: Setting, { seed, searches }: Run): Flow {
  const { perSecond, replicas, isShared, keeping } = setting
  const chance = createSeededRandom('scale', seed)
  const draw = drawOf(popularity)
  const places = Array.from({ length: isShared ? 1 : replicas }, () => createPlace(popularity.keywords, setting))
  const warmUpS = Math.min(2 * keeping.fullForS, searches / perSecond / 2)
  const counts: Counts = { searches: 0, asks: 0, cold: 0, wanted: 0, known: 0 }
  let [now, countedFrom] = [1, 0]
  for (let search = 0; search < searches; search += 1) {
    now -= Math.log(1 - chance.next()) / perSecond
    // Round-robin load balancing.
    const outcome = places[search % places.length]?.search(draw(chance.next()), now)
    if (outcome === undefined || now < warmUpS) continue
    if (countedFrom === 0) countedFrom = now
    add(counts, outcome)
  }
  const seconds = now - countedFrom
  return {
    asks: counts.asks / seconds,
    savedShare: 1 - counts.asks / (counts.searches * setting.sources),
    cold: counts.cold / seconds,
    hitShare: 1 - counts.wanted / counts.searches,
    knownShare: counts.known / counts.searches,
    servedShare: counts.wanted === 0 ? 1 : 1 - counts.known / counts.wanted,
  }
}

interface Counts {
  searches: number
  asks: number
  cold: number
  wanted: number
  known: number
}

/** Result of one search. */
interface Outcome {
  readonly asks: number
  /** Whether the sources with results had to be asked. */
  readonly isWanted: boolean
  readonly isServed: boolean
}

function add(counts: Counts, { asks, isWanted, isServed }: Outcome): void {
  counts.searches += 1
  counts.asks += asks
  if (!isWanted) return
  counts.wanted += 1
  if (isServed) counts.cold += 1
  else counts.known += 1
}

/** A cache place and its upstream limit. */
function createPlace(keywords: number, { sources, polite, keeping }: Setting) {
  const [fullUntil, emptyUntil] = [new Float64Array(keywords), new Float64Array(keywords)]
  const room = keeping.keywordsKept < keywords ? createOrder(keywords) : undefined
  const bucket = createBucket(polite, sources)

  function touch(keyword: number): void {
    const gone = room?.touch(keyword, keeping.keywordsKept)
    if (gone === undefined) return
    fullUntil[gone] = 0
    emptyUntil[gone] = 0
  }

  const isOver = (until: Float64Array, keyword: number, now: number) => (until[keyword] ?? 0) <= now

  function serve(keyword: number, now: number): void {
    if (isOver(fullUntil, keyword, now)) fullUntil[keyword] = now + keeping.fullForS
    if (isOver(emptyUntil, keyword, now)) emptyUntil[keyword] = now + keeping.emptyForS
  }

  return {
    search(keyword: number, now: number): Outcome {
      const isWanted = isOver(fullUntil, keyword, now)
      const full = isWanted ? 1 - keeping.emptyShare : 0
      const asks = sources * (full + (isOver(emptyUntil, keyword, now) ? keeping.emptyShare : 0))
      const isServed = asks === 0 || bucket.take(asks, now)
      // A cached answer serves at any age; a new keyword enters with the first search that is served.
      if (isServed || room?.has(keyword)) touch(keyword)
      if (isServed) serve(keyword, now)
      return { asks: isServed ? asks : 0, isWanted, isServed }
    },
  }
}

/** A token bucket of an upstream: a rate per second, and the requests of one search as burst. */
function createBucket(perSecond: number, burst: number) {
  let [left, at] = [burst, 0]
  return {
    take(asks: number, now: number): boolean {
      if (perSecond === Number.POSITIVE_INFINITY) return true
      left = Math.min(burst, left + (now - at) * perSecond)
      at = now
      // The bucket may go negative, so that large and small requests are served equally often.
      if (left <= 0) return false
      left -= asks
      return true
    },
  }
}

/** Keywords in the order of their last search: a linked ring in two arrays; the last element is its head. */
function createOrder(keywords: number) {
  const [before, after] = [new Int32Array(keywords + 1), new Int32Array(keywords + 1)]
  const knot = keywords
  before[knot] = knot
  after[knot] = knot
  const isIn = new Uint8Array(keywords)
  let count = 0

  function takeOut(keyword: number): void {
    const [earlier = knot, later = knot] = [before[keyword], after[keyword]]
    after[earlier] = later
    before[later] = earlier
  }

  function putLast(keyword: number): void {
    const last = before[knot] ?? knot
    after[last] = keyword
    before[keyword] = last
    after[keyword] = knot
    before[knot] = keyword
  }

  return {
    has: (keyword: number) => isIn[keyword] === 1,
    /** Makes a keyword the most recent; returns the keyword that is evicted for it. */
    touch(keyword: number, room: number): number | undefined {
      if (isIn[keyword] === 1) takeOut(keyword)
      else count += 1
      isIn[keyword] = 1
      putLast(keyword)
      if (count <= room) return undefined
      const gone = after[knot] ?? knot
      takeOut(gone)
      isIn[gone] = 0
      count -= 1
      return gone
    },
  }
}
