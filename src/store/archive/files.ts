// Locates the archive: archive.db or PostgreSQL, and waiting.db for writes that PostgreSQL cannot accept yet.

import { createPostgresLifecycle } from '../postgres/connection-lifecycle.ts'
import { createDatabaseFile, type DatabaseFile } from '../sqlite/database-file.ts'
import { type OverflowDatabase, openOverflowDatabase, overflowFileName } from './overflow-database.ts'
import { openPostgresArchive } from './postgres-database.ts'
import {
  type ArchiveDatabase,
  type ArchiveFileOptions,
  archiveName,
  openArchiveDatabase,
  openArchiveReadOnly,
} from './sqlite-database.ts'

/** The archive in `folder`/archive.db, not opened yet. Each request states whether the folder may be written (lock of trawl.db). */
export function createArchiveFile(folder: string, parts: ArchiveFileOptions): DatabaseFile<ArchiveDatabase> {
  return createDatabaseFile({
    folder,
    name: archiveName,
    open: (file, isSound) => openArchiveDatabase(file, parts, isSound),
    openReadOnly: (file, isSound) => openArchiveReadOnly(file, parts, isSound),
  })
}

/** The archive in the PostgreSQL database at `url`, not connected yet. */
export function createArchiveTables(url: URL, maxBytes: number): DatabaseFile<ArchiveDatabase> {
  return createPostgresLifecycle({
    url,
    open: (lines) => openPostgresArchive(lines, maxBytes),
    bytesOf: (archive) => archive.bytes(),
  })
}

/** The queue file `folder`/waiting.db, not opened yet. */
export function createOverflowFile(folder: string, maxBytes: number): DatabaseFile<OverflowDatabase> {
  const open = (file: string, isSound: boolean) => openOverflowDatabase(file, maxBytes, isSound)
  // A read-only queue is useless: its rows are read only to be written elsewhere.
  return createDatabaseFile({ folder, name: overflowFileName, open, openReadOnly: open })
}
