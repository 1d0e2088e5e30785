// What is kept of earlier answers: under which key, how long it is fresh, and until when it may still serve.
import { defaultLimits, type Failure, type Limits, type Source } from './source.ts'

/** An answer as it is kept: what a source gave, when (epoch milliseconds), and why it is only a part, if it is. */
export interface Kept {
  readonly items: readonly unknown[]
  readonly at: number
  readonly failure?: Failure
}

/** Where answers are kept; `store/` has the implementations. Neither call rejects: a store that fails says so and is as good as empty. */
export interface Answers {
  get(key: string): Promise<Kept | undefined>
  /** Keeps an answer for at least `forMs` if there is room. */
  set(key: string, kept: Kept, forMs: number): Promise<void>
}

/** An earlier answer that may still serve. `failure` says why it is only a part. */
export interface Old<Item> {
  readonly items: readonly Item[]
  readonly at: Date
  readonly failure?: Failure
}

interface Limited {
  readonly limits?: Partial<Limits>
}

/** A part of an answer is served for so long without asking again. */
const partFreshMs = 60_000

/** An earlier answer as long as it may serve. */
export function oldOf<Item>(source: Limited, kept: Kept | undefined, now: number): Old<Item> | undefined {
  const { freshMs, staleMs } = limitsOf(source)
  if (!kept || now - kept.at >= freshMs + staleMs) return undefined
  const old = { items: givenBy<Item>(kept.items), at: new Date(kept.at) }
  return kept.failure ? { ...old, failure: kept.failure } : old
}

/** Need nobody be asked? So it is for `maxAgeMs`, by default for as long as its source says. */
export function isYoung(source: Limited, old: Old<unknown>, maxAgeMs: number | undefined, now: number): boolean {
  return now - old.at.getTime() < (maxAgeMs ?? freshFor(source, old))
}

function freshFor(source: Limited, { items, failure }: Old<unknown>): number {
  const { freshMs, emptyFreshMs } = limitsOf(source)
  if (failure) return Math.min(freshMs, partFreshMs)
  return items.length === 0 ? Math.min(freshMs, emptyFreshMs) : freshMs
}

/** Holds an answer less than the one before it? A part then does not take its place. */
export function isLess(items: readonly unknown[], old: Old<unknown> | undefined): boolean {
  return old !== undefined && items.length < old.items.length
}

/** A key names its source and query, so what is kept under it is what that source gave: the one place where that is believed. */
export function givenBy<Item>(items: readonly unknown[]): readonly Item[] {
  believe<Item>(items)
  return items
}

function believe<Item>(_items: readonly unknown[]): asserts _items is readonly Item[] {
  // Nothing can be checked here: the key was made from the source.
}

/** The limits of a source: its own, else the defaults. */
export function limitsOf(source: Limited): Limits {
  return { ...defaultLimits, ...source.limits }
}

/** The key under which a source's answer to a query is kept. */
export function keyOf<Query, Item>(source: Source<Query, Item>, query: Query): string {
  return `${source.id} ${source.keyOf?.(query) ?? stableJson(query)}`
}

/** JSON with sorted keys, so that equal queries have equal keys. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
