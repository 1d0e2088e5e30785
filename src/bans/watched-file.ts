// A file that an operator may edit at runtime: read at startup, and again after changes.
import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { describeSystemError } from '../observability/error-message.ts'

/** Larger than any file written by hand; protects against endless ones. */
const maxBytes = 4 * 1024 * 1024

/** A text and the fingerprint of the file when it was read. */
interface FileVersion {
  readonly fingerprint: string
  readonly text: string
}

export interface WatchedFile {
  /** Reads the text. Rejects with a reason without the path if the file cannot be read. */
  read(): Promise<string>
  /**
   * Reads the text if the file has changed since it was read and was the same at the previous look, so that no half-written file is read.
   * Rejects as `read` does; a file that reappears counts as changed.
   */
  readIfChanged(): Promise<string | undefined>
  /** Treats the file as changed. */
  invalidate(): void
}

/** Watches the file by modification time, size and inode. */
export function createWatchedFile(path: string): WatchedFile {
  let readFingerprint: string | undefined
  let seenFingerprint: string | undefined

  async function read(): Promise<string> {
    const { fingerprint, text } = await readVersion(path)
    readFingerprint = fingerprint
    return text
  }

  async function readIfChanged(): Promise<string | undefined> {
    const fingerprint = await readFingerprintOf(path)
    const isUnchanged = fingerprint === seenFingerprint
    seenFingerprint = fingerprint
    return isUnchanged && fingerprint !== readFingerprint ? await read() : undefined
  }

  function invalidate(): void {
    readFingerprint = undefined
  }

  return {
    read: read,
    readIfChanged: () =>
      readIfChanged().catch((error: unknown) => {
        seenFingerprint = undefined
        invalidate()
        throw error
      }),
    invalidate,
  }
}

async function readVersion(path: string): Promise<FileVersion> {
  const fingerprint = await readFingerprintOf(path)
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new Error(`cannot be read (${describeSystemError(error)})`, { cause: error })
  })
  if (!isUtf8(bytes)) throw new Error('must be saved as UTF-8')
  return { fingerprint, text: bytes.toString() }
}

async function readFingerprintOf(path: string): Promise<string> {
  const stats = await stat(path).catch((error: unknown) => {
    throw new Error(`cannot be read (${describeSystemError(error)})`, { cause: error })
  })
  if (!stats.isFile()) throw new Error('must be a file')
  if (stats.size > maxBytes) throw new Error('must be at most 4 MB')
  return `${stats.mtimeMs} ${stats.size} ${stats.ino}`
}
