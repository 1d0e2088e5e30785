// Others who ask the same sources: what is needed of them so that each upstream is asked once for all.
import { believed, givenBy, isYoung, type Kept, limitsOf, oldOf } from './kept.ts'
import type { Failure, Limits, Outcome } from './source.ts'

/** How an ask ended, for those who were not told what it gave. */
export type Ended =
  | { readonly state: 'fresh' | 'cached' | 'stale'; readonly failure?: Failure }
  | { readonly state: 'failed'; readonly failure: Failure }

/** What asking an upstream came to, and whether that is so for now: the next who asks soon may be told the same. */
export interface AskedUpstream<Item> {
  readonly outcome: Outcome<Item>
  readonly isSoForNow: boolean
}

/** What came of an ask that another made. */
export interface News {
  readonly key: string
  readonly source: string
  /** Undefined when nobody was asked, but another answer is kept than before. */
  readonly ended: Ended | undefined
  /** The next who asks soon may be told the same. */
  readonly isSoForNow: boolean
}

/** What would do instead of asking. */
export interface Wanted {
  /** An answer younger than this, in milliseconds; 0 is forced: one that was forced a moment ago, or that comes while this is wanted. Default: a fresh one, or a failure that is so for now. */
  readonly maxAgeMs: number | undefined
  /** An older one than this will not do, whatever it holds; in milliseconds. */
  readonly mostMs: number
  /** Can it be believed? */
  isFit(kept: Kept): boolean
  /** Is it young enough? */
  isYoung(kept: Kept): boolean
}

/** What another has come to. `isNew` when that was after this was wanted. */
export type Told =
  | { readonly kept: Kept; readonly isNew: boolean }
  | { readonly failure: Failure; readonly isSoForNow: boolean }

/** The right to ask, for all, until it ends. */
export interface Errand {
  /** Keeps the answer, for all. Resolves to another that is newer and stands in its place, if there is one. */
  keep(kept: Kept, forMs: number): Promise<Kept | undefined>
  /** Leaves the failure to those who wait. */
  failed(failure: Failure, isSoForNow: boolean): void
  end(): void
}

/** What is to be done: take what another has come to, or ask for all. */
export type Claim = { readonly told: Told } | { readonly errand: Errand }

export interface Others {
  /** Waits while another asks for the same. Undefined when nobody knows what others do: then each asks for himself. Never rejects; ends soon after `signal` aborts. */
  claim(key: string, wanted: Wanted, signal: AbortSignal): Promise<Claim | undefined>
  /** From now on `hear` is told what came of asks that others made. */
  onNews(hear: (news: News) => void): void
  /** From now on `hear` is called when news may have been missed. */
  onGap(hear: () => void): void
}

interface Knowing {
  readonly limits?: Partial<Limits>
  isItem?(item: unknown): boolean
  isTooMuch?(items: readonly unknown[]): boolean
}

/** What would do instead of asking a source, for who wants an answer of at most that age. */
export function wantedBy(source: Knowing, maxAgeMs: number | undefined, now: () => number): Wanted {
  return {
    maxAgeMs,
    mostMs: maxAgeMs ?? limitsOf(source).freshMs,
    isFit: (kept) => believed(source, kept) !== undefined,
    isYoung(kept) {
      const old = oldOf(source, kept, now())
      return old !== undefined && isYoung(source, old, maxAgeMs, now())
    },
  }
}

/** How an ask is made once for all. */
export interface AskForAll<Item> extends Pick<Others, 'claim'> {
  readonly key: string
  readonly wanted: Wanted
  readonly signal: AbortSignal
  /** Asks the upstream. `keep` is where the answer is to be kept, if not where answers are kept anyway. */
  ask(keep?: Errand['keep']): Promise<AskedUpstream<Item>>
}

/** What asking came to; `isOurs` when it was we who asked. */
export async function askForAll<Item>({
  claim,
  key,
  wanted,
  signal,
  ask,
}: AskForAll<Item>): Promise<AskedUpstream<Item> & { readonly isOurs: boolean }> {
  const claimed = await claim(key, wanted, signal)
  if (claimed === undefined) return { ...(await ask()), isOurs: true }
  if ('told' in claimed) return { ...askedBy<Item>(claimed.told), isOurs: false }
  const { errand } = claimed
  try {
    const asked = await ask(errand.keep)
    // Why one was given up says nothing of the upstream.
    if (asked.outcome.state === 'failed' && !signal.aborted) errand.failed(asked.outcome.failure, asked.isSoForNow)
    return { ...asked, isOurs: true }
  } finally {
    errand.end()
  }
}

function askedBy<Item>(told: Told): AskedUpstream<Item> {
  if ('failure' in told) {
    return { outcome: { state: 'failed', failure: told.failure }, isSoForNow: told.isSoForNow }
  }
  return { outcome: outcomeOf<Item>(told.kept, told.isNew ? 'fresh' : 'cached'), isSoForNow: false }
}

/** A kept answer as what an ask came to. */
export function outcomeOf<Item>({ items, at, failure }: Kept, state: 'fresh' | 'cached'): Outcome<Item> {
  return { state, items: givenBy<Item>(items), at: new Date(at), ...(failure ? { failure } : {}) }
}
