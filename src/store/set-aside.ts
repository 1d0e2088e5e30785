// Puts a corrupt database out of the way, as it is, a few times at the most: a disk that spoils each new one shall not be filled with them.
import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'

/** Within this time no more files than these are set aside. */
const most = { count: 5, withinMs: 60 * 60 * 1000 }

/** Makes what sets `file` aside: it gives the new name, or why not. */
export function createSetAside(file: string): (now: number) => string | Error {
  let times: readonly number[] = []
  return (now) => {
    times = times.filter((at) => at <= now && now - at < most.withinMs)
    if (times.length >= most.count)
      return new Error(`so were the ${most.count} before it within an hour: look at its disk`)
    const moved = moveAside(file, now)
    if (typeof moved === 'string') times = [...times, now]
    return moved
  }
}

/** Renames a database and its log. The file itself goes last: without it the log would be thrown away. */
function moveAside(file: string, now: number): string | Error {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const wanted = `${file}.corrupt-${stamp}`
  const parts = ['-wal', '-shm', '']
  let free = wanted
  for (let at = 2; parts.some((part) => existsSync(free + part)); at += 1) free = `${wanted}-${at}`
  try {
    for (const part of parts) if (existsSync(file + part)) renameSync(file + part, free + part)
    return basename(free)
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}
