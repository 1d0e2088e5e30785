// The archive in PostgreSQL, shared by all replicas.
import { type ArchiveDatabase, archiveName } from './archive-database.ts'
import { createPostgresFind } from './archive-find-postgres.ts'
import type { ArchiveBatch } from './archive-messages.ts'
import { createArchiveReading } from './archive-reading.ts'
import { createPostgresRoom } from './archive-room-postgres.ts'
import { archiveSteps } from './archive-tables.ts'
import { createArchiveWriting } from './archive-writing.ts'
import { migratePostgres } from './migrations-postgres.ts'
import type { PostgresLines } from './postgres-file.ts'
import type * as made from './statements/archive-room.ts'
import { statementsOf } from './statements-written.ts'

export interface ArchiveInPostgres extends ArchiveDatabase {
  /** Estimated size in bytes at the last count. */
  bytes(): number
}

/** Statement timeouts of reads. A search does not wait for the archive: its sources provide the links. */
const limitsMs = { find: 300, other: 2_000 }

/** Maximum key length of a PostgreSQL index. No cloud has share URLs this long. */
const longestKeyBytes = 2_000

const ofArchive = statementsOf<typeof made>('archive-room')

/** Migrates the tables to the latest schema version. The data is kept to about `maxBytes`. Rejects with database errors. */
export async function openArchiveInPostgres(lines: PostgresLines, maxBytes: number): Promise<ArchiveInPostgres> {
  const { writing, reading } = lines
  await migratePostgres(writing, archiveSteps, archiveName)
  const room = createPostgresRoom(writing, maxBytes)
  await room.count()
  const { write, remove } = createArchiveWriting(writing)
  const within = createLimited(lines)
  const find = createPostgresFind(reading)
  const { health, stretch } = createArchiveReading(reading)
  return {
    find: (wanted) => within(limitsMs.find, () => find(wanted)),
    health: (most) => within(limitsMs.other, () => health(most)),
    stretch: (from) => within(limitsMs.other, () => stretch(from)),
    write: (batch, now) => write(withIndex(batch), now),
    remove,
    tend: room.tend,
    isFull: room.isFull,
    shares: async () => (await room.count()).shares,
    bytes: () => room.counted().bytes,
    probe: () => writing.transact(async () => void (await writing.run(ofArchive('touchNothing'), {}))),
    // The statement timeout covers waiting for locks.
    waitForLocks: () => undefined,
  }
}

/** Sets the statement timeout before a read. Reads run one at a time, so a timeout holds until it is changed. */
function createLimited({ reading }: PostgresLines) {
  let limit: number | undefined
  return async <T>(limitMs: number, read: () => Promise<T>): Promise<T> => {
    if (limit !== limitMs) await reading.limit(limitMs)
    limit = limitMs
    return await read()
  }
}

function withIndex({ sightings, states }: ArchiveBatch): ArchiveBatch {
  return { sightings: sightings.filter(({ key, source }) => canBeIndexed(key) && canBeIndexed(source)), states }
}

/** Whether a key or name fits into a PostgreSQL index. */
export function canBeIndexed(text: string): boolean {
  return Buffer.byteLength(text) <= longestKeyBytes
}
