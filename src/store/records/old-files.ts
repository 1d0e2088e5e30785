// Files of DATA_DIR in which 1.0.0-rc.1 kept copies of records, and earlier versions the records.
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describeSystemError } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import { isMissingFile } from '../files/data-folder.ts'

/** The names of these files, which are also the names of the records. */
const oldFileNames: readonly string[] = [
  'allow-list.json',
  'bans.json',
  'api-keys.json',
  'watches.json',
  'user-settings.json',
  'logged-out.json',
  'statistics.json',
  'stories.json',
  'login-secret.txt',
]

/** The folder in DATA_DIR to which they are moved. */
const backupFolder = 'records-before-1.0'

/** The content of a file without a record. */
const emptyFile = /^\s*(?:\[\]|\{\})\s*$/

export type OldFiles = ReturnType<typeof createOldFiles>

/** Without a folder there are none. */
export function createOldFiles(folder: string | undefined, log: Pick<Logger, 'info' | 'warn'>) {
  const names = new Set(folder === undefined ? [] : oldFileNames)
  const pathOf = (name: string) => join(folder ?? '', name)
  return {
    /** Rejects if the file exists and cannot be read. */
    async read(name: string): Promise<Uint8Array | undefined> {
      if (!names.has(name)) return undefined
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (!isMissingFile(error)) throw error
        names.delete(name)
        return undefined
      }
    },
    /** Moves the file to the backup. Never rejects: while the database has the record, the file has no effect. */
    async setAside(name: string): Promise<void> {
      try {
        await mkdir(pathOf(backupFolder), { recursive: true })
        await rename(pathOf(name), join(pathOf(backupFolder), name))
        log.info(`${name} is in the database; the file in DATA_DIR was moved to ${backupFolder}`)
      } catch (error) {
        log.warn(`${name} in DATA_DIR cannot be moved to ${backupFolder} (${describeSystemError(error)})`)
      }
    },
  }
}

/** Whether 1.0.0-rc.1 had nothing to store in this file. */
export function isWithoutContent(file: Uint8Array): boolean {
  return emptyFile.test(Buffer.from(file).toString())
}
