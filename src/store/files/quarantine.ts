// Quarantines a corrupt database by renaming it; limited, so that a failing disk does not fill up with copies.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { codeOfSqlite, sizeOf } from '../sqlite/connect.ts'

/** At most this many files are quarantined within this time. */
const quarantineLimit = { count: 5, withinMs: 60 * 60 * 1000 }

/**
 * Creates a function that renames `file`; it returns the new name, or the error. Its records are copied into a new one
 * first, for without them everybody would be let in, and banned links would be shown; if they cannot be read, the file stays. A process that was killed in between is continued here.
 */
export function createQuarantine(file: string): (now: number) => Promise<string | Error> {
  let times: readonly number[] = []
  const rescued = `${file}.rescued`
  if (!existsSync(file) && existsSync(rescued)) putInPlace(rescued, file)
  return async (now) => {
    times = times.filter((at) => at <= now && now - at < quarantineLimit.withinMs)
    if (times.length >= quarantineLimit.count)
      return new Error(`so were the ${quarantineLimit.count} before it within an hour: check its disk`)
    try {
      await rescueRecords(file, rescued)
      const moved = renameCorrupt(file, now)
      if (existsSync(rescued)) putInPlace(rescued, file)
      times = [...times, now]
      return moved
    } catch (error) {
      if (error instanceof Error) return error
      throw error
    }
  }
}

/** Renames a database and its log. */
function renameCorrupt(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const baseName = `${file}.corrupt-${stamp}`
  const parts = ['', '-wal']
  let newName = baseName
  for (let at = 2; parts.some((part) => existsSync(newName + part)); at += 1) newName = `${baseName}-${at}`
  for (const part of parts) if (sizeOf(file + part) > 0) renameSync(file + part, newName + part)
  for (const part of parts) rmSync(file + part, { force: true })
  rmSync(`${file}-shm`, { force: true })
  return basename(newName)
}

/** Copies the records of a corrupt database into a new file. @throws (rejects) Error with a sentence if they cannot be read; errors of the file system. */
async function rescueRecords(file: string, rescued: string): Promise<void> {
  const records = readRecords(file)
  const partial = `${rescued}.part`
  rmSync(partial, { force: true })
  const db = new DatabaseSync(partial)
  try {
    db.exec('pragma auto_vacuum = incremental; pragma synchronous = full')
    await migrate(createSqliteSql(db))
    const add = db.prepare('insert into records (name, revision, body) values (?, ?, ?)')
    for (const { name = null, revision = null, body = null } of records) add.run(name, revision, body)
  } finally {
    db.close()
  }
  renameSync(partial, rescued)
}

function readRecords(file: string) {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 1_000 })
  try {
    return db.prepare('select name, revision, body from records').all()
  } catch (error) {
    if (codeOfSqlite(error) === undefined) throw error
    throw new Error(
      'its allow list, bans, API keys and watches cannot be read: restore it from a backup, or move it away to start without them',
      { cause: error },
    )
  } finally {
    db.close()
  }
}

/** The log belongs to the former file: SQLite would write it into this one. */
function putInPlace(rescued: string, file: string): void {
  for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true })
  renameSync(rescued, file)
}
