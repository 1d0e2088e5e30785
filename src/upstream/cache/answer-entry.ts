// Cache entries of answers: their keys, how long they are fresh, and until when they may be served stale.

import { hash } from 'node:crypto'
import { ageMs, clockSkewMs } from '../../async/ages.ts'
import { defaultLimits, type Failure, type Limits, type Source } from '../source.ts'
import { failureText } from '../text-limits.ts'

/** A cached answer: the items of a source, when it gave them (epoch milliseconds), and the failure if it is partial. */
export interface AnswerEntry {
  readonly items: readonly unknown[]
  readonly at: number
  readonly failure?: Failure | undefined
  /** Written by another process, perhaps by older code; its items are not validated yet, see `validateEntry`. */
  isUnchecked?: boolean
}

/** Cache of answers; `store/` implements it. No call rejects: a failed read is logged and counts as a cache miss. */
export interface AnswerCache {
  get(key: string): Promise<AnswerEntry | undefined>
  /** Stores an answer for at least `forMs` if there is capacity. */
  set(key: string, entry: AnswerEntry, forMs: number): Promise<void>
}

/** A cache that keeps some answers in memory. */
export interface SyncAnswerCache extends AnswerCache {
  /** The answer in memory. Does not count as a use. */
  peek(key: string): AnswerEntry | undefined
}

/** An earlier answer that may still be served. `failure` says why it is partial. */
export interface CachedAnswer<Item> {
  readonly items: readonly Item[]
  readonly at: Date
  readonly failure?: Failure | undefined
}

export type HasLimits = Pick<Source<never, never>, 'limits'>
export type ItemValidator = Pick<Source<never, never>, 'isItem' | 'isTooMuch'>

/** How long a partial answer counts as fresh. */
const partialFreshMs = 60_000

/**
 * Validates a cached answer that another process wrote: each item must be one of its source, all together no more than
 * the source may give, and the failure text within its bounds. A valid entry is unmarked, so that it is validated once;
 * an invalid one stays marked until a new answer replaces it. Call it on every entry that a store returns.
 */
export function validateEntry(source: ItemValidator, entry: AnswerEntry | undefined): AnswerEntry | undefined {
  if (!entry?.isUnchecked) return entry
  if (!entry.items.every((item) => source.isItem?.(item) ?? true)) return undefined
  if (source.isTooMuch?.(entry.items)) return undefined
  if (entry.failure && failureText(entry.failure.detail) !== entry.failure.detail) return undefined
  delete entry.isUnchecked
  return entry
}

/** The cached answer, if it may still be served. `now` is in epoch milliseconds. */
export function usableAnswer<Item>(
  source: HasLimits,
  entry: AnswerEntry | undefined,
  now: number,
): CachedAnswer<Item> | undefined {
  if (!entry || ageMs(now, entry.at, clockSkewMs) >= totalTtlMs(source)) return undefined
  return { items: assumeItems<Item>(entry.items), at: new Date(entry.at), failure: entry.failure }
}

/** Whether an answer is younger than `maxAgeMs`; default: the fresh time of its source. `now`: epoch milliseconds. */
export function isFresh(
  source: HasLimits,
  old: CachedAnswer<unknown>,
  maxAgeMs: number | undefined,
  now: number,
): boolean {
  return ageMs(now, old.at.getTime(), clockSkewMs) < (maxAgeMs ?? freshMsFor(source, old))
}

/** Until when an answer is fresh, in epoch milliseconds. */
export function freshUntil(source: HasLimits, old: CachedAnswer<unknown>): number {
  return old.at.getTime() + freshMsFor(source, old)
}

/** Total time to live of an answer, fresh and stale, in milliseconds. */
export function totalTtlMs(source: HasLimits): number {
  const { freshMs, staleMs } = limitsOf(source)
  return freshMs + staleMs
}

function freshMsFor(source: HasLimits, { items, failure }: Omit<CachedAnswer<unknown>, 'at'>): number {
  const { freshMs, emptyFreshMs } = limitsOf(source)
  if (failure) return Math.min(freshMs, partialFreshMs)
  return items.length === 0 ? Math.min(freshMs, emptyFreshMs) : freshMs
}

/** Asserts the item type of a cached answer: its key contains the source. This is the only such assertion. */
export function assumeItems<Item>(items: readonly unknown[]): readonly Item[] {
  assertItems<Item>(items)
  return items
}

function assertItems<Item>(_items: readonly unknown[]): asserts _items is readonly Item[] {
  // Cannot be checked at run time: the key was made from the source.
}

/** The limits of a source, with defaults filled in. */
export function limitsOf(source: HasLimits): Limits {
  return { ...defaultLimits, ...source.limits }
}

/** Queries come from clients and may be long: longer keys are hashed. */
const maxKeyLength = 1_000

/** The cache key of a source's answer to a query. */
export function cacheKey<Query, Item>(source: Source<Query, Item>, query: Query): string {
  const text = source.keyOf?.(query) ?? stableJson(query)
  return `${source.id} ${text.length > maxKeyLength ? `#${hash('sha256', text, 'base64url')}` : text}`
}

/** The source id in a cache key. */
export function sourceIdOfKey(key: string): string {
  return key.slice(0, key.indexOf(' '))
}

/** JSON with sorted keys, so that equal queries have equal keys. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
