// Writes what waits for the archive, one step after the other, and tends it between: what is read comes first, so no step is long.
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
  /** Hears of what can only be a mistake of ours. */
  readonly failed: (error: unknown) => void
}

/** So often the file is tended after each write while more waits: it merges about as much as comes in. */
const tendedBetween = 4

type Step = 'open' | 'write' | 'tend'

/** Makes it; it begins when something is wanted. */
export function createArchiveKeeping(parts: KeepingParts): Rounds {
  const { line, waiting, mayWrite, retryMs, failed } = parts
  const canKeep = () => line.canKeep() && mayWrite()
  /** What was found out does not keep what comes from waiting on disk. */
  const afterFailed = (step: Step): Step | undefined =>
    step === 'open' && waiting.hasSome() && canKeep() ? 'write' : undefined
  return createRounds({
    async run(isFinishing, isAgain) {
      // Whether it goes well again is found out first: what waits on disk does not tell.
      let step: Step | undefined = waiting.hasSome() && mayWrite() && !isAgain ? 'write' : 'open'
      let tended = 0
      while (step) {
        tended = step === 'tend' ? tended + 1 : 0
        const reply = await take(parts, step)
        step = reply?.isDone ? nextOf(reply, tended, waiting.hasSome(), isFinishing()) : afterFailed(step)
      }
    },
    mayBegin: canKeep,
    isWell: () => line.health.isWell() && mayWrite(),
    hasLeft: () => waiting.hasSome() && canKeep(),
    failed,
    retryMs,
  })
}

/** Room first; then what waits, with some tending between; when nothing waits the rest of the tending, unless all is to end. */
function nextOf(reply: ArchiveReply, tended: number, isWaiting: boolean, isFinishing: boolean): Step | undefined {
  const mayTend = !isFinishing && (!isWaiting || tended < tendedBetween)
  if (reply.hasMore && (reply.isFull || mayTend)) return 'tend'
  return isWaiting ? 'write' : undefined
}

/** Takes one step, with what waits if it is for writing. */
async function take({ line, waiting, atOnce, writeMs }: KeepingParts, step: Step): Promise<ArchiveReply | undefined> {
  if (step !== 'write') return await line.ask({ kind: step }, writeMs)
  const { batch, done } = waiting.take(atOnce)
  const reply = await line.ask({ kind: 'write', batch }, writeMs)
  done(reply?.isDone ?? false)
  return reply
}
