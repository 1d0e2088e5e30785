// npm run migrate -- --from sqlite --to postgres: migrates all stored data from DATA_DIR to PostgreSQL, or back.
import { readFileSync } from 'node:fs'
import { readSettings } from '../app/settings.ts'
import { fold } from '../reading/fold.ts'
import { gramsOf } from '../search/archive/grams.ts'
import { hindranceOf } from '../store/moving.ts'
import { FolderInUse, holdFolder, holdsSomething } from '../store/moving-ends.ts'
import { isOfList } from '../store/open-store.ts'
import { type End, type MigrateOptions, readMigrateFlags } from './migrate-flags.ts'
import { createProgress, number, type Progress } from './migrate-progress.ts'
import { joinedOnce, joinRecords, recordNames } from './migrate-records.ts'
import { NothingThere, type Place, type Run, runDry, runMove } from './migrate-run.ts'

/** Exit status after Ctrl+C. */
const interrupted = 130

/** A terminal and npm both pass on the same Ctrl+C: signals within this time count as one. */
const sameSignalMs = 500

const megabyte = 1024 * 1024

/** A setting is invalid, or its target does not exist. */
class Mistake extends Error {}

interface Places extends Readonly<Record<End, Place>> {
  readonly folder: string
}

/** Recomputes the search index of a title: SQLite's index cannot return it. */
function tokensOf(title: string, heading: string): string {
  return gramsOf(heading === '' ? fold(title) : `${fold(title)}\n${fold(heading)}`).join(' ')
}

/** Reads both sides from the service's settings. */
async function readPlaces(): Promise<Places> {
  const { config } = await readSettings(process.env, readFileSync).catch((error: unknown) => {
    throw new Mistake(error instanceof Error ? error.message : String(error), { cause: error })
  })
  const { DATA_DIR: folder, DATABASE_URL: database, DATABASE_MB, DISK_MB } = config
  if (folder === undefined) throw new Mistake('DATA_DIR is empty: set it to the folder of the SQLite files')
  if (database === undefined)
    throw new Mistake('DATABASE_URL is not set: set it, or DATABASE_URL_FILE, to the address of PostgreSQL')
  const inFolder = { bytes: (DISK_MB * megabyte) / 2, setting: `DISK_MB=${DISK_MB}` }
  const inPostgres = { bytes: DATABASE_MB * megabyte * 0.9, setting: `DATABASE_MB=${DATABASE_MB}` }
  return {
    folder,
    sqlite: { name: 'DATA_DIR', at: { folder }, room: inFolder },
    postgres: { name: 'PostgreSQL', at: { database }, room: inPostgres },
  }
}

/** Returns a signal that aborts on Ctrl+C; a second Ctrl+C exits at once. */
function createEnding(): AbortSignal {
  const ending = new AbortController()
  let firstAt: number | undefined
  const stop = () => {
    // A second Ctrl+C exits at once.
    if (firstAt !== undefined && Date.now() - firstAt > sameSignalMs) process.exit(interrupted)
    firstAt ??= Date.now()
    ending.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return ending.signal
}

async function run({ from, to, isDry }: MigrateOptions, places: Places): Promise<number> {
  const { folder } = places
  if (from === 'sqlite' && !holdsSomething(folder, { named: recordNames }))
    throw new Mistake(`nothing to migrate: DATA_DIR (${folder}) has neither archive.db nor trawl.db`)
  const signal = createEnding()
  const progress = createProgress({ stream: process.stderr, epochMs: Date.now })
  const now = Date.now()
  const how = { join: joinRecords(now), once: joinedOnce, isWanted: isOfList, now, clock: Date.now, tokensOf }
  const move: Run = { from: places[from], to: places[to], how, signal, progress }
  try {
    const letGo = isDry ? undefined : holdFolder(folder, now)
    const { text, isWhole } = await (isDry ? runDry(move) : runMove(move))
    letGo?.()
    process.stdout.write(text)
    return isWhole ? 0 : 1
  } catch (error) {
    if (error instanceof NothingThere || error instanceof FolderInUse) throw new Mistake(error.message)
    process.stderr.write(`${endWords(error, folder, signal)}${howFar(progress)}\n`)
    return signal.aborted ? interrupted : 1
  }
}

function endWords(error: unknown, folder: string, signal: AbortSignal): string {
  if (signal.aborted && error === signal.reason) return 'Interrupted before the migration was finished'
  try {
    return `Migration failed: ${hindranceOf(error, folder)}`
  } catch {
    // An Error has a sentence for the user; any other error is a bug, for which the stack says more.
    if (!(error instanceof Error)) return `Migration failed: ${error}`
    return `Migration failed: ${error.name === 'Error' ? error.message : error.stack}`
  }
}

function howFar(progress: Progress): string {
  const { rows, of } = progress.done()
  return of === 0 ? '' : `, after ${number(rows)} of ${number(of)} rows; run the same command again to resume`
}

async function main(): Promise<number> {
  // As in the service: files are readable only by their owner.
  process.umask(0o077)
  const flags = readMigrateFlags(process.argv.slice(2))
  if ('help' in flags) {
    process.stdout.write(`${flags.help}\n`)
    return 0
  }
  try {
    if ('mistake' in flags) throw new Mistake(flags.mistake)
    return await run(flags.options, await readPlaces())
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

// A silent server would keep the process running, and standard output may be a pipe.
const status = await main()
process.stdout.write('', () => process.exit(status))
