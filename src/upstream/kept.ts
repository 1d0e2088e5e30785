// Cache entries of answers: their keys, how long they are fresh, and until when they may be served stale.
import { hash } from 'node:crypto'
import { defaultLimits, type Failure, type Limits, type Source } from './source.ts'
import { failureText } from './text-bounds.ts'

/** A cached answer: the items of a source, when it gave them (epoch milliseconds), and the failure if it is partial. */
export interface Kept {
  readonly items: readonly unknown[]
  readonly at: number
  readonly failure?: Failure | undefined
  /** Written by another process, perhaps by older code; its items are not validated yet, see `believed`. */
  isUnchecked?: boolean
}

/** Cache of answers; `store/` implements it. No call rejects: a failed read is logged and counts as a cache miss. */
export interface Answers {
  get(key: string): Promise<Kept | undefined>
  /** Stores an answer for at least `forMs` if there is capacity. */
  set(key: string, kept: Kept, forMs: number): Promise<void>
}

/** A cache that keeps some answers in memory. */
export interface AnswersAtHand extends Answers {
  /** The answer in memory. Does not count as a use. */
  peek(key: string): Kept | undefined
}

/** An earlier answer that may still be served. `failure` says why it is partial. */
export interface Old<Item> {
  readonly items: readonly Item[]
  readonly at: Date
  readonly failure?: Failure | undefined
}

interface Limited {
  readonly limits?: Partial<Limits>
}

/** How long a partial answer counts as fresh. */
const partFreshMs = 60_000

/**
 * Validates a cached answer that another process wrote: each item must be one of its source, all together no more than
 * the source may give, and the failure text within its bounds. A valid entry is unmarked, so that it is validated once;
 * an invalid one stays marked until a new answer replaces it. Call it on every entry that a store returns.
 */
export function believed(source: Knowing, kept: Kept | undefined): Kept | undefined {
  if (!kept?.isUnchecked) return kept
  if (!kept.items.every((item) => source.isItem?.(item) ?? true)) return undefined
  if (source.isTooMuch?.(kept.items) || (kept.failure && !isFailureText(kept.failure.detail))) return undefined
  delete kept.isUnchecked
  return kept
}

/** Whether a text meets the current rules for failure texts. */
function isFailureText(detail: string): boolean {
  return failureText(detail) === detail
}

interface Knowing {
  isItem?(item: unknown): boolean
  isTooMuch?(items: readonly unknown[]): boolean
}

/**
 * Tolerance for clock changes. An entry from further in the future was written with a wrong clock, so its age is
 * unknown.
 */
const aheadMs = 5 * 60_000

/** The cached answer, if it may still be served. `now` is in epoch milliseconds. */
export function oldOf<Item>(source: Limited, kept: Kept | undefined, now: number): Old<Item> | undefined {
  if (!kept || kept.at > now + aheadMs || now >= kept.at + lifeOf(source)) return undefined
  return { items: givenBy<Item>(kept.items), at: new Date(kept.at), failure: kept.failure }
}

/**
 * Whether a cached answer is younger than `maxAgeMs`; the default is the fresh time of its source. `now` is in epoch
 * milliseconds.
 */
export function isYoung(source: Limited, old: Old<unknown>, maxAgeMs: number | undefined, now: number): boolean {
  // An entry from the future is not younger than one from now.
  return Math.max(0, now - old.at.getTime()) < (maxAgeMs ?? freshFor(source, old))
}

/** Until when an answer is fresh, in epoch milliseconds. */
export function freshUntil(source: Limited, old: Old<unknown>): number {
  return old.at.getTime() + freshFor(source, old)
}

/** Total time to live of an answer, fresh and stale, in milliseconds. */
export function lifeOf(source: Limited): number {
  const { freshMs, staleMs } = limitsOf(source)
  return freshMs + staleMs
}

function freshFor(source: Limited, { items, failure }: Omit<Old<unknown>, 'at'>): number {
  const { freshMs, emptyFreshMs } = limitsOf(source)
  if (failure) return Math.min(freshMs, partFreshMs)
  return items.length === 0 ? Math.min(freshMs, emptyFreshMs) : freshMs
}

/** Whether an answer has fewer items than the previous one: then a partial answer does not replace it. */
export function isLess(items: readonly unknown[], old: Old<unknown> | undefined): boolean {
  return old !== undefined && items.length < old.items.length
}

/**
 * Asserts the item type of a cached answer: the key contains source and query, so the items are of that source. This is
 * the only such assertion.
 */
export function givenBy<Item>(items: readonly unknown[]): readonly Item[] {
  believe<Item>(items)
  return items
}

function believe<Item>(_items: readonly unknown[]): asserts _items is readonly Item[] {
  // Cannot be checked at run time: the key was made from the source.
}

/** The limits of a source, with defaults filled in. */
export function limitsOf(source: Limited): Limits {
  return { ...defaultLimits, ...source.limits }
}

/** Queries come from clients and may be long: longer keys are hashed. */
const longestKey = 1_000

/** The cache key of a source's answer to a query. */
export function keyOf<Query, Item>(source: Source<Query, Item>, query: Query): string {
  const text = source.keyOf?.(query) ?? stableJson(query)
  return `${source.id} ${text.length > longestKey ? `#${hash('sha256', text, 'base64url')}` : text}`
}

/** The source id in a cache key. */
export function sourceOf(key: string): string {
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
