// trawl.db as a file, written by one process at a time.

import { createFolderLock } from '../files/folder-lock.ts'
import { createDatabaseFile, type DatabaseFile } from '../sqlite/database-file.ts'
import { type Database, openDatabase, openReadOnly } from './sqlite-database.ts'

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
