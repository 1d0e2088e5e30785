// A memory budget shared by several caches; the entry of the lowest priority is evicted first.
import { createHeap, type Order } from './heap.ts'

/** Size and cost of an entry. */
export interface Weight {
  /** Memory in bytes, including the key. */
  readonly bytes: number
  /** Milliseconds of work or waiting to recreate the entry. */
  readonly remakeMs: number
}

/** A cache within the budget. */
export interface Held<V> {
  /** Returns the value of a key and counts a use. */
  get(key: string): V | undefined
  /** Returns the value of a key without counting a use. */
  peek(key: string): V | undefined
  /**
   * Stores a value; it inherits the uses of the value that it replaces. It expires after `untilMs` (epoch milliseconds). A value larger than
   * the whole budget is not stored; it only removes the value that it replaces.
   */
  set(key: string, value: V, weight: Weight, untilMs?: number): void
  delete(key: string): void
  /** Total bytes of the entries, by their weights. */
  bytes(): number
  count(): number
}

/** A number of bytes shared by several caches. */
export interface Budget {
  /** Creates another cache within the budget. */
  hold<V>(): Held<V>
  /** Total bytes of all caches; never more than `maxBytes`. */
  bytes(): number
  readonly maxBytes: number
}

/** An entry of any cache. */
interface Entry {
  readonly key: string
  readonly home: Home
  readonly bytes: number
  /** Milliseconds saved per byte by a use. */
  readonly saves: number
  readonly untilMs: number
  uses: number
  worth: number
  usedAs: number
  placeByWorth: number
  placeByEnd: number
}

interface Home {
  bytes: number
  readonly entries: { delete(key: string): boolean }
}

interface Valued<V> extends Entry {
  readonly value: V
}

/**
 * Maximum number of counted uses: an entry that is no longer used is evicted after the budget was filled about this many times with equally
 * costly entries used once.
 */
const mostUses = 16

/**
 * Creates an empty budget; `epochMs` returns epoch milliseconds. Expired entries are evicted first, then those of the lowest priority: uses times
 * milliseconds saved per byte, plus the priority of the last evicted entry at the time of use (greedy dual size frequency). Unused entries
 * thus age, however often they were used before; of equal priorities the least recently used is evicted.
 */
export function createBudget(maxBytes: number, epochMs: () => number): Budget {
  const shelf = createShelf(maxBytes, epochMs)
  return { hold: <V>() => holdOn<V>(shelf, epochMs), bytes: shelf.bytes, maxBytes }
}

/** All entries of a budget, in eviction order. */
interface Shelf {
  readonly maxBytes: number
  bytes(): number
  /** Evicts entries until this many bytes are free. */
  makeRoom(bytes: number): void
  add(entry: Entry): void
  used(entry: Entry): void
  remove(entry: Entry): void
}

const worthOrder: Order<Entry> = {
  isBefore: (one, other) => one.worth < other.worth || (one.worth === other.worth && one.usedAs < other.usedAs),
  placeOf: (entry) => entry.placeByWorth,
  stands(entry, place) {
    entry.placeByWorth = place
  },
}

const endOrder: Order<Entry> = {
  isBefore: (one, other) => one.untilMs < other.untilMs,
  placeOf: (entry) => entry.placeByEnd,
  stands(entry, place) {
    entry.placeByEnd = place
  },
}

function createShelf(maxBytes: number, epochMs: () => number): Shelf {
  const byWorth = createHeap(worthOrder)
  const byEnd = createHeap(endOrder)
  let bytes = 0
  let uses = 0
  let wentLast = 0

  function rank(entry: Entry): void {
    uses += 1
    entry.usedAs = uses
    entry.worth = wentLast + entry.uses * entry.saves
  }

  function remove(entry: Entry): void {
    byWorth.take(entry)
    if (entry.untilMs < Number.POSITIVE_INFINITY) byEnd.take(entry)
    entry.home.entries.delete(entry.key)
    entry.home.bytes -= entry.bytes
    bytes -= entry.bytes
  }

  function driveOut(): boolean {
    const ending = byEnd.first()
    const isOver = ending !== undefined && ending.untilMs < epochMs()
    const going = isOver ? ending : byWorth.first()
    if (going === undefined) return false
    if (!isOver) wentLast = going.worth
    remove(going)
    return true
  }

  return {
    maxBytes,
    bytes: () => bytes,
    makeRoom(needed) {
      while (bytes + needed > maxBytes && driveOut());
    },
    add(entry) {
      rank(entry)
      byWorth.add(entry)
      if (entry.untilMs < Number.POSITIVE_INFINITY) byEnd.add(entry)
      entry.home.bytes += entry.bytes
      bytes += entry.bytes
    },
    used(entry) {
      if (entry.uses < mostUses) entry.uses += 1
      rank(entry)
      byWorth.moved(entry)
    },
    remove,
  }
}

function holdOn<V>(shelf: Shelf, epochMs: () => number): Held<V> {
  const entries = new Map<string, Valued<V>>()
  const home: Home = { bytes: 0, entries }

  function find(key: string): Valued<V> | undefined {
    const entry = entries.get(key)
    if (entry === undefined || entry.untilMs >= epochMs()) return entry
    shelf.remove(entry)
    return undefined
  }

  return {
    get(key) {
      const entry = find(key)
      if (entry !== undefined) shelf.used(entry)
      return entry?.value
    },
    peek: (key) => find(key)?.value,
    set(key, value, { bytes, remakeMs }, untilMs = Number.POSITIVE_INFINITY) {
      const before = entries.get(key)
      if (before !== undefined) shelf.remove(before)
      if (bytes > shelf.maxBytes || untilMs < epochMs()) return
      shelf.makeRoom(bytes)
      const entry = {
        key,
        value,
        home,
        bytes,
        untilMs,
        saves: remakeMs / Math.max(bytes, 1),
        uses: before?.uses ?? 1,
        worth: 0,
        usedAs: 0,
        placeByWorth: 0,
        placeByEnd: 0,
      }
      entries.set(key, entry)
      shelf.add(entry)
    },
    delete(key) {
      const entry = entries.get(key)
      if (entry !== undefined) shelf.remove(entry)
    },
    bytes: () => home.bytes,
    count: () => entries.size,
  }
}
