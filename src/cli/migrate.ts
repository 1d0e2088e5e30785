// trawl migrate --from sqlite --to postgres: migrates all stored data from DATA_DIR to PostgreSQL, or back.
import { readFileSync } from 'node:fs'
import { readSettings } from '../app/settings.ts'
import { messageOf } from '../observability/error-message.ts'
import { tokensOf } from '../store/archive/reindex.ts'
import { createFolderLock } from '../store/files/folder-lock.ts'
import { dataFilesIn, describeDatabaseError, UnsuitableSideError } from '../store/migrate/endpoints.ts'
import { isOfList } from '../store/open-store.ts'
import { type Backend, type MigrateOptions, parseMigrateFlags } from './migrate/flags.ts'
import { createMigrationProgress, formatNumber, type MigrationProgress } from './migrate/progress.ts'
import { countBoth, type MigrationSide, migrate } from './migrate/run.ts'
import { listenForCtrlC } from './run-in-process.ts'
import { interruptedStatus } from './terminal/terminal.ts'

const megabyte = 1024 * 1024

type MigrationSides = Readonly<Record<Backend, MigrationSide>> & { readonly folder: string }

async function readSides(): Promise<MigrationSides> {
  const { config } = await readSettings(process.env, readFileSync).catch((error: unknown) => {
    throw new UnsuitableSideError(messageOf(error), { cause: error })
  })
  const { DATA_DIR: folder, DATABASE_URL: database, DATABASE_MB, DISK_MB } = config
  if (folder === undefined) throw new UnsuitableSideError('DATA_DIR is empty: set it to the folder of the SQLite files')
  if (database === undefined)
    throw new UnsuitableSideError('DATABASE_URL is not set: set it, or DATABASE_URL_FILE, to the address of PostgreSQL')
  const inFolder = { bytes: (DISK_MB * megabyte) / 2, setting: `DISK_MB=${DISK_MB}` }
  const inPostgres = { bytes: DATABASE_MB * megabyte * 0.9, setting: `DATABASE_MB=${DATABASE_MB}` }
  return {
    folder,
    sqlite: { name: 'DATA_DIR', at: { folder }, limit: inFolder },
    postgres: { name: 'PostgreSQL', at: { database }, limit: inPostgres },
  }
}

async function run({ from, to, isDryRun }: MigrateOptions, sides: MigrationSides): Promise<number> {
  const { folder } = sides
  if (from === 'sqlite' && dataFilesIn(folder).length === 0)
    throw new UnsuitableSideError(`nothing to migrate: DATA_DIR (${folder}) has neither archive.db nor trawl.db`)
  const signal = listenForCtrlC(Date.now)
  const progress = createMigrationProgress(process.stderr, Date.now)
  const options = { isWanted: isOfList, now: Date.now(), tokensOf }
  const lock = createFolderLock(folder)
  try {
    if (!isDryRun) lock.acquire(options.now)
    const move = { from: sides[from], to: sides[to], options, signal, progress }
    process.stdout.write(await (isDryRun ? countBoth(move) : migrate(move)))
    return 0
  } catch (error) {
    if (error instanceof UnsuitableSideError) throw error
    process.stderr.write(`${failureMessage(error, folder, signal)}${progressMessage(progress)}\n`)
    return signal.aborted ? interruptedStatus : 1
  } finally {
    lock.release()
  }
}

function failureMessage(error: unknown, folder: string, signal: AbortSignal): string {
  if (signal.aborted && error === signal.reason) return 'Interrupted before the migration was finished'
  try {
    return `Migration failed: ${describeDatabaseError(error, folder)}`
  } catch {
    // An Error has a sentence for the user; any other error is a bug, for which the stack says more.
    if (!(error instanceof Error)) return `Migration failed: ${error}`
    return `Migration failed: ${error.name === 'Error' ? error.message : error.stack}`
  }
}

function progressMessage(progress: MigrationProgress): string {
  const { rows, of } = progress.done()
  const after = of === 0 ? '' : `, after ${formatNumber(rows)} of ${formatNumber(of)} rows`
  return `${after}. Nothing was migrated; run the same command again`
}

async function main(): Promise<number> {
  // As in the service: files are readable only by their owner.
  process.umask(0o077)
  const flags = parseMigrateFlags(process.argv.slice(2))
  if ('help' in flags) {
    process.stdout.write(`${flags.help}\n`)
    return 0
  }
  try {
    if ('mistake' in flags) throw new UnsuitableSideError(flags.mistake)
    return await run(flags.options, await readSides())
  } catch (error) {
    if (!(error instanceof UnsuitableSideError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

// A silent server would keep the process running, and standard output may be a pipe.
const status = await main()
process.stdout.write('', () => process.exit(status))
