// What is kept of earlier answers: under which key, how long it is fresh, and until when it may still serve.
import { hash } from 'node:crypto'
import { defaultLimits, type Failure, type Limits, type Source } from './source.ts'
import { failureText } from './text-bounds.ts'

/** An answer as it is kept: what a source gave, when (epoch milliseconds), and why it is only a part, if it is. */
export interface Kept {
  readonly items: readonly unknown[]
  readonly at: number
  readonly failure?: Failure
  /** It was written by another process, perhaps by older code, and its items were not looked at yet: see `believed`. */
  isUnchecked?: boolean
}

/** Where answers are kept; `store/` has the implementations. Neither call rejects: a store that fails says so and is as good as empty. */
export interface Answers {
  get(key: string): Promise<Kept | undefined>
  /** Keeps an answer for at least `forMs` if there is room. */
  set(key: string, kept: Kept, forMs: number): Promise<void>
}

/** Answers of which some are in memory. */
export interface AnswersAtHand extends Answers {
  /** What is in memory under a key. This does not count as a use of it. */
  peek(key: string): Kept | undefined
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

/**
 * What is kept, if it can be believed: of what another process wrote each item must be one of its source, all together no more than it may give,
 * and the failure within its bounds. The mark is then taken off, so
 * that it is looked at once only; what does not fit stays marked until a new answer takes its place. To be called on whatever a store gives.
 */
export function believed(source: Knowing, kept: Kept | undefined): Kept | undefined {
  if (!kept?.isUnchecked) return kept
  if (!kept.items.every((item) => source.isItem?.(item) ?? true)) return undefined
  if (source.isTooMuch?.(kept.items) || (kept.failure && !isFailureText(kept.failure.detail))) return undefined
  delete kept.isUnchecked
  return kept
}

/** Does a text stand as failures are told now? */
function isFailureText(detail: string): boolean {
  return failureText(detail) === detail
}

interface Knowing {
  isItem?(item: unknown): boolean
  isTooMuch?(items: readonly unknown[]): boolean
}

/** Clocks are put right. An answer further ahead than this was kept while ours was wrong: nobody can say how old it is. */
const aheadMs = 5 * 60_000

/** An earlier answer as long as it may serve. */
export function oldOf<Item>(source: Limited, kept: Kept | undefined, now: number): Old<Item> | undefined {
  if (!kept || kept.at > now + aheadMs || now >= kept.at + lifeOf(source)) return undefined
  const old = { items: givenBy<Item>(kept.items), at: new Date(kept.at) }
  return kept.failure ? { ...old, failure: kept.failure } : old
}

/** Need nobody be asked? So it is for `maxAgeMs`, by default for as long as its source says. */
export function isYoung(source: Limited, old: Old<unknown>, maxAgeMs: number | undefined, now: number): boolean {
  // What came by a clock that is ahead of ours is not younger than what comes now.
  return Math.max(0, now - old.at.getTime()) < (maxAgeMs ?? freshFor(source, old))
}

/** Until when an answer serves without anybody being asked, in epoch milliseconds. */
export function freshUntil(source: Limited, old: Old<unknown>): number {
  return old.at.getTime() + freshFor(source, old)
}

/** How long an answer may serve at all, in milliseconds. */
export function lifeOf(source: Limited): number {
  const { freshMs, staleMs } = limitsOf(source)
  return freshMs + staleMs
}

function freshFor(source: Limited, { items, failure }: Omit<Old<unknown>, 'at'>): number {
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

/** Whoever asks may write books into a query; what is kept under its key must not. */
const longestKey = 1_000

/** The key under which a source's answer to a query is kept. */
export function keyOf<Query, Item>(source: Source<Query, Item>, query: Query): string {
  const text = source.keyOf?.(query) ?? stableJson(query)
  return `${source.id} ${text.length > longestKey ? `#${hash('sha256', text, 'base64url')}` : text}`
}

/** The id of the source that a key was made for. */
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
