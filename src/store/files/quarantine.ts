// Quarantines a corrupt database by renaming it; limited, so that a failing disk does not fill up with copies.
import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'

/** At most this many files are quarantined within this time. */
const quarantineLimit = { count: 5, withinMs: 60 * 60 * 1000 }

/** Creates a function that renames `file`; it returns the new name, or the error. */
export function createQuarantine(file: string): (now: number) => string | Error {
  let times: readonly number[] = []
  return (now) => {
    times = times.filter((at) => at <= now && now - at < quarantineLimit.withinMs)
    if (times.length >= quarantineLimit.count)
      return new Error(`so were the ${quarantineLimit.count} before it within an hour: check its disk`)
    const moved = renameCorrupt(file, now)
    if (typeof moved === 'string') times = [...times, now]
    return moved
  }
}

/** Renames a database and its log, the database last: SQLite would discard a log without a database. */
function renameCorrupt(file: string, now: number): string | Error {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const baseName = `${file}.corrupt-${stamp}`
  const parts = ['-wal', '-shm', '']
  let newName = baseName
  for (let at = 2; parts.some((part) => existsSync(newName + part)); at += 1) newName = `${baseName}-${at}`
  try {
    for (const part of parts) if (existsSync(file + part)) renameSync(file + part, newName + part)
    return basename(newName)
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}
