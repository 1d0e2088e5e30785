// Files that the main process gives to the parser process: downloads and mirrored files, except those that crashed it.

import { LRUCache } from 'lru-cache'
import { ageMs } from '../../async/ages.ts'
import type { DownloadedFile, FileMirrorDeps, MirrorStorage } from '../ask/mirror-version.ts'
import { UpstreamError } from '../errors.ts'
import { type DownloadResult, type FileUse, settle } from './protocol.ts'

export interface ParserFileDeps extends FileMirrorDeps {
  readonly storage: MirrorStorage
}

export type ParserFiles = ReturnType<ReturnType<typeof createParserFiles>>

/** Time for which a file that crashed a process is not downloaded again, as after any failed download. */
const retryDelayMs = 60_000

const maxFiles = 100

/** Creates the factory of file access for each process. */
export function createParserFiles({ storage, download, epochMs }: ParserFileDeps) {
  const crashing = new LRUCache<string, { readonly reason: string; readonly at: number }>({ max: maxFiles })
  const fileKey = (use: FileUse, name: string) => `${use} ${name}`
  return () => {
    const inUse = new Set<string>()
    let areAllWritten = true
    return {
      async download(file: DownloadedFile, signal: AbortSignal): Promise<DownloadResult> {
        const key = fileKey('download', file.name)
        const settled = await settle(async () => {
          const failed = crashing.get(key)
          if (failed && ageMs(epochMs(), failed.at) < retryDelayMs) throw new UpstreamError('mismatch', failed.reason)
          return download(file, signal)
        })
        inUse.add(key)
        return { now: epochMs(), settled }
      },
      async read(name: string): Promise<Uint8Array | undefined> {
        const key = fileKey('read', name)
        // A new download replaces it.
        if (crashing.has(key)) return undefined
        inUse.add(key)
        return storage.read(name)
      },
      async write(name: string, bytes: Uint8Array): Promise<void> {
        if ((await storage.write(name, bytes)) !== true) areAllWritten = false
        crashing.delete(fileKey('read', name))
      },
      survived: (use: FileUse, name: string) => void inUse.delete(fileKey(use, name)),
      /** The process ended: the files that it was reading are withheld from the next one for a while. */
      crashed(reason: string): void {
        for (const key of inUse) crashing.set(key, { reason, at: epochMs() })
      },
      /** Whether the process has data that could not be written to disk and exists nowhere else. */
      hasUnsavedFiles: () => !areAllWritten,
    }
  }
}
