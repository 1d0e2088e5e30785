// Where the archive is: in archive.db, beside trawl.db, or in PostgreSQL; and waiting.db, where waits what cannot be written into PostgreSQL.
import {
  type ArchiveDatabase,
  type ArchiveParts,
  archiveName,
  openArchiveDatabase,
  openArchiveReadOnly,
} from './archive-database.ts'
import { openArchiveInPostgres } from './archive-database-postgres.ts'
import { openWaitingDatabase, type WaitingDatabase, waitingName } from './archive-waiting-database.ts'
import { createDatabaseFile, type DatabaseFile } from './database-file.ts'
import { createPostgresFile } from './postgres-file.ts'

/** Keeps `archive.db` in `folder`. Nothing is opened yet. The lock of the folder is held, or not, for trawl.db: whether it is ours to write is said with each order. */
export function createArchiveFile(folder: string, parts: ArchiveParts): DatabaseFile<ArchiveDatabase> {
  return createDatabaseFile({
    folder,
    name: archiveName,
    open: (file, isSound) => openArchiveDatabase(file, parts, isSound),
    openReadOnly: (file, isSound) => openArchiveReadOnly(file, parts, isSound),
  })
}

/** Keeps the archive's tables in the PostgreSQL at `url`. Nothing is connected yet. */
export function createArchiveTables(url: URL, maxBytes: number): DatabaseFile<ArchiveDatabase> {
  return createPostgresFile({
    url,
    open: (lines) => openArchiveInPostgres(lines, maxBytes),
    bytesOf: (archive) => archive.bytes(),
  })
}

/** Keeps `waiting.db` in `folder`, of which the same holds. */
export function createWaitingFile(folder: string, maxBytes: number): DatabaseFile<WaitingDatabase> {
  const open = (file: string, isSound: boolean) => openWaitingDatabase(file, maxBytes, isSound)
  // What cannot be written is of no use: nobody reads it but to write it elsewhere.
  return createDatabaseFile({ folder, name: waitingName, open, openReadOnly: open })
}
