// trawl.db as a file, written by one process at a time.
import { type Database, openDatabase, openReadOnly } from './database.ts'
import { createDatabaseFile, type DatabaseFile } from './database-file.ts'
import { createFolderLock } from './folder-lock.ts'

/** The file `folder`/trawl.db, limited to about `maxBytes` and not opened yet. */
export function createTrawlDbFile(folder: string, maxBytes: number): DatabaseFile<Database> {
  return createDatabaseFile({
    folder,
    name: 'trawl.db',
    lock: createFolderLock(folder),
    open: (file, isSound) => openDatabase(file, maxBytes, isSound),
    openReadOnly: (file, isSound) => openReadOnly(file, maxBytes, isSound),
  })
}
