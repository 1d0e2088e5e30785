// The write loop of trawl.db: one transaction at a time with everything queued meanwhile; retries after failures.
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
  /** Whether an unanswered request may still be executed. */
  readonly isAlive: () => boolean
  /** Called with bugs and lack of memory; the database then counts as unhealthy until the next reply. */
  readonly failed: (error: unknown) => void
  /** Approximate bytes of one transaction. */
  readonly batchBytes: number
  readonly retryMs: number
}

/** Maximum answers in one transaction, during which readers wait. */
const mostAtOnce = 500

/** Writes everything queued at this moment. */
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
  // Do not block later writes on a commit that hangs.
  else void giveUpWrite(permit, isAlive).then(some.done)
  batch?.done(reply?.areAnswersWritten ?? false)
}

/** Creates the write loop; it starts with the first write. */
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
