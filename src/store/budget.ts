// One budget in bytes for all that is kept in memory; what is worth least goes when room is needed.
import { createHeap, type Order } from './heap.ts'

/** What a thing takes, and what it saves. */
export interface Weight {
  /** Bytes of memory, its key included. */
  readonly bytes: number
  /** Milliseconds of work or waiting it takes to have it again. */
  readonly remakeMs: number
}

/** The things of one kind that are kept within a budget. */
export interface Held<V> {
  /** What is kept under a key; this counts as a use of it. */
  get(key: string): V | undefined
  /** The same without counting. */
  peek(key: string): V | undefined
  /**
   * Keeps a value in the place of any before it, whose uses it inherits. After `untilMs` (epoch milliseconds) it is gone. What is
   * larger than the whole budget is not kept and drives nothing out but the value before it.
   */
  set(key: string, value: V, weight: Weight, untilMs?: number): void
  delete(key: string): void
  /** Bytes of all that is kept, by the weights given. */
  bytes(): number
  count(): number
}

/** A number of bytes that several kinds of things share. */
export interface Budget {
  /** Makes room for one more kind of things. */
  hold<V>(): Held<V>
  /** Bytes of all that is kept of all kinds; never more than `maxBytes`. */
  bytes(): number
  readonly maxBytes: number
}

/** Something kept, whatever it is. */
interface Entry {
  readonly key: string
  readonly home: Home
  readonly bytes: number
  /** Milliseconds saved for each byte when it is used. */
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
 * More uses than these count for nothing: what was popular once is gone after the budget was filled about so many times with
 * things as dear that were used once.
 */
const mostUses = 16

/**
 * Makes an empty budget; `now` is in epoch milliseconds. What has come to its end goes first, then what is worth least: uses times
 * milliseconds saved for each byte, counted from the worth of what had to go last when it was used (greedy dual size frequency).
 * So the unused sinks beside the new, however often it was used before; of things worth the same the one unused for longest goes.
 */
export function createBudget(maxBytes: number, now: () => number): Budget {
  const shelf = createShelf(maxBytes, now)
  return { hold: <V>() => holdOn<V>(shelf, now), bytes: shelf.bytes, maxBytes }
}

/** All that is kept within a budget, in the order in which it goes. */
interface Shelf {
  readonly maxBytes: number
  bytes(): number
  /** Drives out what must go so that so many bytes more fit. */
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

function createShelf(maxBytes: number, now: () => number): Shelf {
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
    const isOver = ending !== undefined && ending.untilMs < now()
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

function holdOn<V>(shelf: Shelf, now: () => number): Held<V> {
  const entries = new Map<string, Valued<V>>()
  const home: Home = { bytes: 0, entries }

  function find(key: string): Valued<V> | undefined {
    const entry = entries.get(key)
    if (entry === undefined || entry.untilMs >= now()) return entry
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
      if (bytes > shelf.maxBytes || untilMs < now()) return
      shelf.makeRoom(bytes)
      const entry = {
        ...{ key, value, home, bytes, untilMs, saves: remakeMs / Math.max(bytes, 1), uses: before?.uses ?? 1 },
        ...{ worth: 0, usedAs: 0, placeByWorth: 0, placeByEnd: 0 },
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
