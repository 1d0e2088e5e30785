// The archive's database file: archive.db, beside trawl.db. Whether it is ours to write is said with each order.
import {
  type ArchiveDatabase,
  type ArchiveParts,
  archiveName,
  openArchiveDatabase,
  openArchiveReadOnly,
} from './archive-database.ts'
import { createDatabaseFile, type DatabaseFile } from './database-file.ts'

/** Keeps `archive.db` in `folder`. Nothing is opened yet. The lock of the folder is held, or not, for trawl.db. */
export function createArchiveFile(folder: string, parts: ArchiveParts): DatabaseFile<ArchiveDatabase> {
  return createDatabaseFile({
    folder,
    name: archiveName,
    open: (file, isSound) => openArchiveDatabase(file, parts, isSound),
    openReadOnly: (file, isSound) => openArchiveReadOnly(file, parts, isSound),
  })
}
