// Persistent files in a folder; a write replaces the file atomically.
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeSystemError } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import { createFolder } from './data-folder.ts'

export type FileStorage = ReturnType<typeof createFileStorage>

/** Stores files in `folder`, which is created by the first write. Failures are logged. */
export function createFileStorage(folder: string, log: Pick<Logger, 'warn'>) {
  let writes = 0
  let swept: Promise<void> | undefined
  /** Names whose last write failed. */
  const failedNames = new Set<string>()
  async function readOrThrow(name: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(folder, name))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
  return {
    /** As `read`, but rejects when the file exists and cannot be read. */
    readOrThrow,
    /** Whether a non-empty file exists: a full disk leaves empty ones. Rejects when that is unknown. */
    has: (name: string) => isNonEmpty(join(folder, name)),
    /** Rejects when the file exists and cannot be removed. */
    remove: (name: string) => rm(join(folder, name), { force: true }),
    async read(name: string): Promise<Uint8Array | undefined> {
      try {
        return await readOrThrow(name)
      } catch (error) {
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

async function isNonEmpty(file: string): Promise<boolean> {
  try {
    return (await stat(file)).size > 0
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const partialFile = /\.\d+-\d+\.part$/

/** Removes partial files of killed processes. A failure only wastes disk space. */
async function removePartialFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => partialFile.test(name))
  await Promise.allSettled(left.map((name) => rm(join(folder, name), { force: true })))
}

/** Whether the file does not exist, also because its folder is not a folder. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
