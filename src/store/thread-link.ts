// The main thread's end of the line to a thread that has a database: every order ends in a reply or in nothing, whatever becomes of the thread.
import type { Worker } from 'node:worker_threads'

export interface Link<Task, Reply> {
  /** The reply, or nothing when the thread died or took longer than `limitMs`. A thread that is not there is started only for some tasks. */
  ask(task: Task, limitMs: number): Promise<Reply | undefined>
  /** Whether the thread has not answered something in its time and is still at it. */
  isSilent(): boolean
  /** Ends the thread; none is started any more, and whatever is asked ends in nothing. */
  end(): Promise<void>
}

interface Parts<Task, Reply> {
  readonly start: () => Worker
  /** Whether the thread is started for it. */
  readonly isStarting: (task: Task) => boolean
  /** The memory that is handed over with it. */
  readonly buffersOf?: (task: Task) => ArrayBuffer[]
  /** Epoch ms. */
  readonly now: () => number
  /** Every reply, late ones too. */
  readonly heard: (reply: Reply) => void
  /** The thread ended without being told to. */
  readonly died: (why: string) => void
}

interface Line<Reply> {
  readonly worker: Worker
  readonly open: Map<number, (reply: Reply | undefined) => void>
  /** Orders given up on, not answered yet. */
  readonly late: Set<number>
}

/** Makes the line. Each order is a task with its number and the time; each reply has the number of its order. */
export function createLink<Task extends object, Reply extends { readonly id: number }>(
  parts: Parts<Task, Reply>,
): Link<Task, Reply> {
  const { start, isStarting, buffersOf, now, heard, died } = parts
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
    made.worker.on('exit', (code) => lose(made, `it ended with ${code}`))
    return made
  }

  function send(to: Line<Reply>, task: Task, limitMs: number): Promise<Reply | undefined> {
    lastId += 1
    const order = { ...task, id: lastId, now: now() }
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

/** The reply to the order of this number, or nothing when it takes longer. */
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
