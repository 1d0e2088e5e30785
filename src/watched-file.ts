// A file that an operator may edit at runtime: read at startup, and again after changes.
import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { reasonOf } from './store/reason-of.ts'

/** Larger than any file written by hand; protects against endless ones. */
const mostBytes = 4 * 1024 * 1024

/** A text and the fingerprint of the file when it was read. */
interface Seen {
  readonly mark: string
  readonly text: string
}

export interface WatchedFile {
  /** Reads the text. Rejects with a reason without the path if the file cannot be read. */
  read(): Promise<string>
  /**
   * Reads the text if the file has changed since it was read and was the same at the previous look, so that no half-written file is read.
   * Rejects as `read` does; a file that reappears counts as changed.
   */
  look(): Promise<string | undefined>
  /** Treats the file as changed. */
  forget(): void
}

/** Watches the file by modification time, size and inode. */
export function createWatchedFile(path: string): WatchedFile {
  let readMark: string | undefined
  let lookedMark: string | undefined

  async function take(): Promise<string> {
    const { mark, text } = await seenAt(path)
    readMark = mark
    return text
  }

  async function look(): Promise<string | undefined> {
    const mark = await markOf(path)
    const isStill = mark === lookedMark
    lookedMark = mark
    return isStill && mark !== readMark ? await take() : undefined
  }

  function forget(): void {
    readMark = undefined
  }

  return {
    read: take,
    look: () =>
      look().catch((error: unknown) => {
        lookedMark = undefined
        forget()
        throw error
      }),
    forget,
  }
}

async function seenAt(path: string): Promise<Seen> {
  const mark = await markOf(path)
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new Error(`cannot be read (${reasonOf(error)})`, { cause: error })
  })
  if (!isUtf8(bytes)) throw new Error('must be saved as UTF-8')
  return { mark, text: bytes.toString() }
}

async function markOf(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    throw new Error(`cannot be read (${reasonOf(error)})`, { cause: error })
  })
  if (!found.isFile()) throw new Error('must be a file')
  if (found.size > mostBytes) throw new Error('must be at most 4 MB')
  return `${found.mtimeMs} ${found.size} ${found.ino}`
}
