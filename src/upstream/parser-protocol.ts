// What the main process and the parser process ask of each other, and how failures get across.

import type { DownloadedFile } from './copies.ts'
import { type FailureKind, UpstreamError } from './errors.ts'
import type { Received } from './exchange.ts'
import type { Init } from './source.ts'

/** What the parser does. An ask is known by a number in both processes. */
export interface ParserFunctions {
  ask(ask: number, task: ParserTask): Promise<Settled<SourceReplyData>>
  /** Makes a value that is to be remembered. */
  make(ask: number, memo: number): Promise<Settled<unknown>>
  /** Nobody waits for the ask any more. */
  leave(ask: number, reason: ErrorData): void
  /** Answers: so the process is not busy. */
  ping(): void
  /** The process is to end. */
  finish(): void
}

/** What the main process does for it. */
export interface MainFunctions {
  received(ask: number, url: string, init: Init, maxAttempts: number | undefined): Promise<Settled<Received>>
  failedAt(ask: number, host: string, error: ErrorData): void
  recall(ask: number, memo: MemoData): Promise<Settled<unknown>>
  download(file: DownloadedFile): Promise<Downloaded>
  readFile(name: string): Promise<Uint8Array | undefined>
  writeFile(name: string, bytes: Uint8Array): Promise<void>
  /** A file was read, or found to be wrong: it did not end the process. */
  survived(use: FileUse, name: string): void
  warn(fields: object, words: string): void
  /** From now on the parser works for that ask. */
  worksFor(ask: number): void
}

/** Where a file that was read came from: the upstream, or the disk. */
export type FileUse = 'download' | 'read'

export interface ParserTask {
  readonly source: string
  readonly query: unknown
  readonly now: Date
}

export interface SourceReplyData {
  readonly items: readonly unknown[]
  readonly lacking?: ErrorData
  readonly bypassed?: ErrorData
}

export interface MemoData {
  readonly id: number
  readonly key: string
  readonly forMs: number
}

/** What came of a download; the clock is the main process's. */
export interface Downloaded {
  readonly now: number
  readonly settled: Settled<Received>
}

/** An error cannot cross the border with its class, so that what may fail is sent as a value. */
export type Settled<T> = { readonly value: T } | { readonly error: ErrorData }

/** An error as data. `kind` makes it an `UpstreamError`. */
export interface ErrorData {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  readonly kind?: FailureKind
  readonly retryAfterMs?: number | undefined
  readonly status?: number | undefined
}

export function errorToData(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  if (!(error instanceof UpstreamError)) return { name, message, stack }
  const { kind, retryAfterMs, status } = error
  return { name, message, stack, kind, retryAfterMs, status }
}

export function errorFromData({ kind, name, message, stack, ...more }: ErrorData): Error {
  if (kind !== undefined) return new UpstreamError(kind, message, more)
  return Object.assign(new Error(message), { name, stack })
}

/** What `work` comes to, as data. */
export async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error: errorToData(error) }
  }
}

/** The value, or the failure thrown. */
export function unwrap<T>(settled: Settled<T>): T {
  if ('error' in settled) throw errorFromData(settled.error)
  return settled.value
}
