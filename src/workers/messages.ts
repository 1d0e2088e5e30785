// What the process that does the work and its workers say to each other.
import { getSystemErrorMessage } from 'node:util'
import type { ToldAccess } from '../http/entrance.ts'
import type { TakenRow } from '../http/taken.ts'
import type { Over, SpentRow } from './far-limits.ts'

/** What a worker needs to know before it can listen. */
export interface Beginning {
  readonly host: string
  readonly port: number
  /** Where what the worker cannot answer itself is answered. */
  readonly socketPath: string
  /** What the worker proves itself with there. */
  readonly key: string
  /** Bytes it may keep. */
  readonly cacheBytes: number
  /** Counters as they stand. */
  readonly counters: Uint32Array
  /** The blocks of the allow list. */
  readonly blocks: readonly string[]
  readonly access: ToldAccess
}

export type ToWorker =
  | ({ readonly kind: 'begin' } & Beginning)
  /** The slots of the counters that went up by one; one that went up twice is there twice. */
  | { readonly kind: 'changed'; readonly slots: Uint32Array }
  /** The allow list is another; the worker says `allowed` once it holds. */
  | { readonly kind: 'allow'; readonly id: number; readonly blocks: readonly string[] }
  /** A client has asked so often that it has to wait. */
  | ({ readonly kind: 'over' } & Over)
  /** Listen no more, finish what is running, and end. */
  | { readonly kind: 'finish' }

export type FromWorker =
  /** It can be told to begin. */
  | { readonly kind: 'here' }
  | { readonly kind: 'listening' }
  | { readonly kind: 'deaf'; readonly failure: ListenFailure }
  | { readonly kind: 'allowed'; readonly id: number }
  | { readonly kind: 'taken'; readonly rows: readonly TakenRow[] }
  | { readonly kind: 'spent'; readonly rows: readonly SpentRow[] }
  /** It has said all, and ends. */
  | { readonly kind: 'done' }
  /** Something for the log. */
  | { readonly kind: 'trouble'; readonly text: string }

/** Why a worker cannot listen. */
export interface ListenFailure {
  readonly message: string
  readonly code?: string
}

/** The failure as it may be told; in the words in which a process that listens by itself has it. */
export function listenFailureOf(error: unknown): ListenFailure {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? String(error.code) : undefined
  const { errno, address, port } = { errno: 0, address: '', port: 0, ...error }
  const isOfListening = errno < 0 && code !== undefined && address !== ''
  const message = isOfListening ? `listen ${code}: ${getSystemErrorMessage(errno)} ${address}:${port}` : error.message
  return { message, ...(code === undefined ? {} : { code }) }
}
