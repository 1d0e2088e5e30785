// The write loop of the archive: writes queued data in small steps, with maintenance between, so that reads never wait long.
import { createWriteLoop, type WriteLoop } from '../thread/write-loop.ts'
import type { ArchiveResponse } from './messages.ts'
import { archiveLimits } from './retention-sqlite.ts'
import type { ArchiveOptions, ArchiveThread, ArchiveTimings } from './thread-client.ts'
import type { ArchiveWriteQueue } from './write-queue.ts'

/** The parts that the client and its write loop share. */
export interface ArchiveParts {
  readonly thread: ArchiveThread
  readonly queue: ArchiveWriteQueue
  readonly options: ArchiveOptions
  readonly times: ArchiveTimings
}

/** Maintenance steps after each write while more data is queued; enough to merge about as much as is written. */
const maintenanceStepsPerWrite = 4

type WriteStep = 'open' | 'write' | 'maintain'

interface LoopState {
  /** Maintenance steps since the last write. */
  readonly maintenanceSteps: number
  readonly isWaiting: boolean
  readonly isFinishing: boolean
}

/** Creates the write loop; it starts with the first write. */
export function createArchiveWriter(parts: ArchiveParts): WriteLoop {
  const { thread, queue, options, times } = parts
  const mayWrite = () => mayWriteArchive(options)
  const canKeep = () => thread.canWrite() && mayWrite()
  /** The step after a failure: queued data can still go to the overflow queue on disk. */
  const afterFailed = (step: WriteStep): WriteStep | undefined =>
    step === 'open' && queue.hasSome() && canKeep() ? 'write' : undefined
  return createWriteLoop({
    async run({ isFinishing, isRetry }) {
      // After a failure, open first: a write to the overflow queue would not show whether the database works again.
      let step: WriteStep | undefined = queue.hasSome() && mayWrite() && !isRetry ? 'write' : 'open'
      let maintenanceSteps = 0
      while (step) {
        maintenanceSteps = step === 'maintain' ? maintenanceSteps + 1 : 0
        const reply = await take(parts, step)
        const state = { maintenanceSteps, isWaiting: queue.hasSome(), isFinishing: isFinishing() }
        step = reply?.isDone ? nextOf(reply, state) : afterFailed(step)
      }
    },
    mayBegin: canKeep,
    isWell: () => thread.health.isWell() && mayWrite(),
    hasPending: () => queue.hasSome() && canKeep(),
    onBug: (error) => options.log.error({ err: error }, 'bug: the write loop of the archive failed'),
    retryMs: times.retryMs,
    gatherMs: times.gatherMs,
  })
}

/** Next step: maintenance if the archive is full, then queued data with maintenance between, then the remaining maintenance unless stopping. */
function nextOf(
  reply: ArchiveResponse,
  { maintenanceSteps, isWaiting, isFinishing }: LoopState,
): WriteStep | undefined {
  const mayMaintain = !isFinishing && (!isWaiting || maintenanceSteps < maintenanceStepsPerWrite)
  if (reply.hasMore && (reply.isFull || mayMaintain)) return 'maintain'
  return isWaiting ? 'write' : undefined
}

/** Runs one step; a write step takes a batch from the queue. */
async function take(
  { thread, queue, options, times }: ArchiveParts,
  step: WriteStep,
): Promise<ArchiveResponse | undefined> {
  if (step === 'open') return await thread.ask({ kind: step }, times.writeMs)
  if (step === 'maintain') return await thread.ask({ kind: step, isIdle: !queue.hasSome() }, times.writeMs)
  const { batch, done } = queue.take(batchSizeFor(options))
  const reply = await thread.ask({ kind: 'write', batch }, times.writeMs)
  done(reply?.isDone ?? false)
  return reply
}

/** Whether this process may write to the archive. With PostgreSQL the lock of the folder does not matter. */
export function mayWriteArchive({ database, mayWrite }: ArchiveOptions): boolean {
  return database !== undefined || mayWrite()
}

/** Sightings in one transaction; more where reads do not wait for writes. */
export function batchSizeFor({ database, maxBytes }: ArchiveOptions): number {
  return database ? 200 : archiveLimits(maxBytes).atOnce
}
