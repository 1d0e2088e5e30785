// What changes while workers run, told to all of them in the order in which it happened.
import type { Worker } from 'node:cluster'
import type { Standing } from '../http/rate-limits.ts'
import type { Versions } from '../upstream/versions.ts'
import type { Beginning, ToWorker } from './messages.ts'

export interface News {
  /** Tells a worker how all stands, and from now on what changes. */
  begin(worker: Worker, beginning: () => Beginning): void
  /** A worker is gone. */
  end(worker: Worker): void
  /**
   * Tells the allow list as it stands now, behind all that has changed besides. Resolves once every worker goes by all of it; one that takes
   * too long is ended.
   */
  allKnow(): Promise<void>
  /** Tells of a client that has asked so often that it has to wait. */
  stands(client: string, standing: Standing | undefined): void
  /** A worker goes by the allow list that was told it under this id. */
  heard(worker: Worker, id: number): void
}

/** A worker that is silent for longer would let in who may not ask, or show what must not be shown. */
const silenceMs = 5_000

/** Makes what tells the workers, of whom there are none yet. `blocks` is the allow list as it stands. */
export function createNews(versions: Pick<Versions, 'onChange'>, blocks: () => readonly string[]): News {
  const told = new Set<Worker>()
  const waiting = new Map<string, () => void>()
  let slots: number[] = []
  let lastId = 0

  function flush(): void {
    if (slots.length === 0) return
    const changed = Uint32Array.from(slots)
    slots = []
    for (const worker of told) tell(worker, { kind: 'changed', slots: changed })
  }

  versions.onChange((slot) => {
    // Before anything that waits for the change goes on, so that no answer that rests on it is sent earlier.
    if (slots.length === 0) queueMicrotask(flush)
    slots.push(slot)
  })

  async function hears(worker: Worker, id: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), silenceMs)
    waiting.set(nameOf(worker, id), resolve)
    tell(worker, { kind: 'allow', id, blocks: blocks() })
    await promise
    waiting.delete(nameOf(worker, id))
    clearTimeout(timer)
  }

  return {
    begin(worker, beginning) {
      // What is still to be told is in the counters already.
      flush()
      told.add(worker)
      tell(worker, { kind: 'begin', ...beginning() })
    },
    end(worker) {
      told.delete(worker)
      for (const [name, resolve] of waiting) if (name.startsWith(`${worker.id} `)) resolve()
    },
    async allKnow() {
      flush()
      lastId += 1
      const id = lastId
      await Promise.all([...told].map((worker) => hears(worker, id)))
    },
    stands(client, standing) {
      if (standing === undefined || standing.remaining > 0) return
      const { name, waitMs } = standing
      for (const worker of told) tell(worker, { kind: 'over', client, name, waitMs })
    },
    heard: (worker, id) => waiting.get(nameOf(worker, id))?.(),
  }
}

function tell(worker: Worker, message: ToWorker): void {
  // One that is just ending cannot be told, and needs not to be.
  if (worker.isConnected()) worker.send(message, () => undefined)
}

function nameOf(worker: Worker, id: number): string {
  return `${worker.id} ${id}`
}
