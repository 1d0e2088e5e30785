// Messages between the main thread and the thread of trawl.db. Requests carry the main thread's clock.
import type { HistoryReply, HistoryTask } from '../history/request-handler.ts'
import type { WritePermit } from '../thread/commit-permit.ts'
import type { HealthReport } from '../thread/database-health.ts'

/** Bytes that fill their buffer, so that the buffer can be transferred to the other thread. */
export type Bytes = Uint8Array<ArrayBuffer>

export interface AnswerToWrite {
  readonly key: string
  readonly at: number
  readonly until: number
  /** Absent to remove the answer. */
  readonly json?: Bytes
}

export interface RecordToWrite {
  readonly name: string
  readonly bytes: Bytes
  /** The new revision; the write succeeds only over the one before. */
  readonly revision: number
  /** Keeps an existing record, which may be newer than this process knows. */
  readonly isOnlyIfAbsent: boolean
}

export interface RecordRead {
  readonly revision: number
  readonly bytes: Bytes
}

/** The result of a write; `changed`: another process wrote a revision that was not read here; `unwritten`: the write failed. */
export type WriteResult = 'written' | 'changed' | 'unwritten'

export interface AnswerRead {
  readonly at: number
  readonly until: number
  readonly json: Bytes
}

export type TrawlDbRequestBody =
  | { readonly kind: 'open' | 'tidy' | 'close' }
  | { readonly kind: 'read'; readonly answers: readonly string[]; readonly records: readonly string[] }
  | { readonly kind: 'look'; readonly names: readonly string[] }
  | { readonly kind: 'history'; readonly task: HistoryTask }
  | {
      readonly kind: 'write'
      readonly answers: readonly AnswerToWrite[]
      readonly records: readonly RecordToWrite[]
      /** For the records: lets the caller cancel the commit. */
      readonly permit: WritePermit
    }

/** `now` is in epoch milliseconds. */
export type TrawlDbRequest = TrawlDbRequestBody & { readonly id: number; readonly now: number }

export interface TrawlDbResponse extends HealthReport {
  readonly id: number
  /** The database was replaced; its former content is gone. */
  readonly isAnother: boolean
  /** In the order of the request; absent if the read failed. */
  readonly answers?: readonly (AnswerRead | undefined)[]
  readonly records?: readonly (RecordRead | undefined)[]
  /** Revisions in the order of the request, 0 for a missing record; absent if the read failed. */
  readonly revisions?: readonly number[]
  /** Whether all records except the `changed` ones were written. */
  readonly areRecordsWritten: boolean
  readonly changed?: readonly string[]
  readonly areAnswersWritten: boolean
  /** Whether maintenance has more to do. */
  readonly hasMore: boolean
  /** The reply to a task of the history, which has a file and a health of its own. */
  readonly history?: HistoryReply
}
