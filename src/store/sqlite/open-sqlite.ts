// The SQLite files of a data folder, not opened yet: which tables each has.

import { openDatabase, openReadOnlyDatabase } from '../answers/sqlite-database.ts'
import { openArchiveDatabase, openReadOnlyArchive } from '../archive/sqlite-database.ts'
import type { FolderLock } from '../files/folder-lock.ts'
import { openHistoryDatabase, openReadOnlyHistory } from '../history/sqlite-database.ts'
import type { DatabaseOptions } from '../tables.ts'
import type { OpenTables } from '../thread/handler.ts'
import { createDatabaseFile, type DatabaseFile, type OpenDatabase } from './database-file.ts'

interface SqliteParts {
  /** One process at a time writes to the folder; the thread releases the lock when all files are closed. */
  readonly lock: Pick<FolderLock, 'acquire'>
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

export function createSqliteTables(
  folder: string,
  options: DatabaseOptions,
  { lock, clock }: SqliteParts,
): DatabaseFile<OpenTables> {
  const opening = openingOf(options, clock)
  return createDatabaseFile<OpenTables & OpenDatabase>({ folder, name: options.name, lock, ...opening })
}

type Open = (file: string, isSound: boolean) => OpenTables & OpenDatabase

function openingOf(
  { name, answers, archive, history }: DatabaseOptions,
  clock: () => number,
): { readonly open: Open; readonly openReadOnly: Open } {
  if (archive) {
    const parts = { ...archive, clock }
    return {
      open: (file, isSound) => openArchiveDatabase(file, parts, isSound),
      openReadOnly: (file, isSound) => openReadOnlyArchive(file, parts, isSound),
    }
  }
  if (history)
    return {
      open: (file, isSound) => openHistoryDatabase(file, history, isSound),
      openReadOnly: (file, isSound) => openReadOnlyHistory(file, history, isSound),
    }
  if (!answers) throw new Error(`${name} has no tables`)
  return {
    open: (file, isSound) => openDatabase(file, answers.maxBytes, isSound),
    openReadOnly: (file, isSound) => openReadOnlyDatabase(file, answers.maxBytes, isSound),
  }
}
