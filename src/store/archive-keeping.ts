// The write loop of the archive: writes queued data in small steps, with maintenance between, so that reads never wait long.
import type { ArchiveLine } from './archive-line.ts'
import type { ArchiveReply } from './archive-messages.ts'
import type { ArchiveWaiting } from './archive-waiting.ts'
import { createRounds, type Rounds } from './rounds.ts'

interface KeepingParts {
  readonly line: Pick<ArchiveLine, 'ask' | 'health' | 'canKeep'>
  readonly waiting: ArchiveWaiting
  readonly mayWrite: () => boolean
  /** Sightings in one transaction. */
  readonly atOnce: number
  readonly retryMs: number
  readonly writeMs: number
  /** Called with errors that can only be bugs. */
  readonly failed: (error: unknown) => void
}

/** Maintenance steps after each write while more data is queued; enough to merge about as much as is written. */
const tendedBetween = 4

type Step = 'open' | 'write' | 'tend'

interface LoopState {
  /** Maintenance steps since the last write. */
  readonly tended: number
  readonly isWaiting: boolean
  readonly isFinishing: boolean
}

/** Creates the write loop; it starts with the first write. */
export function createArchiveKeeping(parts: KeepingParts): Rounds {
  const { line, waiting, mayWrite, retryMs, failed } = parts
  const canKeep = () => line.canKeep() && mayWrite()
  /** The step after a failure: queued data can still go to the overflow queue on disk. */
  const afterFailed = (step: Step): Step | undefined =>
    step === 'open' && waiting.hasSome() && canKeep() ? 'write' : undefined
  return createRounds({
    async run({ isFinishing, isRetry }) {
      // After a failure, open first: a write to the overflow queue would not show whether the database works again.
      let step: Step | undefined = waiting.hasSome() && mayWrite() && !isRetry ? 'write' : 'open'
      let tended = 0
      while (step) {
        tended = step === 'tend' ? tended + 1 : 0
        const reply = await take(parts, step)
        const state = { tended, isWaiting: waiting.hasSome(), isFinishing: isFinishing() }
        step = reply?.isDone ? nextOf(reply, state) : afterFailed(step)
      }
    },
    mayBegin: canKeep,
    isWell: () => line.health.isWell() && mayWrite(),
    hasLeft: () => waiting.hasSome() && canKeep(),
    failed,
    retryMs,
  })
}

/** Next step: maintenance if the archive is full, then queued data with maintenance between, then the remaining maintenance unless stopping. */
function nextOf(reply: ArchiveReply, { tended, isWaiting, isFinishing }: LoopState): Step | undefined {
  const mayTend = !isFinishing && (!isWaiting || tended < tendedBetween)
  if (reply.hasMore && (reply.isFull || mayTend)) return 'tend'
  return isWaiting ? 'write' : undefined
}

/** Runs one step; a write step takes a batch from the queue. */
async function take({ line, waiting, atOnce, writeMs }: KeepingParts, step: Step): Promise<ArchiveReply | undefined> {
  if (step !== 'write') return await line.ask({ kind: step }, writeMs)
  const { batch, done } = waiting.take(atOnce)
  const reply = await line.ask({ kind: 'write', batch }, writeMs)
  done(reply?.isDone ?? false)
  return reply
}
