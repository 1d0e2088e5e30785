// Files of DATA_DIR in which 1.0.0-rc.1 kept copies of records, and earlier versions the records.
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describeSystemError } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import { isMissingFile } from '../files/data-folder.ts'

/** The names of these files, which are also the names of the records. */
const oldFileNames = [
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

/** Reads and moves these files; without a folder there are none. */
export function createOldFiles(folder: string | undefined, log: Pick<Logger, 'info' | 'warn'>) {
  const left = new Set(folder === undefined ? [] : oldFileNames)
  return {
    /** Rejects if the file exists and cannot be read. */
    async read(name: string): Promise<Uint8Array | undefined> {
      const file = left.has(name) ? await readIfThere(join(folder ?? '', name)) : undefined
      if (!file) left.delete(name)
      return file
    },
    /** Moves the file to the backup. Never rejects: while the database has the record, the file has no effect. */
    setAside: (name: string) => setAside(folder ?? '', name, log),
  }
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissingFile(error)) return undefined
    throw error
  }
}

async function setAside(folder: string, name: string, log: Pick<Logger, 'info' | 'warn'>): Promise<void> {
  try {
    await mkdir(join(folder, backupFolder), { recursive: true })
    await rename(join(folder, name), join(folder, backupFolder, name))
    log.info(`${name} is in the database; the file in DATA_DIR was moved to ${backupFolder}`)
  } catch (error) {
    log.warn(`${name} in DATA_DIR cannot be moved to ${backupFolder} (${describeSystemError(error)})`)
  }
}
