// Coordination of asks between replicas, so that each upstream is asked once for all of them.
import { believed, givenBy, isYoung, type Kept, limitsOf, oldOf } from './kept.ts'
import type { Failure, Limits, Outcome, SuccessfulOutcome } from './source.ts'

/** How an ask of another replica ended, without its items. */
export type Ended =
  | { readonly state: 'fresh' | 'cached' | 'stale'; readonly failure?: Failure | undefined }
  | { readonly state: 'failed'; readonly failure: Failure }

/** The result of asking an upstream; with `isSoForNow` the failure may be served to further callers. */
export interface AskedUpstream<Item> {
  readonly outcome: Outcome<Item>
  readonly isSoForNow: boolean
}

/** A message about an ask of another replica. */
export interface News {
  readonly key: string
  readonly source: string
  /** Undefined if nothing was asked but the cached answer was replaced. */
  readonly ended: Ended | undefined
  /** The failure may be served to further callers. */
  readonly isSoForNow: boolean
}

/** What a caller accepts instead of asking. */
export interface Wanted {
  /**
   * Maximum age in milliseconds. 0 means forced: only the result of an ask that was forced a moment ago, or that ends
   * during the wait. Default: a fresh answer, or a failure that may be served to further callers.
   */
  readonly maxAgeMs: number | undefined
  /** Maximum age in milliseconds of any answer, whatever it contains. */
  readonly mostMs: number
  /** Whether the entry is valid. */
  isFit(kept: Kept): boolean
  /** Whether the entry is fresh enough. */
  isYoung(kept: Kept): boolean
}

/** The result of another replica. `isNew` if it is newer than the request for it. */
export type Told =
  | { readonly kept: Kept; readonly isNew: boolean }
  | { readonly failure: Failure; readonly isSoForNow: boolean }

/** The lock for asking on behalf of all replicas. */
export interface Errand {
  /** Stores the answer for all replicas. Resolves to a newer answer that was kept instead, if there is one. */
  keep(kept: Kept, forMs: number): Promise<Kept | undefined>
  /** Shares the failure with waiting replicas. */
  failed(failure: Failure, isSoForNow: boolean): void
  end(): void
}

/** Either the result of another replica, or the lock for asking. */
export type Claim = { readonly told: Told } | { readonly errand: Errand }

export interface Others {
  /**
   * Waits while another replica asks for the same key. Undefined if the replicas cannot be reached: then each asks for
   * itself. Never rejects; ends soon after `signal` aborts.
   */
  claim(key: string, wanted: Wanted, signal: AbortSignal): Promise<Claim | undefined>
  /** Registers a listener for the results of other replicas. */
  onNews(hear: (news: News) => void): void
  /** Registers a listener for gaps in the message stream. */
  onGap(hear: () => void): void
}

interface Knowing {
  readonly limits?: Partial<Limits>
  isItem?(item: unknown): boolean
  isTooMuch?(items: readonly unknown[]): boolean
}

/** What a caller accepts instead of asking the source; `epochMs` is in epoch milliseconds. */
export function wantedBy(source: Knowing, maxAgeMs: number | undefined, epochMs: () => number): Wanted {
  return {
    maxAgeMs,
    mostMs: maxAgeMs ?? limitsOf(source).freshMs,
    isFit: (kept) => believed(source, kept) !== undefined,
    isYoung(kept) {
      const old = oldOf(source, kept, epochMs())
      return old !== undefined && isYoung(source, old, maxAgeMs, epochMs())
    },
  }
}

/** An ask that is made once for all replicas. */
export interface AskForAll<Item> extends Pick<Others, 'claim'> {
  readonly key: string
  readonly wanted: Wanted
  readonly signal: AbortSignal
  /** Asks the upstream. `keep` stores the answer; default: the answer cache. */
  ask(keep?: Errand['keep']): Promise<AskedUpstream<Item>>
}

/** Asks once for all replicas; `isOurs` if this replica asked. */
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
    // The reason of an abort says nothing about the upstream.
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

/** Converts a cache entry to an outcome. */
export function outcomeOf<Item>({ items, at, failure }: Kept, state: 'fresh' | 'cached'): SuccessfulOutcome<Item> {
  return { state, items: givenBy<Item>(items), at: new Date(at), failure }
}
