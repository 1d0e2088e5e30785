// The client side of a database thread: requests with time limits, the health they report, and the end in bounded time.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../observability/log.ts'
import { createDatabaseHealth, type HealthReport, type StorageNames } from './database-health.ts'
import { createThreadRpc } from './rpc.ts'
import type { ThreadConnection } from './shared-thread.ts'

interface StorageThreadOptions<Task, Reply> {
  readonly start: () => ThreadConnection
  readonly names: StorageNames
  readonly options: { readonly log: Pick<Logger, 'warn' | 'info' | 'error'>; readonly epochMs: () => number }
  /** Turns a request into the message that is posted; default: it is posted as it is. */
  readonly encode?: (request: object) => unknown
  /** Buffers to transfer with a request. */
  readonly buffersOf?: (task: Task) => ArrayBuffer[]
  /** Called with each reply, also late ones, and with undefined when the thread exits unexpectedly. */
  readonly onReply?: (reply: Reply | undefined) => void
  /** Called after a failure, to schedule a retry. */
  readonly onFault: () => void
  /** Called when the database was replaced. */
  readonly onReplaced?: () => void
}

/** Creates the client; the thread starts with the first `open` or `write` request. */
export function createStorageThread<
  Task extends { readonly kind: string },
  Reply extends HealthReport & { readonly id: number; readonly isAnother: boolean },
>({ start, names, options, encode, buffersOf, onReply, onFault, onReplaced }: StorageThreadOptions<Task, Reply>) {
  const health = createDatabaseHealth(options.log, names)
  let wasReplaced = false
  const rpc = createThreadRpc<Task, Reply>({
    start,
    encode,
    buffersOf,
    epochMs: options.epochMs,
    onReply(reply) {
      wasReplaced ||= reply.isAnother
      onReply?.(reply)
      health.onReply(reply)
    },
    onExit(why) {
      onReply?.(undefined)
      health.failed({ kind: 'silent', words: `the worker thread of ${names.place} exited (${why})` })
      onFault()
    },
  })

  /** Handles errors that can only be bugs, or lack of memory. */
  function failed(error: unknown): undefined {
    options.log.error({ err: error }, `a request to the worker thread of ${names.place} failed`)
    health.failed({ kind: 'silent', words: `${names.place} cannot be used because of a bug: see the log` })
  }

  return {
    health,
    failed,
    isStalled: rpc.isStalled,
    /** Sends a request; resolves to undefined on a timeout or failure, which `health` records and a retry follows. Never rejects. */
    async ask(task: Task, limitMs: number): Promise<Reply | undefined> {
      const reply = rpc.isStalled() ? undefined : await rpc.call(task, limitMs).catch(failed)
      if (rpc.isStalled()) health.failed({ kind: 'silent', words: names.silent })
      if (wasReplaced) {
        wasReplaced = false
        onReplaced?.()
      }
      if (!health.isWell()) onFault()
      return reply
    },
    /** Waits for the last `requests`, then terminates the thread; both take at most `limitMs`. */
    async close(requests: Promise<unknown>, limitMs: number, onRequestsEnded?: () => void): Promise<void> {
      const cancelTimeout = new AbortController()
      const late = pause(limitMs, undefined, { signal: cancelTimeout.signal }).catch(() => undefined)
      await Promise.race([requests, late])
      onRequestsEnded?.()
      // A thread blocked in a disk operation cannot be terminated before the operation ends.
      await Promise.race([Promise.all([requests, rpc.end()]), late])
      cancelTimeout.abort()
    },
  }
}
