// Takes over the files of DATA_DIR in which 1.0.0-rc.1 kept copies of records, and earlier versions the records.
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describeSystemError } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import { isMissingFile } from '../files/data-folder.ts'
import type { RecordStorage } from './record-storage.ts'

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

/**
 * Stores the files whose records the database lacks, and moves files with a record to the backup. Returns those that could not be stored yet. Rejects
 * if a file or the database cannot be read.
 */
export async function takeOverOldFiles(
  disk: Pick<RecordStorage, 'readRecord' | 'writeRecord' | 'isTaken'>,
  folder: string,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const waiting = new Map<string, Uint8Array>()
  for (const name of oldFileNames) {
    const file = await readIfThere(join(folder, name))
    if (!file) continue
    const isStored = (await disk.readRecord(name)) !== undefined || (await disk.writeRecord(name, file)) === 'written'
    if (!isStored) waiting.set(name, file)
    else if (!disk.isTaken()) await setAside(folder, name, log)
  }
  return waiting
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissingFile(error)) return undefined
    throw error
  }
}

/** Never rejects: while the database has the record, the file has no effect. */
async function setAside(folder: string, name: string, log: Pick<Logger, 'info' | 'warn'>): Promise<void> {
  try {
    await mkdir(join(folder, backupFolder), { recursive: true })
    await rename(join(folder, name), join(folder, backupFolder, name))
    log.info(`${name} is in the database; the file in DATA_DIR was moved to ${backupFolder}`)
  } catch (error) {
    log.warn(`${name} in DATA_DIR cannot be moved to ${backupFolder} (${describeSystemError(error)})`)
  }
}
