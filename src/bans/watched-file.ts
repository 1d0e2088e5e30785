// A file that an operator may edit at runtime: read at startup, and again after changes.
import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { describeSystemError } from '../observability/error-message.ts'

/** Larger than any file written by hand; protects against endless ones. */
const maxBytes = 4 * 1024 * 1024

export function createWatchedFile(path: string) {
  let readFingerprint: string | undefined
  let seenFingerprint: string | undefined

  /** Reads the text. Rejects with a reason without the path if the file cannot be read. */
  async function read(): Promise<string> {
    const fingerprint = await fingerprintOf(path)
    const bytes = await readFile(path).catch(throwUnreadable)
    if (!isUtf8(bytes)) throw new Error('must be saved as UTF-8')
    readFingerprint = fingerprint
    return bytes.toString()
  }

  return {
    read,
    /**
     * Reads the text if the file has changed since it was read and was the same at the previous look, so that no half-written file is read.
     * Rejects as `read` does; a file that reappears counts as changed.
     */
    async readIfChanged(): Promise<string | undefined> {
      try {
        const fingerprint = await fingerprintOf(path)
        const isUnchanged = fingerprint === seenFingerprint
        seenFingerprint = fingerprint
        return isUnchanged && fingerprint !== readFingerprint ? await read() : undefined
      } catch (error) {
        seenFingerprint = undefined
        readFingerprint = undefined
        throw error
      }
    },
    invalidate(): void {
      readFingerprint = undefined
    },
  }
}

function throwUnreadable(error: unknown): never {
  throw new Error(`cannot be read (${describeSystemError(error)})`, { cause: error })
}

async function fingerprintOf(path: string): Promise<string> {
  const stats = await stat(path).catch(throwUnreadable)
  if (!stats.isFile()) throw new Error('must be a file')
  if (stats.size > maxBytes) throw new Error('must be at most 4 MB')
  return `${stats.mtimeMs} ${stats.size} ${stats.ino}`
}
