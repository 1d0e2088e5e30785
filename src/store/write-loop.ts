// Writes what is queued: gathers for a moment, then one batch of each kind after the other, with maintenance between.
import type { MaintenanceState } from './archive/tables.ts'
import type { WriteQueue } from './write-queue.ts'

interface WriteLoopOptions {
  readonly queue: Pick<WriteQueue, 'kinds' | 'hasSome'>
  readonly isWell: () => boolean
  /** Does one step, after writes; absent if there is nothing to maintain. Rejects when that fails. */
  readonly maintain?: ((isIdle: boolean) => Promise<MaintenanceState>) | undefined
  /** How long data is gathered: that of a search comes one after another, and each transaction costs. */
  readonly gatherMs: number
  /** Called with errors that can only be bugs. */
  readonly onBug: (error: unknown) => void
}

/** Maintenance steps after each write while more data is queued; enough to merge about as much as is written. */
const maintenanceStepsPerWrite = 4

export function createWriteLoop({ queue, isWell, maintain, gatherMs, onBug }: WriteLoopOptions) {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isFinishing = false

  async function maintainAfterWrite(): Promise<void> {
    for (let steps = 1; maintain && isWell(); steps += 1) {
      const { hasMore, isFull } = await maintain(!queue.hasSome())
      const mayRest = isFinishing || (queue.hasSome() && steps >= maintenanceStepsPerWrite)
      if (!hasMore || (mayRest && !isFull)) return
    }
  }

  async function run(): Promise<void> {
    let isCut = true
    while (isCut && isWell()) {
      isCut = false
      for (const kind of queue.kinds()) if (isWell()) isCut = (await kind.write()) || isCut
      await maintainAfterWrite()
      isCut ||= isFinishing && queue.hasSome()
    }
    afterRun()
  }

  /** Nobody waits for a database that has failed; what came meanwhile is gathered again. */
  function afterRun(): void {
    if (!isWell()) for (const kind of queue.kinds()) kind.endWaiting()
    else if (queue.hasSome()) schedule()
  }

  function begin(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= run()
      .catch(onBug)
      .finally(() => {
        running = undefined
      })
    return running
  }

  function schedule(waitMs = gatherMs): void {
    if (!isFinishing) timer ??= setTimeout(() => void begin(), waitMs)
  }

  return {
    schedule,
    /** Resolves when what is queued now was written, or could not be. */
    async settle(): Promise<void> {
      await running
      if (queue.hasSome() && isWell()) await begin()
    },
    /** Writes what is queued with one more attempt; nothing is written after it. */
    async flush(): Promise<void> {
      isFinishing = true
      await running
      await begin()
    },
  }
}
