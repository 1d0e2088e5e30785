// IPC messages between the primary process and its workers.
import { getSystemErrorMessage } from 'node:util'
import type { WorkerAccess } from '../http/access/access-control.ts'
import type { CacheHit } from '../http/response-cache/cache-hit-recorder.ts'
import type { ExhaustedClient, RateLimitUsage } from './worker-rate-limits.ts'

/** Initial state and settings of a worker. */
export interface WorkerInit {
  readonly host: string
  readonly port: number
  /** Socket of the primary process. */
  readonly socketPath: string
  /** Secret by which the primary recognises its workers. */
  readonly key: string
  /** Cache budget. */
  readonly cacheBytes: number
  /** Current version counters. */
  readonly counters: Uint32Array
  /** Blocks of the allow list. */
  readonly blocks: readonly string[]
  readonly access: WorkerAccess
}

export type ToWorker =
  | ({ readonly kind: 'init' } & WorkerInit)
  /** Version slots incremented by one; a slot incremented twice is listed twice. */
  | { readonly kind: 'versions'; readonly changedSlots: Uint32Array }
  /** The allow list has changed; the worker replies `allow-list-applied` once it applies it. */
  | { readonly kind: 'allow-list'; readonly id: number; readonly blocks: readonly string[] }
  /** A client is over its rate limit. */
  | ({ readonly kind: 'rate-limited' } & ExhaustedClient)
  /** Close the port, finish running requests, exit. */
  | { readonly kind: 'shutdown' }

export type FromWorker =
  /** Ready for `init`. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'listening' }
  | { readonly kind: 'listen-failed'; readonly failure: ListenFailure }
  | { readonly kind: 'allow-list-applied'; readonly id: number }
  | { readonly kind: 'cache-hits'; readonly rows: readonly CacheHit[] }
  | { readonly kind: 'rate-limit-usage'; readonly rows: readonly RateLimitUsage[] }
  /** All messages are sent; the worker exits. */
  | { readonly kind: 'exiting' }
  /** A log message. */
  | { readonly kind: 'log'; readonly text: string }

/** Why a worker cannot listen. */
export interface ListenFailure {
  readonly message: string
  readonly code?: string | undefined
}

/** Serializes the error, with the message of a process that listens itself. */
export function toListenFailure(error: unknown): ListenFailure {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? String(error.code) : undefined
  const { errno, address, port } = { errno: 0, address: '', port: 0, ...error }
  const isListenError = errno < 0 && code !== undefined && address !== ''
  const message = isListenError ? `listen ${code}: ${getSystemErrorMessage(errno)} ${address}:${port}` : error.message
  return { message, code }
}
