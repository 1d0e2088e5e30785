// The write loop of trawl.db: one transaction at a time with everything queued meanwhile; retries after failures.
import { createWritePermit, revokeCommit } from '../thread/commit-permit.ts'
import { createWriteLoop, type WriteLoop } from '../thread/write-loop.ts'
import type { TrawlDbRequestBody, TrawlDbResponse } from './messages.ts'
import type { PendingRecords } from './pending-records.ts'
import type { WriteQueue } from './write-queue.ts'

interface TrawlDbWriterOptions {
  readonly waiting: WriteQueue
  readonly records: PendingRecords
  readonly ask: (task: TrawlDbRequestBody) => Promise<TrawlDbResponse | undefined>
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
const maxAnswersAtOnce = 500

/** Writes everything queued at this moment. */
async function round({ waiting, records, ask, isAlive, failed, batchBytes }: TrawlDbWriterOptions): Promise<void> {
  const some = records.take()
  const permit = createWritePermit()
  let batch: ReturnType<WriteQueue['take']> | undefined
  let reply: TrawlDbResponse | undefined
  try {
    batch = waiting.take(batchBytes, maxAnswersAtOnce)
    reply = await ask({ kind: 'write', records: some.records, answers: batch.answers, permit })
  } catch (error) {
    failed(error)
  }
  if (reply) some.done(reply.areRecordsWritten, reply.changed)
  // Do not block later writes on a commit that hangs.
  else void revokeCommit(permit, isAlive).then(some.done)
  batch?.done(reply?.areAnswersWritten ?? false)
}

/** Creates the write loop; it starts with the first write. */
export function createTrawlDbWriter(parts: TrawlDbWriterOptions): WriteLoop {
  const { waiting, records, isWell, failed: onBug, retryMs } = parts
  const hasPending = () => records.hasSome() || waiting.hasSome()
  return createWriteLoop({
    async run() {
      do await round(parts)
      while (records.hasNew() || (isWell() && hasPending()))
    },
    mayBegin: () => isWell() || records.hasNew(),
    isWell,
    hasPending,
    onBug,
    retryMs,
  })
}
