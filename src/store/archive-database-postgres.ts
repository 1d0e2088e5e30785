// The archive in PostgreSQL, where several replicas keep it together.
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
  /** About how many bytes are kept, as last counted. */
  bytes(): number
}

/** How long one reading may take. A search is not worth waiting for: its sources give what it wants. */
const limitsMs = { find: 300, other: 2_000 }

/** What PostgreSQL can have an index of. Nobody could open a share with a longer address. */
const longestKeyBytes = 2_000

const ofArchive = statementsOf<typeof made>('archive-room')

/** Brings the tables to the latest number. What is kept takes about `maxBytes`. Rejects with what PostgreSQL throws. */
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
    ...{ tend: room.tend, isFull: room.isFull },
    shares: async () => (await room.count()).shares,
    bytes: () => room.counted().bytes,
    probe: () => writing.transact(async () => void (await writing.run(ofArchive('touchNothing'), {}))),
    // A statement has its limit, whatever it waits for.
    waitForLocks: () => undefined,
  }
}

/** What is read comes one after the other: so the limit holds for what follows it. */
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

/** Whether PostgreSQL can have an index of so long a key or name. */
export function canBeIndexed(text: string): boolean {
  return Buffer.byteLength(text) <= longestKeyBytes
}
