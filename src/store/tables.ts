// The functions that run in the worker thread, by name, and the options of a database.
import type { HistoryLimits } from './history/types.ts'
import type { createReads, createWrites } from './open-tables.ts'

/** All functions of an open database. They reject with database errors. */
export type Tables = ReturnType<typeof createReads> & Awaited<ReturnType<typeof createWrites>>

/** Functions that only read. They run on an open database, beside a write. */
const reads: ReadonlySet<string> = new Set<keyof ReturnType<typeof createReads>>([
  ...(['readAnswers', 'readRecord', 'readRevisions', 'find', 'newest', 'findWork', 'yieldsSince', 'health'] as const),
  ...(['scan', 'listAt', 'listsSince', 'page'] as const),
])

export function isRead(name: string): boolean {
  return reads.has(name)
}

/** The limits of the groups of tables. A group without one is not in use. */
export interface TableLimits {
  /** Approximate size limit of the answers. */
  readonly answers?: { readonly maxBytes: number } | undefined
  readonly archive?: { readonly maxBytes: number } | undefined
  readonly history?: HistoryLimits | undefined
}

export interface DatabaseOptions extends TableLimits {
  readonly name: 'trawl.db' | 'PostgreSQL'
  readonly at: { readonly folder: string } | { readonly url: string }
}

export type FunctionName = keyof Tables
export type FunctionResult<Name extends FunctionName> = Awaited<ReturnType<Tables[Name]>>

export interface RunOptions {
  /** Buffers that are moved to the thread. */
  readonly transfer?: readonly ArrayBuffer[]
  /** A call that waited longer for its turn is not executed. */
  readonly maxWaitMs?: number
  /** Time limit; default: that of a read or a write. */
  readonly limitMs?: number
}
