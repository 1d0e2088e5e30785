// The client of trawl.db in the main thread: answers and records in a SQLite file or PostgreSQL, accessed by a worker thread.
import type { HistoryClient } from '../history/client.ts'
import {
  createTrawlDbParts,
  type StartThread,
  startThread,
  type TrawlDbOptions,
  type TrawlDbParts,
  type TrawlDbTimings,
  timingsFor,
} from './client-parts.ts'
import { describeLocation, isSharedLocation } from './location.ts'
import type { WriteResult } from './messages.ts'
import type { PendingWrite } from './write-queue.ts'

export interface StoredAnswer {
  /** When the answer was received, in epoch milliseconds. */
  readonly at: number
  /** When the answer expires, in epoch milliseconds. */
  readonly until: number
  readonly json: Uint8Array
}

/** The client; `history` is absent if none is kept there. */
export type TrawlDb = ReturnType<typeof serve> & { readonly history?: HistoryClient | undefined }

/**
 * Opens the database in `folder`, which is created if necessary, or at `database`; if that fails, it is retried in the background. Tests set
 * `timings` and `start`.
 * @throws (rejects) Error with a sentence when the database is from a newer version.
 */
export async function openTrawlDb(
  options: TrawlDbOptions,
  timings: Partial<TrawlDbTimings> = {},
  start: StartThread = startThread,
): Promise<TrawlDb> {
  const times = { ...timingsFor(options), ...timings }
  const parts = createTrawlDbParts(options, times, start)
  const opened = await parts.thread.ask({ kind: 'open' }, times.openMs)
  const newer = opened?.fault?.kind === 'newer' ? opened.fault.words : await parts.history?.open()
  if (newer === undefined) return { ...serve(parts, options, times), history: parts.history }
  await close(parts, times)
  throw new Error(newer)
}

const removal: PendingWrite = { at: 0, until: 0 }

function serve(parts: TrawlDbParts, options: TrawlDbOptions, timings: TrawlDbTimings) {
  const { maxBytes, epochMs } = options
  const { changes, health, reading, records, waiting, writing } = parts
  let closed: Promise<void> | undefined
  function change(key: string, answer: PendingWrite): Promise<boolean> {
    writing.schedule(timings.gatherMs)
    return waiting.put(key, answer)
  }
  const endTidying = startMaintenance(parts, timings)
  return {
    /** Returns the valid answer of a key; undefined if there is none or it cannot be read. Never rejects. */
    async readAnswer(key: string): Promise<StoredAnswer | undefined> {
      const pending = waiting.find(key)
      if (pending) return pending.json && pending.until >= epochMs() ? { ...pending, json: pending.json } : undefined
      return closed === undefined ? reading.answer(key) : undefined
    },
    /** Resolves to whether the answer was committed. Never rejects; callers need not wait. */
    async writeAnswer(key: string, answer: StoredAnswer): Promise<boolean> {
      if (closed !== undefined) return false
      if (answer.json.byteLength <= maxBytes / 8) return change(key, answer)
      // Entries above 1/8 of the size limit are not stored. The stored row of the key is outdated, so it is removed.
      void change(key, removal)
      return false
    },
    /** Resolves to whether the answer was removed. Never rejects. */
    removeAnswer: async (key: string) => closed === undefined && change(key, removal),
    /** Returns a small record by name (allow list, statistics); undefined if there is none. Rejects when the database cannot be read. */
    async readRecord(name: string): Promise<Uint8Array | undefined> {
      if (closed !== undefined) throw new Error(`${name} cannot be read: ${describeLocation(options).place} is closed`)
      const found = await reading.record(name)
      records.know(name, found)
      return found?.bytes
    },
    /**
     * Writes a record over the revision last read or written here; if another process has written since, the result is `changed` and nothing is
     * written. After `unwritten` nothing is written later (except if PostgreSQL stops during the commit). Never rejects.
     */
    async writeRecord(name: string, bytes: Uint8Array): Promise<WriteResult> {
      // The record may be derived from an older one than the other process has written.
      if (closed !== undefined || health.isLockedByOther()) return 'unwritten'
      // Recovery is checked in the background. A write that waited for its own attempt would also wait for all attempts before it.
      if (isSharedLocation(options) && !health.isWell()) return 'unwritten'
      writing.schedule()
      return records.put(name, bytes)
    },
    /** Health problems, one sentence each; empty if there are none. */
    troubles: (): readonly string[] => [...describeProblems(parts), ...(parts.history?.troubles() ?? [])],
    /** Warnings that remain after recovery, such as a quarantined file. */
    notices: (): readonly string[] => [...health.notices(), ...(parts.history?.notices() ?? [])],
    /** Whether another process holds the lock; until it ends this one only reads. */
    isTaken: health.isLockedByOther,
    /** Whether several processes write at the same time. */
    isShared: isSharedLocation(options),
    /** Registers a listener for changes of a record by other processes; it is called, also on suspicion, until the record is read here. */
    onChangedElsewhere: changes.on,
    /** Checks now whether other processes have written records. */
    lookForChanges: changes.checkNow,
    /** Bytes of the database and its log on disk. */
    bytes: () => health.bytes() + (parts.history?.bytes() ?? 0),
    /** Flushes the queue within a time limit, then closes. */
    close(): Promise<void> {
      endTidying()
      changes.end()
      closed ??= close(parts, timings)
      return closed
    },
  }
}

/** Runs maintenance at intervals, one run at a time; returns a function that stops it. */
function startMaintenance({ thread, health }: TrawlDbParts, { tidyMs, writeMs }: TrawlDbTimings): () => void {
  let isTidying = false
  let isOver = false
  async function tidy(): Promise<void> {
    if (isTidying) return
    isTidying = true
    while (health.isWell() && !isOver && (await thread.ask({ kind: 'tidy' }, writeMs))?.hasMore);
    isTidying = false
  }
  const timer = setInterval(() => void tidy(), tidyMs)
  void tidy()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

function describeProblems({ health, waiting }: TrawlDbParts): string[] {
  const words = health.faultMessage()
  if (words === undefined) return []
  const count = waiting.count() > 0 ? `; ${waiting.count()} answers are queued in memory` : ''
  const dropped = waiting.dropped() > 0 ? `, ${waiting.dropped()} were dropped` : ''
  return [`${words}${count}${dropped}`]
}

function close(
  { thread, records, waiting, writing, history }: TrawlDbParts,
  { closeMs }: TrawlDbTimings,
): Promise<void> {
  const requests = Promise.all([writing.flush(), history?.close()]).then(() => thread.ask({ kind: 'close' }, closeMs))
  return thread.close(requests, closeMs, () => {
    waiting.giveUp()
    records.giveUp()
  })
}
