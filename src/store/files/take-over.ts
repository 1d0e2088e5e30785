// Takes over a DATA_DIR of 1.0.0-rc.1 or earlier, once: its files become one trawl.db, and are moved to a backup folder.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import { fileVersion, migrate } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { connectReadOnly, sizeOf } from '../sqlite/connect.ts'
import { createFolderLock } from './folder-lock.ts'

const oldNames = ['trawl.db', 'archive.db', 'history.db', 'waiting.db'] as const
const backupFolder = 'databases-before-1.0'
/** The tables whose rows are copied. Those of the archive come with its file, which has a search index too. */
const tables = { 'trawl.db': ['records', 'answers'], 'history.db': ['list_days', 'list_changes'] } as const
/** Pages of 4 KB copied in one step. */
const pagesAtOnce = 2_000

type Log = Pick<Logger, 'info' | 'warn'>
type OldName = (typeof oldNames)[number]

/**
 * Takes over the old files of `folder`, if there are any. A process that is killed meanwhile goes on at the next start: the old files stay as they are
 * until the new one is complete.
 * @throws (rejects) Error with a sentence if that fails; then nothing is lost.
 */
export async function takeOver(folder: string, log: Log, now: number): Promise<void> {
  const joined = join(folder, 'trawl.db.joined')
  if (!existsSync(joined) && !needsTakeOver(folder, log)) return
  const lock = createFolderLock(folder)
  try {
    lock.acquire(now)
    if (!existsSync(joined)) await joinFiles(folder, joined, log)
    moveToBackup(folder, joined)
    log.info(
      `the databases of an earlier version are in trawl.db; their files were moved to ${backupFolder} in DATA_DIR and can be removed`,
    )
  } catch (error) {
    throw new Error(`the databases of an earlier version in DATA_DIR cannot be taken over: ${messageOf(error)}`, {
      cause: error,
    })
  } finally {
    lock.release()
  }
}

/** @throws Error with a sentence if there are other old files, and trawl.db cannot be read. */
function needsTakeOver(folder: string, log: Log): boolean {
  const others = oldNames.slice(1).filter((name) => existsSync(join(folder, name)))
  try {
    const version = versionOf(join(folder, 'trawl.db'))
    if (version < fileVersion) return version > 0 || others.length > 0
    for (const name of others) log.warn(`${name} in DATA_DIR is not used: trawl.db has its data`)
    return false
  } catch (error) {
    // Without other files the quarantine rescues its records.
    if (others.length === 0) return false
    throw new Error(
      `trawl.db in DATA_DIR cannot be read (${messageOf(error)}), and with it the allow list, bans, API keys and watches: restore it from a backup, or move it away to start without them`,
      { cause: error },
    )
  }
}

/** 0 for a file that is missing or empty. @throws SQLite errors. */
function versionOf(file: string): number {
  if (sizeOf(file) === 0) return 0
  const db = connectReadOnly(file)
  try {
    return Number(db.prepare('pragma user_version').get()?.user_version)
  } finally {
    db.close()
  }
}

/** Makes `joined` of the old files. A part that was made before is continued. */
async function joinFiles(folder: string, joined: string, log: Log): Promise<void> {
  const part = `${joined}.part`
  const pathOf = (name: OldName) => join(folder, name)
  const bytes = oldNames.reduce((sum, name) => sum + sizeOf(pathOf(name)) + sizeOf(`${pathOf(name)}-wal`), 0)
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize + sizeOf(part) < bytes * 1.1)
    throw new Error(`this takes ${inMegabytes(bytes * 1.1)} more on its disk: free them, and start again`)
  log.info(`taking over the databases of an earlier version (${inMegabytes(bytes)}); this is done once`)
  if (!existsSync(part)) await copyArchive(pathOf('archive.db'), part, log)
  const db = new DatabaseSync(part)
  try {
    // Without a log, which would take as much space again, and would not be renamed with the file.
    db.exec('pragma auto_vacuum = incremental; pragma journal_mode = delete')
    await migrate(createSqliteSql(db))
    for (const name of ['trawl.db', 'history.db'] as const)
      for (const table of tables[name]) if (existsSync(pathOf(name))) copyTable(db, pathOf(name), table, log)
    if (sizeOf(pathOf('waiting.db')) > 0)
      log.warn(`links in waiting.db, which PostgreSQL had not taken, are not taken over; it stays in ${backupFolder}`)
  } finally {
    db.close()
  }
  renameSync(part, joined)
}

/** Copies the archive with its index; one that is damaged is left out. */
async function copyArchive(file: string, part: string, log: Log): Promise<void> {
  if (!existsSync(file)) return
  const partial = `${part}-archive`
  rmSync(partial, { force: true })
  const db = connectReadOnly(file)
  try {
    if (Object.values(db.prepare('pragma quick_check(1)').get() ?? {})[0] !== 'ok') throw new Error('it is corrupt')
    await backup(db, partial, { rate: pagesAtOnce, progress: createProgress(log) })
  } catch (error) {
    log.warn(`archive.db is not taken over (${messageOf(error)}); it stays in ${backupFolder}`)
    return
  } finally {
    db.close()
  }
  noteVersion(partial)
  renameSync(partial, part)
  log.info('archive.db: 100 % copied')
}

function createProgress(log: Log) {
  let told = 0
  return ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) => {
    const tenths = Math.floor((10 * (totalPages - remainingPages)) / Math.max(1, totalPages))
    if (tenths > told && tenths < 10) log.info(`archive.db: ${tenths * 10} % copied`)
    told = Math.max(told, tenths)
  }
}

/** The version of the archive's tables moves to the table that has those of all groups. */
function noteVersion(file: string): void {
  const db = new DatabaseSync(file)
  db.exec(`create table schema_numbers (name text primary key, number integer not null);
    insert into schema_numbers select 'archive.db', user_version from pragma_user_version`)
  db.close()
}

/** Copies the rows of a table in one transaction, without those that are there. Of all but the records, a table that is damaged is left out. */
function copyTable(db: DatabaseSync, file: string, table: string, log: Log): void {
  db.prepare('attach database ? as old').run(file)
  try {
    const columns = db.prepare('select name from pragma_table_info(?, ?)').all(table, 'old')
    if (columns.length === 0) return
    const names = columns.map(({ name }) => name).join(', ')
    const copy = db.prepare(`insert or ignore into main.${table} (${names}) select ${names} from old.${table}`)
    log.info(`${table}: ${copy.run().changes} rows taken over`)
  } catch (error) {
    if (table === 'records') throw error
    log.warn(`${table} of ${basename(file)} is not taken over (${messageOf(error)}); the file stays in ${backupFolder}`)
  } finally {
    db.exec('detach database old')
  }
}

/** Moves the old files, then puts the complete one in place. Each step may have been done before. */
function moveToBackup(folder: string, joined: string): void {
  const backupPath = join(folder, backupFolder)
  mkdirSync(backupPath, { recursive: true })
  for (const name of oldNames) {
    const file = join(folder, name)
    for (const part of ['', '-wal']) if (sizeOf(file + part) > 0) renameSync(file + part, join(backupPath, name + part))
    for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
  }
  // Copies of upstream files, which are downloaded again.
  for (const name of readdirSync(folder)) if (/^copy-[\w-]+$/.test(name)) rmSync(join(folder, name), { force: true })
  renameSync(joined, join(folder, 'trawl.db'))
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`
}
