// Compares the memory cache with one plain LRU: hit ratios while searches that nobody repeats pass through.
import { LRUCache } from 'lru-cache'
import { createMemoryBudget } from '../src/store/memory/memory-budget.ts'
import { seeded } from '../test/kit/clocks.ts'

/** Bytes in memory, and the milliseconds of work to have the entry again. */
interface Weight {
  readonly bytes: number
  readonly costMs: number
}

interface Cache {
  get(key: string): unknown
  set(key: string, weight: Weight): void
}

/** The requests of one kind: how many per cent of all, and over how many keys; undefined for a new key at each request. */
interface Kind {
  readonly name: string
  readonly percent: number
  readonly keys: number | undefined
  /** The rendered response, and the answers that it is rendered of. */
  readonly response: Weight
  readonly answers: number
  readonly answer: Weight
}

const kb = 1024
/** Share of a rendered response that is left of it: it is cached as the first client asked for it, which is compressed. */
const compressed = 1 / 8

/** Where answers are kept: the milliseconds to have one again that memory lacks, and how much work a hit may take. */
const places = [
  { name: 'answers also on disk; a hit is a rendered response', answerMs: 5, maxHitMs: 0 },
  { name: 'without DATA_DIR; a hit asks no source', answerMs: 2_000, maxHitMs: 20 },
] as const
type Place = (typeof places)[number]

function kindsOf({ answerMs }: Place): readonly Kind[] {
  const list = {
    response: { bytes: 60 * kb * compressed, costMs: 3 },
    answers: 1,
    answer: { bytes: 40 * kb, costMs: answerMs },
  }
  const search = {
    response: { bytes: 200 * kb * compressed, costMs: 20 },
    answers: 12,
    answer: { bytes: 15 * kb, costMs: answerMs },
  }
  return [
    { name: 'hot lists', percent: 40, keys: 140, ...list },
    { name: 'popular searches', percent: 20, keys: 3_000, ...search },
    { name: 'searches nobody repeats', percent: 40, keys: undefined, ...search },
  ]
}

const requests = 100_000
/** Requests before the count begins, so that both caches are full. */
const warmUp = 20_000

/** Prints the hits among the requests that repeat, and the work for all. */
export async function benchCacheHits(): Promise<void> {
  for (const place of places) {
    const mix = kindsOf(place).map(({ name, percent }) => `${percent} % ${name}`)
    console.info(`\nHits in memory of ${requests} requests (${mix.join(', ')}), ${place.name}`)
    for (const megabytes of [16, 32, 64]) {
      const maxBytes = megabytes * kb * kb
      console.info(`  CACHE_MB=${megabytes}, own: ${replay(ownCache(maxBytes), place)}`)
      console.info(`  CACHE_MB=${megabytes}, one LRU: ${replay(lruCache(maxBytes), place)}`)
    }
  }
}

function ownCache(maxBytes: number): Cache {
  const cache = createMemoryBudget(maxBytes, () => 0).createCache<true>()
  return { get: cache.get, set: (key, { bytes }) => cache.set(key, true, bytes) }
}

function lruCache(maxBytes: number): Cache {
  const cache = new LRUCache<string, true>({ maxSize: maxBytes })
  return { get: (key) => cache.get(key), set: (key, { bytes }) => void cache.set(key, true, { size: bytes }) }
}

function replay(cache: Cache, place: Place): string {
  const random = seeded(7)
  const kinds = kindsOf(place)
  const counted = kinds.map((kind) => ({ kind, pick: popularity(kind.keys ?? 1, random), asked: 0, hits: 0 }))
  let workMs = 0
  for (let request = 0; request < requests; request += 1) {
    const roll = random() * 100
    const one = counted.find((_one, at) => roll < kinds.slice(0, at + 1).reduce((sum, { percent }) => sum + percent, 0))
    if (!one) continue
    const id = one.kind.keys === undefined ? request : one.pick()
    const costMs = ask(cache, one.kind, id)
    if (request < warmUp) continue
    one.asked += 1
    if (costMs <= place.maxHitMs) one.hits += 1
    workMs += costMs
  }
  const repeated = counted.filter(({ kind }) => kind.keys !== undefined)
  const shares = repeated.map(({ kind, asked, hits }) => `${kind.name} ${((100 * hits) / asked).toFixed(1)} %`)
  const sum = (name: 'asked' | 'hits') => repeated.reduce((total, one) => total + one[name], 0)
  return `${shares.join(', ')}, both ${((100 * sum('hits')) / sum('asked')).toFixed(1)} %; ${(workMs / (requests - warmUp)).toFixed(2)} ms of work a request`
}

/** One request; returns the milliseconds of work for what was not in memory. */
function ask(cache: Cache, { name, response, answers, answer }: Kind, id: number): number {
  if (cache.get(`${name} ${id}`)) return 0
  let costMs = response.costMs
  for (let at = 0; at < answers; at += 1) {
    const key = `${name} ${id} ${at}`
    if (cache.get(key)) continue
    costMs += answer.costMs
    cache.set(key, answer)
  }
  cache.set(`${name} ${id}`, response)
  return costMs
}

/** Picks numbers below `count`; the n-th is picked 1/n times as often as the first (Zipf). */
function popularity(count: number, random: () => number): () => number {
  const sums: number[] = []
  for (let rank = 1; rank <= count; rank += 1) sums.push((sums.at(-1) ?? 0) + 1 / rank)
  return () => {
    const expected = random() * (sums.at(-1) ?? 0)
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < expected) low = middle + 1
      else high = middle
    }
    return low
  }
}
