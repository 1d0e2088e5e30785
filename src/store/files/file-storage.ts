// Persistent files in a folder; a write replaces the file atomically.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeSystemError } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import { createFolder, isMissingFile } from './data-folder.ts'

export type FileStorage = ReturnType<typeof createFileStorage>

/** Stores files in `folder`, which is created by the first write. Failures are logged. */
export function createFileStorage(folder: string, log: Pick<Logger, 'warn'>) {
  let writes = 0
  let swept: Promise<void> | undefined
  /** Names whose last write failed. */
  const failedNames = new Set<string>()
  return {
    async read(name: string): Promise<Uint8Array | undefined> {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (isMissingFile(error)) return undefined
        log.warn(`${name} cannot be read from DATA_DIR (${describeSystemError(error)}); treating it as missing`)
        return undefined
      }
    },
    /** Resolves to whether the file was written. */
    async write(name: string, bytes: Uint8Array): Promise<boolean> {
      writes += 1
      const partialPath = join(folder, `${name}.${process.pid}-${writes}.part`)
      try {
        createFolder(folder)
        swept ??= removePartialFiles(folder)
        await swept
        // Flushed before it is renamed: after a power cut the name would otherwise lead to an empty file.
        await writeFile(partialPath, bytes, { flush: true })
        await rename(partialPath, join(folder, name))
        failedNames.delete(name)
        return true
      } catch (error) {
        failedNames.add(name)
        const why = describeSystemError(error)
        log.warn(`${name} cannot be written to DATA_DIR (${why})`)
        // Without a folder there is nothing to remove.
        await rm(partialPath, { force: true }).catch(() => undefined)
        return false
      }
    },
    /** A sentence if the last write of a file failed; empty otherwise. */
    troubles: (): readonly string[] =>
      failedNames.size === 0 ? [] : ['DATA_DIR is not writable; see the log for the files concerned'],
  }
}

const partialFile = /\.\d+-\d+\.part$/

/** Removes partial files of killed processes. A failure only wastes disk space. */
async function removePartialFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => partialFile.test(name))
  await Promise.allSettled(left.map((name) => rm(join(folder, name), { force: true })))
}
