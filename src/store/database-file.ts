// A database file over its life: opened, opened again after a failure, read where it cannot be written, set aside when it is corrupt.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type FailingFile, type Fault, faultOf } from './database-fault.ts'
import type { FolderLock } from './folder-lock.ts'
import { createSetAside } from './set-aside.ts'
import { bytesOf } from './sqlite-file.ts'

/** What has become of the file. */
export interface News {
  /** Under this name the corrupt one was set aside. */
  readonly setAside?: string
  /** It is another than before. */
  readonly isAnother: boolean
}

/** What every open database can say of itself. */
interface Opened {
  readonly isReadOnly: boolean
  /** Whether the file of this name is still the one that was opened. */
  isInPlace(): boolean
  close(): void
}

/** What a database file is made of. One that `isSound` need not be checked when it is opened. */
export interface FileParts<D extends Opened> extends FailingFile {
  /** Held while the file is open for writing, if it is for this file to hold one. */
  readonly lock?: FolderLock
  readonly open: (file: string, isSound: boolean) => D | Promise<D>
  readonly openReadOnly: (file: string, isSound: boolean) => D | Promise<D>
}

/** A database over its life; PostgreSQL has the same in postgres-file.ts. One call at a time. */
export interface DatabaseFile<D> {
  /** The database for writing; opened if it is not. What could only be read is closed for it. @throws (rejects) FolderTaken; what the database and the file system throw. */
  writable(now: number): Promise<D>
  /** The database as far as it is open. @throws PostgresLost once the connection is lost. */
  readable(): D | undefined
  /** What a failure means; what cannot go on is closed, what is corrupt is set aside: `corrupt` says that a new one can be begun. @throws (rejects) an error of nobody's but ours. */
  failed(error: unknown, now: number): Promise<Fault>
  /** What has happened since it was last asked. */
  news(): News
  bytes(): number
  close(): Promise<void>
}

/** Keeps the file `name` of `folder`. Nothing is opened yet. */
export function createDatabaseFile<D extends Opened>(parts: FileParts<D>): DatabaseFile<D> {
  const file = join(parts.folder, parts.name)
  const { lock } = parts
  const setAside = createSetAside(file)
  const news = createNews()
  const opened = createOpened(parts)

  async function writable(now: number): Promise<D> {
    lock?.take(now)
    const database = opened.get()
    if (database && isForUs(database)) return database
    if (database && !database.isReadOnly) {
      opened.doubt()
      news.add({ isAnother: true })
    }
    return await opened.forWriting()
  }

  /** What can only be read, or was replaced by another process, is not ours to move. */
  function replace(found: Fault, now: number): Fault {
    const database = opened.get()
    const isOurs = !database || isForUs(database)
    opened.doubt()
    const moved = isOurs ? setAside(now) : undefined
    // It stays where it is: nothing new can be begun.
    if (moved instanceof Error) return { kind: 'failing', words: `${found.words}; ${reasonOf(moved, parts)}` }
    news.add({ isAnother: true, ...(moved !== undefined && { setAside: moved }) })
    return found
  }

  async function failed(error: unknown, now: number): Promise<Fault> {
    const found = faultOf(error, parts)
    if (found.kind === 'corrupt') return replace(found, now)
    if (found.kind === 'locked' || found.kind === 'newer') return found
    if (found.kind !== 'full' && !opened.get()?.isReadOnly) opened.close()
    await opened.forReading()
    return found
  }

  async function close(): Promise<void> {
    opened.close()
    lock?.letGo()
  }

  return { writable, readable: opened.get, failed, news: news.take, bytes: () => bytesOf(file), close }
}

/** Whether it is the one that we write. */
function isForUs(database: Opened): boolean {
  return !database.isReadOnly && database.isInPlace()
}

/** The database as it is opened now, and whether it has been checked. */
function createOpened<D extends Opened>(parts: FileParts<D>) {
  let database: D | undefined
  let isSound = false

  function close(): void {
    database?.close()
    database = undefined
  }

  return {
    get: () => database,
    async forWriting(): Promise<D> {
      // What is open for reading would hinder the opening for writing.
      close()
      database = await parts.open(join(parts.folder, parts.name), isSound)
      isSound = true
      return database
    },
    /** As far as that is possible, and unless it is open. */
    async forReading(): Promise<void> {
      database ??= await openForReading(parts, isSound)
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
function reasonOf(error: Error, file: FailingFile): string {
  return 'syscall' in error ? faultOf(error, file).words : error.message
}

/** Why it cannot be written is known already; of what is thrown here only a mistake of ours matters. */
async function openForReading<D extends Opened>(parts: FileParts<D>, isSound: boolean): Promise<D | undefined> {
  try {
    const file = join(parts.folder, parts.name)
    return existsSync(file) ? await parts.openReadOnly(file, isSound) : undefined
  } catch (error) {
    faultOf(error, parts)
    return undefined
  }
}
