// Coordination of asks between replicas, so that each upstream is asked once for all of them.
import {
  type AnswerEntry,
  assumeItems,
  type HasLimits,
  type ItemValidator,
  isFresh,
  limitsOf,
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
  /** Maximum age in milliseconds of any answer, whatever it contains. */
  readonly maxTotalAgeMs: number
  /** Whether the entry is valid. */
  isValid(entry: AnswerEntry): boolean
  /** Whether the entry is fresh enough. */
  isFresh(entry: AnswerEntry): boolean
}

/** The result of another replica. `isJoinable` if it is newer than the request for it. */
export type SharedResult =
  | { readonly entry: AnswerEntry; readonly isNew: boolean }
  | { readonly failure: Failure; readonly isCacheable: boolean }

/** The lock for asking on behalf of all replicas. */
export interface AskLock {
  /** Stores the answer for all replicas. Resolves to a newer answer that was kept instead, if there is one. */
  store(entry: AnswerEntry, forMs: number): Promise<AnswerEntry | undefined>
  /** Shares the failure with waiting replicas. */
  storeFailure(failure: Failure, isCacheable: boolean): void
  release(): void
}

/** Either the result of another replica, or the lock for asking. */
export type LockOrResult = { readonly result: SharedResult } | { readonly lock: AskLock }

export interface AskCoordinator {
  /** Waits while another replica asks for the key. Undefined if replicas cannot be reached. Never rejects. */
  acquire(key: string, acceptance: Acceptance, signal: AbortSignal): Promise<LockOrResult | undefined>
  /** Registers a listener for the results of other replicas. */
  onRemoteAskEnd(listener: (news: RemoteAskEnd) => void): void
  /** Registers a listener for gaps in the message stream. */
  onMissedMessages(listener: () => void): void
}

/** The answers that a caller accepts instead of asking the source; `epochMs` is in epoch milliseconds. */
export function acceptanceOf(
  source: HasLimits & ItemValidator,
  maxAgeMs: number | undefined,
  epochMs: () => number,
): Acceptance {
  return {
    maxAgeMs,
    maxTotalAgeMs: maxAgeMs ?? limitsOf(source).freshMs,
    isValid: (entry) => validateEntry(source, entry) !== undefined,
    isFresh(entry) {
      const old = usableAnswer(source, entry, epochMs())
      return old !== undefined && isFresh(source, old, maxAgeMs, epochMs())
    },
  }
}

/** Asks once for all replicas; `askedHere` if this replica asked. `ask` stores by `store`, else in the answer cache. */
export async function askOnceForAll<Item>(
  coordinator: AskCoordinator,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
  acceptance: Acceptance,
  ask: (store?: AskLock['store']) => Promise<UpstreamResult<Item>>,
): Promise<UpstreamResult<Item> & { readonly askedHere: boolean }> {
  const acquired = await coordinator.acquire(key, acceptance, signal)
  if (acquired === undefined) return { ...(await ask()), askedHere: true }
  if ('result' in acquired) return { ...fromSharedResult<Item>(acquired.result), askedHere: false }
  const { lock } = acquired
  try {
    const upstreamResult = await ask(lock.store)
    // The reason of an abort says nothing about the upstream.
    if (upstreamResult.outcome.state === 'failed' && !signal.aborted)
      lock.storeFailure(upstreamResult.outcome.failure, upstreamResult.isCacheable)
    return { ...upstreamResult, askedHere: true }
  } finally {
    lock.release()
  }
}

function fromSharedResult<Item>(result: SharedResult): UpstreamResult<Item> {
  if ('failure' in result) {
    return { outcome: { state: 'failed', failure: result.failure }, isCacheable: result.isCacheable }
  }
  return { outcome: toOutcome<Item>(result.entry, result.isNew ? 'fresh' : 'cached'), isCacheable: false }
}

/** Converts a cache entry to an outcome. */
export function toOutcome<Item>(
  { items, at, failure }: AnswerEntry,
  state: 'fresh' | 'cached',
): SuccessfulOutcome<Item> {
  return { state, items: assumeItems<Item>(items), at: new Date(at), failure }
}
