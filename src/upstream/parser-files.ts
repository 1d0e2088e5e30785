// Files that the parser has of the main process: downloads and what is kept of them, without those that ended it.
import { LRUCache } from 'lru-cache'
import type { CopiesParts, DownloadedFile, Shelf } from './copies.ts'
import { UpstreamError } from './errors.ts'
import { type Downloaded, settle } from './parser-protocol.ts'

export interface ParserFilesParts extends CopiesParts {
  readonly shelf: Shelf
}

/** The files of one parser process. */
export interface ParserFiles {
  download(file: DownloadedFile, signal: AbortSignal): Promise<Downloaded>
  read(name: string): Promise<Uint8Array | undefined>
  write(name: string, bytes: Uint8Array): Promise<void>
  survived(name: string): void
  /** The process has ended: what it was reading is not given to the next one for a while. */
  lost(why: string): void
  /** Has it something that is nowhere else, because it could not be written down? */
  hasOnlyCopies(): boolean
}

/** A file that ended a process is not downloaded again for so long, as after any failure. */
const pauseMs = 60_000

const maxFiles = 100

/** Makes what gives each process its files. */
export function createParserFiles({ shelf, download, now }: ParserFilesParts): () => ParserFiles {
  const fatal = new LRUCache<string, { readonly why: string; readonly at: number }>({ max: maxFiles })
  return () => {
    const unread = new Set<string>()
    let areAllWritten = true
    return {
      async download(file, signal) {
        const settled = await settle(async () => {
          const failed = fatal.get(file.name)
          if (failed && now() - failed.at < pauseMs) throw new UpstreamError('mismatch', failed.why)
          return download(file, signal)
        })
        unread.add(file.name)
        return { now: now(), settled }
      },
      async read(name) {
        // What is kept may be what ended the process: it is to be downloaded anew.
        if (fatal.has(name)) return undefined
        unread.add(name)
        return shelf.read(name)
      },
      async write(name, bytes) {
        if ((await shelf.write(name, bytes)) !== true) areAllWritten = false
      },
      survived(name) {
        unread.delete(name)
        fatal.delete(name)
      },
      lost(why) {
        for (const name of unread) fatal.set(name, { why, at: now() })
      },
      hasOnlyCopies: () => !areAllWritten,
    }
  }
}
