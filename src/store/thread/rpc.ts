// RPC to a database thread: every request resolves to a response or undefined, even if the thread dies.
import type { ThreadConnection } from './shared-thread.ts'

interface ThreadRpcOptions<Task, Reply> {
  readonly start: () => ThreadConnection
  /** Turns a request into the message that is posted; default: it is posted as it is. */
  readonly encode?: ((request: object) => unknown) | undefined
  /** Buffers to transfer with the request. */
  readonly buffersOf?: ((task: Task) => ArrayBuffer[]) | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Called with every reply, also late ones. */
  readonly onReply: (reply: Reply) => void
  /** Called when the thread exits unexpectedly. */
  readonly onExit: (why: string) => void
}

interface OpenConnection<Reply> {
  readonly thread: ThreadConnection
  readonly open: Map<number, (reply: Reply | undefined) => void>
  /** Ids of requests that timed out and are still unanswered. */
  readonly late: Set<number>
}

/** Creates the RPC client. A request is a task with an id and the time; its reply has the same id. */
export function createThreadRpc<Task extends { readonly kind: string }, Reply extends { readonly id: number }>(
  parts: ThreadRpcOptions<Task, Reply>,
) {
  const { start, encode = (request) => request, buffersOf, epochMs, onReply, onExit } = parts
  let line: OpenConnection<Reply> | undefined
  let lastId = 0
  let isOver = false

  function onLost(lost: OpenConnection<Reply>, why: string): void {
    if (line !== lost) return
    line = undefined
    onExit(why)
    for (const settle of lost.open.values()) settle(undefined)
  }

  function connect(): OpenConnection<Reply> {
    const made: OpenConnection<Reply> = { thread: start(), open: new Map(), late: new Set() }
    made.thread.on('message', (reply: Reply) => {
      if (line !== made) return
      made.late.delete(reply.id)
      onReply(reply)
      made.open.get(reply.id)?.(reply)
    })
    made.thread.on('error', (error: unknown) => onLost(made, String(error)))
    made.thread.on('exit', (code: number) => onLost(made, `exit code ${code}`))
    return made
  }

  function send(to: OpenConnection<Reply>, task: Task, limitMs: number): Promise<Reply | undefined> {
    lastId += 1
    const order = { ...task, id: lastId, now: epochMs() }
    const reply = replyTo(order.id, to, limitMs)
    to.thread.postMessage(encode(order), buffersOf?.(task) ?? [])
    return reply
  }

  return {
    /** Sends a request; resolves to undefined when the thread dies or takes longer than `limitMs`. The first `open` or `write` starts the thread. */
    async call(task: Task, limitMs: number): Promise<Reply | undefined> {
      if ((task.kind === 'write' || task.kind === 'open') && !isOver) line ??= connect()
      return line && send(line, task, limitMs)
    },
    /** Whether a request timed out and is still unanswered. */
    isStalled: () => (line?.late.size ?? 0) > 0,
    /** Terminates the thread; it is not started again, and further requests resolve to undefined. */
    async end(): Promise<void> {
      isOver = true
      const ended = line
      line = undefined
      for (const settle of ended?.open.values() ?? []) settle(undefined)
      await ended?.thread.terminate()
    },
  }
}

/** Waits for the reply to a request; undefined after the time limit. */
function replyTo<Reply>(
  id: number,
  { open, late }: OpenConnection<Reply>,
  limitMs: number,
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      late.add(id)
      open.get(id)?.(undefined)
    }, limitMs)
    open.set(id, (reply) => {
      clearTimeout(limit)
      open.delete(id)
      resolve(reply)
    })
  })
}
