// The disk's database file: trawl.db, which one process at a time writes.
import { type Database, openDatabase, openReadOnly } from './database.ts'
import { createDatabaseFile, type DatabaseFile } from './database-file.ts'
import { createFolderLock } from './folder-lock.ts'

/** Keeps `trawl.db` in `folder`, within about `maxBytes`. Nothing is opened yet. */
export function createDiskFile(folder: string, maxBytes: number): DatabaseFile<Database> {
  return createDatabaseFile({
    folder,
    name: 'trawl.db',
    lock: createFolderLock(folder),
    open: (file, isSound) => openDatabase(file, maxBytes, isSound),
    openReadOnly: (file, isSound) => openReadOnly(file, maxBytes, isSound),
  })
}
