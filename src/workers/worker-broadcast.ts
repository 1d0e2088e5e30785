// Broadcasts changes to all workers, in order.
import type { Worker } from 'node:cluster'
import type { RateLimitStatus } from '../http/access/rate-limits.ts'
import type { VersionCounters } from '../upstream/cache/versions.ts'
import type { ToWorker, WorkerInit } from './ipc-messages.ts'

export interface WorkerBroadcast {
  /** Sends a worker its initial state, and later changes. */
  addWorker(worker: Worker, createInit: () => WorkerInit): void
  /** Removes a worker that has exited. */
  removeWorker(worker: Worker): void
  /**
   * Sends the current allow list, after all earlier changes. Resolves once every worker has acknowledged it; a worker that takes too long is
   * killed.
   */
  syncAllowList(): Promise<void>
  /** Tells the workers about a client over its rate limit. */
  rateLimited(client: string, status: RateLimitStatus | undefined): void
  /** Handles a worker's acknowledgement of the allow list with this id. */
  acknowledge(worker: Worker, id: number): void
}

/** A worker that does not acknowledge in time could serve rejected clients or banned content. */
const ackTimeoutMs = 5_000

/** Creates the broadcast without any worker. `blocks` returns the current allow list. */
export function createWorkerBroadcast(
  versions: Pick<VersionCounters, 'onChange'>,
  blocks: () => readonly string[],
): WorkerBroadcast {
  const workers = new Set<Worker>()
  const pendingAcks = new Map<string, () => void>()
  let changedSlots: number[] = []
  let lastId = 0

  function flush(): void {
    if (changedSlots.length === 0) return
    const changed = Uint32Array.from(changedSlots)
    changedSlots = []
    for (const worker of workers) sendTo(worker, { kind: 'versions', changedSlots: changed })
  }

  versions.onChange((slot) => {
    // Sent before code that waits for the change continues, so that no response based on it is sent earlier.
    if (changedSlots.length === 0) queueMicrotask(flush)
    changedSlots.push(slot)
  })

  async function sendAllowList(worker: Worker, id: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), ackTimeoutMs)
    pendingAcks.set(ackKey(worker, id), resolve)
    sendTo(worker, { kind: 'allow-list', id, blocks: blocks() })
    await promise
    pendingAcks.delete(ackKey(worker, id))
    clearTimeout(timer)
  }

  return {
    addWorker(worker, createInit) {
      // Pending changes are part of the initial counters.
      flush()
      workers.add(worker)
      sendTo(worker, { kind: 'init', ...createInit() })
    },
    removeWorker(worker) {
      workers.delete(worker)
      for (const [name, resolve] of pendingAcks) if (name.startsWith(`${worker.id} `)) resolve()
    },
    async syncAllowList() {
      flush()
      lastId += 1
      const id = lastId
      await Promise.all([...workers].map((worker) => sendAllowList(worker, id)))
    },
    rateLimited(client, status) {
      if (status === undefined || status.remaining > 0) return
      const { name, waitMs } = status
      for (const worker of workers) sendTo(worker, { kind: 'rate-limited', client, name, waitMs })
    },
    acknowledge: (worker, id) => pendingAcks.get(ackKey(worker, id))?.(),
  }
}

function sendTo(worker: Worker, message: ToWorker): void {
  // A worker that is just exiting cannot receive messages.
  if (worker.isConnected()) worker.send(message, () => undefined)
}

function ackKey(worker: Worker, id: number): string {
  return `${worker.id} ${id}`
}
