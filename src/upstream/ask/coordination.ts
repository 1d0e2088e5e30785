// Coordination of asks between replicas, so that each upstream is asked once for all of them.
import {
  type AnswerEntry,
  assumeItems,
  type CachedAnswer,
  type HasLimits,
  type ItemValidator,
  isFresh,
  usableAnswer,
  validateEntry,
} from '../cache/answer-entry.ts'
import type { Failure, Outcome, SuccessfulOutcome } from '../source.ts'

/** How an ask of another replica ended, without its items. */
export type AskEnd =
  | { readonly state: 'fresh' | 'cached' | 'stale'; readonly failure?: Failure | undefined }
  | { readonly state: 'failed'; readonly failure: Failure }

/** The result of asking an upstream; with `isCacheable` the failure may be served to further callers. */
export interface UpstreamResult<Item> {
  readonly outcome: Outcome<Item>
  readonly isCacheable: boolean
  /** Whether another replica made the ask. */
  readonly isRemote?: boolean
}

/** A message about an ask of another replica. */
export interface RemoteAskEnd {
  readonly key: string
  readonly source: string
  /** Undefined if nothing was asked but the cached answer was replaced. */
  readonly ended: AskEnd | undefined
  /** The failure may be served to further callers. */
  readonly isCacheable: boolean
}

/** The answers that a caller accepts instead of asking. */
export interface Acceptance {
  /**
   * Maximum age in milliseconds. 0 means forced: only the result of an ask that was forced a moment ago, or that ends
   * during the wait. Default: a fresh answer, or a failure that may be served to further callers.
   */
  readonly maxAgeMs: number | undefined
  /** When the answer was given that the caller has already, in epoch milliseconds. */
  readonly knownAt: number | undefined
  /** Whether the caller accepts an answer of another replica: a valid one that is new or fresh enough. */
  accepts(entry: AnswerEntry, isNew: boolean): boolean
}

/** An ask that all replicas make once. */
export interface SharedAsk {
  readonly key: string
  readonly wanted: Acceptance
  readonly signal: AbortSignal
}

/** Stores the answer of an ask for all replicas. Resolves to a newer answer that was kept instead, if there is one. */
export type StoreForAll = (entry: AnswerEntry, forMs: number) => Promise<AnswerEntry | undefined>

export interface AskCoordinator {
  /**
   * Makes an ask once for all replicas: waits while another one makes it, and calls `ask` if it has to be made here, with the function that
   * stores its answer; without it, as while replicas cannot be reached, `ask` stores in the answer cache. Rejects only as `ask` does.
   */
  once<Item>(
    shared: SharedAsk,
    ask: (store?: StoreForAll) => Promise<UpstreamResult<Item>>,
  ): Promise<UpstreamResult<Item>>
  /** Registers a listener for the results of other replicas. */
  onRemoteAskEnd(listener: (news: RemoteAskEnd) => void): void
  /** Registers a listener for gaps in the message stream. */
  onMissedMessages(listener: () => void): void
}

/** The answers that a caller with an older answer accepts instead of asking the source; `epochMs` is in epoch milliseconds. */
export function acceptanceOf(
  source: HasLimits & ItemValidator,
  maxAgeMs: number | undefined,
  old: CachedAnswer<unknown> | undefined,
  epochMs: () => number,
): Acceptance {
  return {
    maxAgeMs,
    knownAt: old?.at.getTime(),
    accepts(entry, isNew) {
      if (!validateEntry(source, entry)) return false
      const usable = usableAnswer(source, entry, epochMs())
      return isNew || (maxAgeMs !== 0 && usable !== undefined && isFresh(source, usable, maxAgeMs, epochMs()))
    },
  }
}

/** Converts a cache entry to an outcome. */
export function toOutcome<Item>(
  { items, at, failure }: AnswerEntry,
  state: 'fresh' | 'cached',
): SuccessfulOutcome<Item> {
  return { state, items: assumeItems<Item>(items), at: new Date(at), failure }
}
