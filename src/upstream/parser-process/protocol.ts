// Protocol between the main process and the parser process, including the transfer of errors.

import type { Reason } from '../../contract/reasons.ts'
import type { ExchangeOptions } from '../ask/ask-port.ts'
import type { DownloadedFile } from '../ask/mirror-version.ts'
import { type FailureKind, UpstreamError } from '../errors.ts'
import type { ReceivedReply } from '../net/exchange.ts'
import type { Init } from '../source.ts'

/** Functions of the parser process. Both processes identify an ask by its number. */
export interface ParserFunctions {
  ask(ask: number, task: ParserTask): Promise<Settled<SourceReplyData>>
  /** Creates a value that is to be remembered. */
  make(ask: number, memo: number): Promise<Settled<unknown>>
  /** No caller waits for the ask. */
  abort(ask: number, reason: ErrorData): void
  /** A reply shows that the event loop is not blocked. */
  ping(): void
  /** Asks the process to exit. */
  exit(): void
}

/** Functions of the main process. */
export interface MainFunctions {
  request(ask: number, url: string, init: Init, options: ExchangeOptions | undefined): Promise<Settled<ReceivedReply>>
  reportFailure(ask: number, host: string, error: ErrorData): void
  recall(ask: number, memo: MemoData): Promise<Settled<unknown>>
  download(file: DownloadedFile): Promise<DownloadResult>
  readFile(name: string): Promise<Uint8Array | undefined>
  writeFile(name: string, bytes: Uint8Array): Promise<void>
  /** A file was parsed, or rejected, without crashing the process. */
  survived(use: FileUse, name: string): void
  warn(fields: object, words: string): void
  /** The parser works on this ask until the next call. */
  setCurrentAsk(ask: number): void
}

/** Where a file came from: the upstream, or the disk. */
export type FileUse = 'download' | 'read'

export interface ParserTask {
  readonly source: string
  /** As in `Source`. */
  readonly definition: string | undefined
  readonly query: unknown
  readonly now: Date
}

export interface SourceReplyData {
  readonly items: readonly unknown[]
  readonly partialFailure?: ErrorData | undefined
  readonly skippedUpstream?: ErrorData | undefined
}

export interface MemoData {
  readonly id: number
  readonly key: string
  readonly forMs: number
}

/** The result of a download; `now` is the main process's clock (epoch milliseconds). */
export interface DownloadResult {
  readonly now: number
  readonly settled: Settled<ReceivedReply>
}

/** The result of a call that may fail, as a value: structured clone does not preserve error classes. */
export type Settled<T> = { readonly value: T } | { readonly error: ErrorData }

/** A serialised error; with `kind` it is an `UpstreamError`. */
export interface ErrorData {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  readonly kind?: FailureKind
  readonly retryAfterMs?: number | undefined
  readonly status?: number | undefined
  readonly reason?: Reason | undefined
}

export function errorToData(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  if (!(error instanceof UpstreamError)) return { name, message, stack }
  const { kind, retryAfterMs, status, reason } = error
  return { name, message, stack, kind, retryAfterMs, status, reason }
}

export function errorFromData({ kind, name, message, stack, ...more }: ErrorData): Error {
  if (kind !== undefined) return new UpstreamError(kind, message, more)
  return Object.assign(new Error(message), { name, stack })
}

/** Runs `work` and returns its result or error as data. */
export async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error: errorToData(error) }
  }
}

export function unwrap<T>(settled: Settled<T>): T {
  if ('error' in settled) throw errorFromData(settled.error)
  return settled.value
}
