// RPC to a database thread: every request resolves to a response or undefined, even if the thread dies.
import type { Worker } from 'node:worker_threads'

export interface Link<Task, Reply> {
  /** Sends a request; resolves to undefined when the thread dies or takes longer than `limitMs`. Only some requests start the thread. */
  ask(task: Task, limitMs: number): Promise<Reply | undefined>
  /** Whether a request timed out and is still unanswered. */
  isSilent(): boolean
  /** Terminates the thread; it is not started again, and further requests resolve to undefined. */
  end(): Promise<void>
}

interface Parts<Task, Reply> {
  readonly start: () => Worker
  /** Whether this request starts the thread. */
  readonly isStarting: (task: Task) => boolean
  /** Buffers to transfer with the request. */
  readonly buffersOf?: (task: Task) => ArrayBuffer[]
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Called with every reply, also late ones. */
  readonly heard: (reply: Reply) => void
  /** Called when the thread exits unexpectedly. */
  readonly died: (why: string) => void
}

interface Line<Reply> {
  readonly worker: Worker
  readonly open: Map<number, (reply: Reply | undefined) => void>
  /** Ids of requests that timed out and are still unanswered. */
  readonly late: Set<number>
}

/** Creates the RPC client. A request is a task with an id and the time; its reply has the same id. */
export function createLink<Task extends object, Reply extends { readonly id: number }>(
  parts: Parts<Task, Reply>,
): Link<Task, Reply> {
  const { start, isStarting, buffersOf, epochMs, heard, died } = parts
  let line: Line<Reply> | undefined
  let lastId = 0
  let isOver = false

  function lose(lost: Line<Reply>, why: string): void {
    if (line !== lost) return
    line = undefined
    died(why)
    for (const settle of lost.open.values()) settle(undefined)
  }

  function connect(): Line<Reply> {
    const made: Line<Reply> = { worker: start(), open: new Map(), late: new Set() }
    made.worker.on('message', (reply: Reply) => {
      if (line !== made) return
      made.late.delete(reply.id)
      heard(reply)
      made.open.get(reply.id)?.(reply)
    })
    made.worker.on('error', (error) => lose(made, String(error)))
    made.worker.on('exit', (code) => lose(made, `exit code ${code}`))
    return made
  }

  function send(to: Line<Reply>, task: Task, limitMs: number): Promise<Reply | undefined> {
    lastId += 1
    const order = { ...task, id: lastId, now: epochMs() }
    const reply = replyTo(order.id, to, limitMs)
    to.worker.postMessage(order, buffersOf?.(task) ?? [])
    return reply
  }

  return {
    async ask(task, limitMs) {
      if (isStarting(task) && !isOver) line ??= connect()
      return line && send(line, task, limitMs)
    },
    isSilent: () => (line?.late.size ?? 0) > 0,
    async end() {
      isOver = true
      const ended = line
      line = undefined
      for (const settle of ended?.open.values() ?? []) settle(undefined)
      await ended?.worker.terminate()
    },
  }
}

/** Waits for the reply to a request; undefined after the time limit. */
function replyTo<Reply>(id: number, { open, late }: Line<Reply>, limitMs: number): Promise<Reply | undefined> {
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
