// The main thread's end of the line to the disk's thread: every order ends in a reply or in nothing, whatever becomes of the thread.
import type { Worker } from 'node:worker_threads'
import type { Order, Reply, Task } from './disk-messages.ts'

export interface Link {
  /** The reply, or nothing when the thread died or took longer than `limitMs`. A thread that is not there is started only for a write. */
  ask(task: Task, limitMs: number): Promise<Reply | undefined>
  /** Whether the thread has not answered something in its time and is still at it. */
  isSilent(): boolean
  /** Ends the thread. */
  end(): Promise<void>
}

interface Parts {
  readonly start: () => Worker
  /** Epoch ms. */
  readonly now: () => number
  /** Every reply, late ones too. */
  readonly heard: (reply: Reply) => void
  /** The thread ended without being told to. */
  readonly died: (why: string) => void
}

interface Line {
  readonly worker: Worker
  readonly open: Map<number, (reply: Reply | undefined) => void>
  /** Orders given up on, not answered yet. */
  readonly late: Set<number>
}

/** Makes the line; the thread starts with the first write or opening. */
export function createLink({ start, now, heard, died }: Parts): Link {
  let line: Line | undefined
  let lastId = 0

  function lose(lost: Line, why: string): void {
    if (line !== lost) return
    line = undefined
    died(why)
    for (const settle of lost.open.values()) settle(undefined)
  }

  function connect(): Line {
    const made: Line = { worker: start(), open: new Map(), late: new Set() }
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

  function send(to: Line, task: Task, limitMs: number): Promise<Reply | undefined> {
    lastId += 1
    const order: Order = { ...task, id: lastId, now: now() }
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        to.late.add(order.id)
        to.open.get(order.id)?.(undefined)
      }, limitMs)
      to.open.set(order.id, (reply) => {
        clearTimeout(limit)
        to.open.delete(order.id)
        resolve(reply)
      })
      to.worker.postMessage(order, buffersOf(task))
    })
  }

  return {
    async ask(task, limitMs) {
      if (task.kind === 'write' || task.kind === 'open') line ??= connect()
      return line && send(line, task, limitMs)
    },
    isSilent: () => (line?.late.size ?? 0) > 0,
    async end() {
      const ended = line
      line = undefined
      for (const settle of ended?.open.values() ?? []) settle(undefined)
      await ended?.worker.terminate()
    },
  }
}

function buffersOf(task: Task): ArrayBuffer[] {
  if (task.kind !== 'write') return []
  return [...task.answers.map(({ json }) => json), ...task.records.map(({ bytes }) => bytes)].flatMap(
    (bytes) => bytes?.buffer ?? [],
  )
}
