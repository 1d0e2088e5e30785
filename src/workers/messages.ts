// IPC messages between the primary process and its workers.
import { getSystemErrorMessage } from 'node:util'
import type { ToldAccess } from '../http/entrance.ts'
import type { TakenRow } from '../http/taken.ts'
import type { Over, SpentRow } from './far-limits.ts'

/** Initial state and settings of a worker. */
export interface Beginning {
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
  readonly access: ToldAccess
}

export type ToWorker =
  | ({ readonly kind: 'begin' } & Beginning)
  /** Version slots incremented by one; a slot incremented twice is listed twice. */
  | { readonly kind: 'changed'; readonly slots: Uint32Array }
  /** The allow list has changed; the worker replies `allowed` once it applies it. */
  | { readonly kind: 'allow'; readonly id: number; readonly blocks: readonly string[] }
  /** A client is over its rate limit. */
  | ({ readonly kind: 'over' } & Over)
  /** Close the port, finish running requests, exit. */
  | { readonly kind: 'finish' }

export type FromWorker =
  /** Ready for `begin`. */
  | { readonly kind: 'here' }
  | { readonly kind: 'listening' }
  | { readonly kind: 'deaf'; readonly failure: ListenFailure }
  | { readonly kind: 'allowed'; readonly id: number }
  | { readonly kind: 'taken'; readonly rows: readonly TakenRow[] }
  | { readonly kind: 'spent'; readonly rows: readonly SpentRow[] }
  /** All messages are sent; the worker exits. */
  | { readonly kind: 'done' }
  /** A log message. */
  | { readonly kind: 'trouble'; readonly text: string }

/** Why a worker cannot listen. */
export interface ListenFailure {
  readonly message: string
  readonly code?: string
}

/** Serializes the error, with the message of a process that listens itself. */
export function listenFailureOf(error: unknown): ListenFailure {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? String(error.code) : undefined
  const { errno, address, port } = { errno: 0, address: '', port: 0, ...error }
  const isOfListening = errno < 0 && code !== undefined && address !== ''
  const message = isOfListening ? `listen ${code}: ${getSystemErrorMessage(errno)} ${address}:${port}` : error.message
  return { message, ...(code === undefined ? {} : { code }) }
}
