// Files kept over restarts, one each in a folder; a write replaces the whole file or nothing.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../log.ts'
import type { Shelf } from '../upstream/copies.ts'

/** Keeps files in `folder`, which is made when first written to. What cannot be read or written is said in the log. */
export function createFileShelf(folder: string, log: Pick<Logger, 'warn'>): Shelf {
  let writes = 0
  return {
    async read(name) {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (!isMissing(error))
          log.warn({ err: error }, `${name} cannot be read from DATA_DIR; it is as good as not there`)
        return undefined
      }
    },
    async write(name, bytes) {
      writes += 1
      const half = join(folder, `${name}.${process.pid}-${writes}.part`)
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(half, bytes)
        await rename(half, join(folder, name))
      } catch (error) {
        log.warn({ err: error }, `${name} cannot be written to DATA_DIR; it is kept until the service stops`)
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
