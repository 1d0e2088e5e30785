// The write loop of the archive: writes queued data in small steps, with maintenance between, so that reads never wait long.
import { createWriteLoop, type WriteLoop } from '../thread/write-loop.ts'
import type { ArchiveResponse } from './messages.ts'
import type { ArchiveThread } from './thread-client.ts'
import type { ArchiveWriteQueue } from './write-queue.ts'

interface ArchiveWriterOptions {
  readonly thread: Pick<ArchiveThread, 'ask' | 'health' | 'canWrite'>
  readonly queue: ArchiveWriteQueue
  readonly mayWrite: () => boolean
  /** Sightings in one transaction. */
  readonly batchSize: number
  readonly retryMs: number
  readonly writeMs: number
  /** Called with errors that can only be bugs. */
  readonly failed: (error: unknown) => void
}

/** Maintenance steps after each write while more data is queued; enough to merge about as much as is written. */
const maintenanceStepsPerWrite = 4

type WriteStep = 'open' | 'write' | 'tend'

interface LoopState {
  /** Maintenance steps since the last write. */
  readonly tended: number
  readonly isWaiting: boolean
  readonly isFinishing: boolean
}

/** Creates the write loop; it starts with the first write. */
export function createArchiveWriter(parts: ArchiveWriterOptions): WriteLoop {
  const { thread, queue, mayWrite, retryMs, failed: onBug } = parts
  const canKeep = () => thread.canWrite() && mayWrite()
  /** The step after a failure: queued data can still go to the overflow queue on disk. */
  const afterFailed = (step: WriteStep): WriteStep | undefined =>
    step === 'open' && queue.hasSome() && canKeep() ? 'write' : undefined
  return createWriteLoop({
    async run({ isFinishing, isRetry }) {
      // After a failure, open first: a write to the overflow queue would not show whether the database works again.
      let step: WriteStep | undefined = queue.hasSome() && mayWrite() && !isRetry ? 'write' : 'open'
      let tended = 0
      while (step) {
        tended = step === 'tend' ? tended + 1 : 0
        const reply = await take(parts, step)
        const state = { tended, isWaiting: queue.hasSome(), isFinishing: isFinishing() }
        step = reply?.isDone ? nextOf(reply, state) : afterFailed(step)
      }
    },
    mayBegin: canKeep,
    isWell: () => thread.health.isWell() && mayWrite(),
    hasPending: () => queue.hasSome() && canKeep(),
    onBug,
    retryMs,
  })
}

/** Next step: maintenance if the archive is full, then queued data with maintenance between, then the remaining maintenance unless stopping. */
function nextOf(reply: ArchiveResponse, { tended, isWaiting, isFinishing }: LoopState): WriteStep | undefined {
  const mayTend = !isFinishing && (!isWaiting || tended < maintenanceStepsPerWrite)
  if (reply.hasMore && (reply.isFull || mayTend)) return 'tend'
  return isWaiting ? 'write' : undefined
}

/** Runs one step; a write step takes a batch from the queue. */
async function take(
  { thread, queue, batchSize, writeMs }: ArchiveWriterOptions,
  step: WriteStep,
): Promise<ArchiveResponse | undefined> {
  if (step !== 'write') return await thread.ask({ kind: step }, writeMs)
  const { batch, done } = queue.take(batchSize)
  const reply = await thread.ask({ kind: 'write', batch }, writeMs)
  done(reply?.isDone ?? false)
  return reply
}
