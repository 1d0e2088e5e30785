// Quarantines a corrupt database by renaming it, with a new one in its place that has its records.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOfSqlite, FaultError } from '../fault.ts'
import { migrate } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { sizeOf } from '../sqlite/connect.ts'

/** Maximum number of files renamed within an hour: a disk that damages each new database would fill up with them. */
const maxQuarantined = 5
const hourMs = 60 * 60 * 1000

const unreadable =
  'its allow list, bans, API keys and watches cannot be read: restore it from a backup, or move it away to start without them'

/**
 * Creates a function that renames `file` and returns the new name. Its records are copied into a new one first, for without them everybody would be
 * let in, and banned links would be shown; if they cannot be read, the file stays. A process that was killed in between is continued here.
 * @throws (rejects) FaultError if the records cannot be read, or the limit is reached; errors of the file system.
 */
export function createQuarantine(file: string): (now: number) => Promise<string> {
  const rescued = `${file}.rescued`
  let times: readonly number[] = []
  if (!existsSync(file) && existsSync(rescued)) putInPlace(rescued, file)
  return async (now) => {
    times = times.filter((at) => at <= now && now - at < hourMs)
    if (times.length >= maxQuarantined)
      throw new FaultError({
        kind: 'failing',
        words: `so were the ${maxQuarantined} before it within an hour: check its disk`,
      })
    await rescueRecords(file, rescued)
    const moved = renameCorrupt(file, now)
    putInPlace(rescued, file)
    times = [...times, now]
    return moved
  }
}

/** Renames a database and its log. */
function renameCorrupt(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const parts = ['', '-wal']
  let newName = `${file}.corrupt-${stamp}`
  for (let at = 2; parts.some((part) => existsSync(newName + part)); at += 1) newName = `${file}.corrupt-${stamp}-${at}`
  for (const part of parts) if (sizeOf(file + part) > 0) renameSync(file + part, newName + part)
  return basename(newName)
}

/** Copies the records of a corrupt database into a new file. */
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
    throw new FaultError({ kind: 'failing', words: unreadable }, { cause: error })
  } finally {
    db.close()
  }
}

/** The log belongs to the former file: SQLite would write it into this one. */
function putInPlace(rescued: string, file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
  renameSync(rescued, file)
}
