// Files kept over restarts, one each in a folder; a write replaces the whole file or nothing.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../log.ts'
import type { Shelf } from '../upstream/copies.ts'
import { reasonOf } from './reason-of.ts'

/** A shelf that also says when it fails. */
export interface FileShelf extends Shelf {
  /** Like `read`, but rejects when the file is there and cannot be read. */
  readSurely(name: string): Promise<Uint8Array | undefined>
  /** Whether there is a file of this name with something in it: a full disk leaves empty ones. Rejects when nobody can say. */
  has(name: string): Promise<boolean>
  /** Resolves to whether it is written down. */
  write(name: string, bytes: Uint8Array): Promise<boolean>
  /** Rejects when it is there and cannot be removed. */
  remove(name: string): Promise<void>
  /** That the latest write failed, a sentence; nothing once one has succeeded. */
  troubles(): readonly string[]
}

/** Keeps files in `folder`, which is made when first written to. What cannot be read or written is said in the log. */
export function createFileShelf(folder: string, log: Pick<Logger, 'warn'>): FileShelf {
  let writes = 0
  let swept: Promise<void> | undefined
  let unwritten: string | undefined
  async function readSurely(name: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(folder, name))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
  return {
    readSurely,
    has: (name) => holdsSomething(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    async read(name) {
      try {
        return await readSurely(name)
      } catch (error) {
        log.warn(`${name} cannot be read from DATA_DIR (${reasonOf(error)}); it is as good as not there`)
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
        unwritten = undefined
        return true
      } catch (error) {
        unwritten = name
        const why = reasonOf(error)
        log.warn(`${name} cannot be written to DATA_DIR (${why})`)
        // Where there is no folder there is nothing to remove either.
        await rm(half, { force: true }).catch(() => undefined)
        return false
      }
    },
    troubles: () =>
      unwritten === undefined ? [] : ['DATA_DIR cannot be written to; the log says what was to be written'],
  }
}

async function holdsSomething(file: string): Promise<boolean> {
  try {
    return (await stat(file)).size > 0
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const leftHalf = /\.\d+-\d+\.part$/

/** Removes what a process that was killed had half written. What cannot be removed only takes room. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => leftHalf.test(name))
  await Promise.allSettled(left.map((name) => rm(join(folder, name), { force: true })))
}

/** Where the folder is no folder there is no file in it either. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
