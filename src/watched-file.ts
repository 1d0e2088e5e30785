// A file that an operator may change while we run: read at the start, and again when it has become another.
import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { reasonOf } from './store/reason-of.ts'

/** More than anybody writes by hand; what is endless would be read for ever. */
const mostBytes = 4 * 1024 * 1024

/** A text and what told it from others when it was read. */
interface Seen {
  readonly mark: string
  readonly text: string
}

export interface WatchedFile {
  /** Its text now. Rejects with the reason, in words without a path, when it cannot be read. */
  read(): Promise<string>
  /**
   * Its text, if it has become another since it was read last and was the same at the latest look: half of what an editor writes is not
   * read. Rejects as `read` does; what is there again afterwards is another, even if it looks the same.
   */
  look(): Promise<string | undefined>
  /** Takes it for another from now on. */
  forget(): void
}

/** Watches the file by its time and size. */
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
