// The database file over its life: opened, opened again after a failure, read where it cannot be written, set aside when it is corrupt.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, type Database, openDatabase, openReadOnly } from './database.ts'
import { type Fault, faultOf } from './database-fault.ts'
import type { Reply } from './disk-messages.ts'
import { createFolderLock } from './folder-lock.ts'
import { createSetAside } from './set-aside.ts'

type News = Pick<Reply, 'setAside' | 'isAnother'>

export interface DiskFile {
  /** The database for writing; opened if it is not. What could only be read is closed for it. @throws FolderTaken; what SQLite and the file system throw. */
  writable(now: number): Database
  /** The database as far as it is open. */
  readable(): Database | undefined
  /** What a failure means; what cannot go on is closed, what is corrupt is set aside: `corrupt` says that a new one can be begun. @throws an error of nobody's but ours. */
  failed(error: unknown, now: number): Fault
  /** What has happened since it was last asked. */
  news(): News
  bytes(): number
  close(): void
}

const name = 'trawl.db'

/** Keeps `trawl.db` in `folder`, within about `maxBytes`. Nothing is opened yet. */
export function createDiskFile(folder: string, maxBytes: number): DiskFile {
  const file = join(folder, name)
  const lock = createFolderLock(folder)
  const setAside = createSetAside(file)
  const news = createNews()
  const opened = createOpened(folder, maxBytes)

  function writable(now: number): Database {
    lock.take(now)
    const database = opened.get()
    if (database && isForUs(database)) return database
    if (database && !database.isReadOnly) {
      opened.doubt()
      news.add({ isAnother: true })
    }
    return opened.forWriting()
  }

  /** What can only be read, or was replaced by another process, is not ours to move. */
  function replace(found: Fault, now: number): Fault {
    const database = opened.get()
    const isOurs = !database || isForUs(database)
    opened.doubt()
    const moved = isOurs ? setAside(now) : undefined
    // It stays where it is: nothing new can be begun.
    if (moved instanceof Error) return { kind: 'failing', words: `${found.words}; ${reasonOf(moved, folder)}` }
    news.add({ isAnother: true, ...(moved !== undefined && { setAside: moved }) })
    return found
  }

  function failed(error: unknown, now: number): Fault {
    const found = faultOf(error, folder)
    if (found.kind === 'corrupt') return replace(found, now)
    if (found.kind === 'locked' || found.kind === 'newer') return found
    if (found.kind !== 'full' && !opened.get()?.isReadOnly) opened.close()
    opened.forReading()
    return found
  }

  function close(): void {
    opened.close()
    lock.letGo()
  }

  return { writable, readable: opened.get, failed, news: news.take, bytes: () => bytesOf(file), close }
}

/** Whether it is the one that we write. */
function isForUs(database: Database): boolean {
  return !database.isReadOnly && database.isInPlace()
}

/** The database as it is opened now, and whether it has been checked. */
function createOpened(folder: string, maxBytes: number) {
  let database: Database | undefined
  let isSound = false

  function close(): void {
    database?.close()
    database = undefined
  }

  return {
    get: () => database,
    forWriting(): Database {
      // What is open for reading would hinder the opening for writing.
      close()
      database = openDatabase(join(folder, name), maxBytes, isSound)
      isSound = true
      return database
    },
    /** As far as that is possible, and unless it is open. */
    forReading(): void {
      database ??= openForReading(folder, maxBytes, isSound)
      isSound ||= database !== undefined
    },
    /** Closes it, to be checked when it is opened the next time. */
    doubt(): void {
      isSound = false
      close()
    },
    close,
  }
}

function createNews() {
  let news: News = { isAnother: false }
  return {
    add(more: News): void {
      news = { ...news, ...more }
    },
    take(): News {
      const told = news
      news = { isAnother: false }
      return told
    },
  }
}

/** Why a file could not be set aside. */
function reasonOf(error: Error, folder: string): string {
  return 'syscall' in error ? faultOf(error, folder).words : error.message
}

/** Why it cannot be written is known already; of what is thrown here only a mistake of ours matters. */
function openForReading(folder: string, maxBytes: number, isSound: boolean): Database | undefined {
  try {
    const file = join(folder, name)
    return existsSync(file) ? openReadOnly(file, maxBytes, isSound) : undefined
  } catch (error) {
    faultOf(error, folder)
    return undefined
  }
}
