// The functions that run in the worker thread, by name, and the options of a database.

import type { AnswerTables } from './answers/answer-table.ts'
import type { ArchiveTables, MaintenanceState } from './archive/tables.ts'
import type { HistoryLimits, HistoryTables } from './history/tables.ts'
import type { RecordTables } from './records/record-table.ts'

/** All functions of an open database; a database has those of its groups of tables. They reject with database errors. */
export interface Tables extends AnswerTables, RecordTables, ArchiveTables, HistoryTables {
  /** Writes without changing data, to test whether the database is writable. */
  probe(): Promise<void>
  /** One step of maintenance: evicts links that exceed the limit, indexes old titles, and tends a file. A short log is left unless `isIdle`. */
  maintain(isIdle: boolean): Promise<MaintenanceState>
}

/** Functions that only read. They run on an open database, and in PostgreSQL beside a write. */
const reads: ReadonlySet<string> = new Set<keyof Tables>([
  ...(['readAnswers', 'readRecord', 'readRevisions', 'find', 'newest', 'findWork', 'yieldsSince', 'health'] as const),
  ...(['scan', 'listAt', 'listsSince', 'page'] as const),
])

export function isRead(name: string): boolean {
  return reads.has(name)
}

/** The limits of the groups of tables. A group without one is not in use. */
export interface TableLimits {
  /** Approximate size limit of the answers; records come with them. */
  readonly answers?: { readonly maxBytes: number } | undefined
  readonly archive?: { readonly maxBytes: number } | undefined
  readonly history?: HistoryLimits | undefined
}

export interface DatabaseOptions extends TableLimits {
  readonly name: 'trawl.db' | 'PostgreSQL'
  readonly at: { readonly folder: string } | { readonly url: string }
}

/** The page size of our SQLite files. */
export const pageBytes = 4096

/** Approximate bytes of one transaction within a size limit: readers wait while one is written. */
export function transactionBytes(maxBytes: number): number {
  return Math.min(4 * 1024 * 1024, Math.floor(maxBytes / 16))
}

export type FunctionName = keyof Tables
export type FunctionArguments<Name extends FunctionName> = Parameters<Tables[Name]>
export type FunctionResult<Name extends FunctionName> = Awaited<ReturnType<Tables[Name]>>

export interface RunOptions {
  /** Buffers that are moved to the thread. */
  readonly transfer?: readonly ArrayBuffer[]
  /** A call that waited longer for its turn is not executed. */
  readonly maxWaitMs?: number
  /** Time limit; default: that of a read or a write. */
  readonly limitMs?: number
}

/** Runs a function of the database. @throws (rejects) StoreError when it failed; it was logged, and `problems` shows it. */
export type Run = <Name extends FunctionName>(
  name: Name,
  args: FunctionArguments<Name>,
  options?: RunOptions,
) => Promise<FunctionResult<Name>>
