// Files that the main process gives to the parser process: downloads and mirrored files, except those that crashed it.
import { LRUCache } from 'lru-cache'
import type { CopiesParts, DownloadedFile, Shelf } from './copies.ts'
import { UpstreamError } from './errors.ts'
import { type Downloaded, type FileUse, settle } from './parser-protocol.ts'

export interface ParserFilesParts extends CopiesParts {
  readonly shelf: Shelf
}

/** The files of one parser process. */
export interface ParserFiles {
  download(file: DownloadedFile, signal: AbortSignal): Promise<Downloaded>
  read(name: string): Promise<Uint8Array | undefined>
  write(name: string, bytes: Uint8Array): Promise<void>
  survived(use: FileUse, name: string): void
  /** The process ended: the files that it was reading are withheld from the next one for a while. */
  lost(why: string): void
  /** Whether the process has data that could not be written to disk and exists nowhere else. */
  hasOnlyCopies(): boolean
}

/** Time for which a file that crashed a process is not downloaded again, as after any failed download. */
const pauseMs = 60_000

const maxFiles = 100

/** Creates the factory of file access for each process. */
export function createParserFiles({ shelf, download, epochMs }: ParserFilesParts): () => ParserFiles {
  const fatal = new LRUCache<string, { readonly why: string; readonly at: number }>({ max: maxFiles })
  const keyOf = (use: FileUse, name: string) => `${use} ${name}`
  return () => {
    const unread = new Set<string>()
    let areAllWritten = true
    return {
      async download(file, signal) {
        const key = keyOf('download', file.name)
        const settled = await settle(async () => {
          const failed = fatal.get(key)
          if (failed && epochMs() - failed.at < pauseMs) throw new UpstreamError('mismatch', failed.why)
          return download(file, signal)
        })
        unread.add(key)
        return { now: epochMs(), settled }
      },
      async read(name) {
        const key = keyOf('read', name)
        // A new download replaces it.
        if (fatal.has(key)) return undefined
        unread.add(key)
        return shelf.read(name)
      },
      async write(name, bytes) {
        if ((await shelf.write(name, bytes)) !== true) areAllWritten = false
        fatal.delete(keyOf('read', name))
      },
      survived: (use, name) => void unread.delete(keyOf(use, name)),
      lost(why) {
        for (const key of unread) fatal.set(key, { why, at: epochMs() })
      },
      hasOnlyCopies: () => !areAllWritten,
    }
  }
}
