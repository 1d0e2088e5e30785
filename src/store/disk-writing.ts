// Brings what waits to the disk: one transaction at a time, everything in it that came meanwhile; tried again while the disk refuses.
import type { Reply, Task } from './disk-messages.ts'
import type { Records } from './disk-records.ts'
import type { Batch, Waiting } from './disk-waiting.ts'
import { createWritePermit, giveUpWrite } from './write-permit.ts'

export interface Writing {
  /** Something waits: it goes with all that comes in this turn of the event loop. */
  want(): void
  /** Something is wrong: tries again after a while, and goes on until it is not. */
  tryLater(): void
  /** Writes what waits as long as all is well, with one more try if it is not. Nothing is tried again after it. */
  finish(): Promise<void>
}

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
  if (reply) some.done(reply.areRecordsWritten)
  // Whoever comes after must not wait for a commit that hangs.
  else void giveUpWrite(permit, isAlive).then(some.done)
  batch?.done(reply?.areAnswersWritten ?? false)
}

/** Makes it; it begins when something is wanted. */
export function createWriting(parts: Parts): Writing {
  const { waiting, records, isWell, failed, retryMs } = parts
  let running: Promise<void> | undefined
  let isWanted = false
  let isFinishing = false
  let timer: NodeJS.Timeout | undefined

  async function rounds(): Promise<void> {
    do await round(parts)
    while (records.hasNew() || (isWell() && (records.hasSome() || waiting.hasSome())))
  }

  function begin(): Promise<void> {
    running ??= rounds()
      .catch(failed)
      .finally(() => {
        running = undefined
        if (!isWell()) tryLater()
      })
    return running
  }

  function tryLater(): void {
    if (isFinishing || running !== undefined) return
    timer ??= setTimeout(() => {
      timer = undefined
      void begin()
    }, retryMs)
  }

  return {
    tryLater,
    want() {
      if (isWanted) return
      isWanted = true
      setImmediate(() => {
        isWanted = false
        if (isWell() || records.hasNew()) void begin()
      })
    },
    async finish() {
      isFinishing = true
      clearTimeout(timer)
      await running
      if (records.hasSome() || waiting.hasSome()) await begin()
    },
  }
}
