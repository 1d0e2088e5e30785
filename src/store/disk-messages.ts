// What the main thread and the disk's thread say to each other. The clock is the main thread's: each order says what time it is.
import type { Fault } from './database-fault.ts'
import type { WritePermit } from './write-permit.ts'

/** Bytes that fill their buffer, so that it can be handed over to the other thread. */
export type Bytes = Uint8Array<ArrayBuffer>

export interface AnswerToWrite {
  readonly key: string
  readonly at: number
  readonly until: number
  /** Without it the answer is removed. */
  readonly json?: Bytes
}

export interface RecordToWrite {
  readonly name: string
  readonly bytes: Bytes
  /** Its own; it only goes over the one before it. */
  readonly revision: number
  /** Leaves what is there: it may be newer than what this process knew. */
  readonly isOnlyIfAbsent: boolean
}

export interface RecordRead {
  readonly revision: number
  readonly bytes: Bytes
}

/** What has become of a record that was to be written; `changed`: somebody else has written what was not read here yet. */
export type Written = 'written' | 'changed' | 'unwritten'

export interface AnswerRead {
  readonly at: number
  readonly until: number
  readonly json: Bytes
}

export type Task =
  | { readonly kind: 'open' | 'tidy' | 'close' }
  | { readonly kind: 'read'; readonly answers: readonly string[]; readonly records: readonly string[] }
  | { readonly kind: 'look'; readonly names: readonly string[] }
  | {
      readonly kind: 'write'
      readonly answers: readonly AnswerToWrite[]
      readonly records: readonly RecordToWrite[]
      /** For the records: who waits for them may give up. */
      readonly permit: WritePermit
    }

/** `now` is in epoch milliseconds. */
export type Order = Task & { readonly id: number; readonly now: number }

export interface Reply {
  readonly id: number
  /** What is wrong since the latest time all went well. */
  readonly fault?: Fault
  /** Under this name the corrupt database was set aside. */
  readonly setAside?: string
  /** The database is another than before: what was in the old one is not in it. */
  readonly isAnother: boolean
  /** Bytes of the database and its log. */
  readonly bytes: number
  /** As they were asked for. Without them reading failed. */
  readonly answers?: readonly (AnswerRead | undefined)[]
  readonly records?: readonly (RecordRead | undefined)[]
  /** Of the records looked at, 0 where there is none. Without them looking failed. */
  readonly revisions?: readonly number[]
  /** How many of the answers read are damaged. */
  readonly damaged: number
  /** All but those that somebody else has `changed`. */
  readonly areRecordsWritten: boolean
  readonly changed?: readonly string[]
  readonly areAnswersWritten: boolean
  /** Tidying has not come to its end. */
  readonly hasMore: boolean
}
