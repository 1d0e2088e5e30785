// Broadcasts changes to all workers, in order.
import type { Worker } from 'node:cluster'
import type { Standing } from '../http/rate-limits.ts'
import type { Versions } from '../upstream/versions.ts'
import type { Beginning, ToWorker } from './messages.ts'

export interface News {
  /** Sends a worker its initial state, and later changes. */
  begin(worker: Worker, beginning: () => Beginning): void
  /** Removes a worker that has exited. */
  end(worker: Worker): void
  /**
   * Sends the current allow list, after all earlier changes. Resolves once every worker has acknowledged it; a worker that takes too long is
   * killed.
   */
  allKnow(): Promise<void>
  /** Tells the workers about a client over its rate limit. */
  stands(client: string, standing: Standing | undefined): void
  /** Handles a worker's acknowledgement of the allow list with this id. */
  heard(worker: Worker, id: number): void
}

/** A worker that does not acknowledge in time could serve rejected clients or banned content. */
const silenceMs = 5_000

/** Creates the broadcast without any worker. `blocks` returns the current allow list. */
export function createNews(versions: Pick<Versions, 'onChange'>, blocks: () => readonly string[]): News {
  const told = new Set<Worker>()
  const waiting = new Map<string, () => void>()
  let slots: number[] = []
  let lastId = 0

  function flush(): void {
    if (slots.length === 0) return
    const changed = Uint32Array.from(slots)
    slots = []
    for (const worker of told) tell(worker, { kind: 'versions', slots: changed })
  }

  versions.onChange((slot) => {
    // Sent before code that waits for the change continues, so that no response based on it is sent earlier.
    if (slots.length === 0) queueMicrotask(flush)
    slots.push(slot)
  })

  async function hears(worker: Worker, id: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), silenceMs)
    waiting.set(nameOf(worker, id), resolve)
    tell(worker, { kind: 'allow-list', id, blocks: blocks() })
    await promise
    waiting.delete(nameOf(worker, id))
    clearTimeout(timer)
  }

  return {
    begin(worker, beginning) {
      // Pending changes are part of the initial counters.
      flush()
      told.add(worker)
      tell(worker, { kind: 'init', ...beginning() })
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
      for (const worker of told) tell(worker, { kind: 'rate-limited', client, name, waitMs })
    },
    heard: (worker, id) => waiting.get(nameOf(worker, id))?.(),
  }
}

function tell(worker: Worker, message: ToWorker): void {
  // A worker that is just exiting cannot receive messages.
  if (worker.isConnected()) worker.send(message, () => undefined)
}

function nameOf(worker: Worker, id: number): string {
  return `${worker.id} ${id}`
}
