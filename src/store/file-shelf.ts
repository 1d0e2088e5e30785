// Files kept over restarts, one each in a folder; a write replaces the whole file or nothing.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../log.ts'
import type { Shelf } from '../upstream/copies.ts'

/** Keeps files in `folder`, which is made when first written to. What cannot be read or written is said in the log. */
export function createFileShelf(folder: string, log: Pick<Logger, 'warn'>): Shelf {
  let writes = 0
  let swept: Promise<void> | undefined
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
        swept ??= sweep(folder)
        await swept
        await writeFile(half, bytes)
        await rename(half, join(folder, name))
      } catch (error) {
        log.warn({ err: error }, `${name} cannot be written to DATA_DIR; it is kept until the service stops`)
        // Where there is no folder there is nothing to remove either.
        await rm(half, { force: true }).catch(() => undefined)
      }
    },
  }
}

const leftHalf = /\.\d+-\d+\.part$/

/** Removes what a process that was killed had half written. What cannot be removed only takes room. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => leftHalf.test(name))
  await Promise.allSettled(left.map((name) => rm(join(folder, name), { force: true })))
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
