// Brings what waits to the disk: one transaction at a time, everything in it that came meanwhile; tried again while the disk refuses.
import type { Reply, Task } from './disk-messages.ts'
import type { Records } from './disk-records.ts'
import type { Batch, Waiting } from './disk-waiting.ts'
import { createRounds, type Rounds } from './rounds.ts'
import { createWritePermit, giveUpWrite } from './write-permit.ts'

interface Parts {
  readonly waiting: Waiting
  readonly records: Records
  readonly ask: (task: Task) => Promise<Reply | undefined>
  readonly isWell: () => boolean
  /** Whether what was asked and not answered in its time may still be done. */
  readonly isAlive: () => boolean
  /** Hears of a mistake of ours, or of memory at its end; from then on nothing is well until a reply says so. */
  readonly failed: (error: unknown) => void
  /** About how much to write at once. */
  readonly batchBytes: number
  readonly retryMs: number
}

/** Readers wait while a transaction is written. */
const mostAtOnce = 500

/** Writes once, what waits at this moment. */
async function round({ waiting, records, ask, isAlive, failed, batchBytes }: Parts): Promise<void> {
  const some = records.take()
  const permit = createWritePermit()
  let batch: Batch | undefined
  let reply: Reply | undefined
  try {
    batch = waiting.take(batchBytes, mostAtOnce)
    reply = await ask({ kind: 'write', records: some.records, answers: batch.answers, permit })
  } catch (error) {
    failed(error)
  }
  if (reply) some.done(reply.areRecordsWritten, reply.changed)
  // Whoever comes after must not wait for a commit that hangs.
  else void giveUpWrite(permit, isAlive).then(some.done)
  batch?.done(reply?.areAnswersWritten ?? false)
}

/** Makes it; it begins when something is wanted. */
export function createWriting(parts: Parts): Rounds {
  const { waiting, records, isWell, failed, retryMs } = parts
  const hasLeft = () => records.hasSome() || waiting.hasSome()
  return createRounds({
    async run() {
      do await round(parts)
      while (records.hasNew() || (isWell() && hasLeft()))
    },
    mayBegin: () => isWell() || records.hasNew(),
    isWell,
    hasLeft,
    failed,
    retryMs,
  })
}
