// Runs a migration: opens both sides, copies all data, verifies it and reports the result.

import { type MigrationEndpoint, openSource, openTarget } from '../../store/migrate/endpoints.ts'
import { countOf, type Migration, migrateAll, type Verification, verifyAll } from '../../store/migrate/migrate.ts'
import type { DatabaseLocation } from '../../store/trawl-db/location.ts'
import { recordNames } from './merge-records.ts'
import { formatNumber, type MigrationProgress } from './progress.ts'
import { checkTable, countTable, hasMissingRows, remarks, type SideNames } from './report.ts'

/** One side of a migration. */
export interface MigrationSide {
  readonly name: string
  readonly at: DatabaseLocation
  /** The size limit of the archive there, in bytes, and the setting that defines it. */
  readonly limit: { readonly bytes: number; readonly setting: string }
}

export interface MigrationRun {
  readonly from: MigrationSide
  readonly to: MigrationSide
  readonly options: Omit<Migration, 'from' | 'to' | 'onDone'>
  /** Stops the migration between two batches. */
  readonly signal: AbortSignal
  readonly progress: MigrationProgress
}

/** The report, and whether all rows are in the target. */
export interface MigrationResult {
  readonly text: string
  readonly isComplete: boolean
}

/** Thrown when the source is empty. */
export class NothingToMigrateError extends Error {}

const files = { named: recordNames }

/** Counts the rows on both sides. Rejects as the databases do, and with NothingThere. */
export async function runDry(run: MigrationRun): Promise<MigrationResult> {
  return await withEnds(run, openSource(run.to.at, files), async (from, to) => {
    const table = countTable(await countOf(from, run.options), await countOf(to, run.options), namesOf(run))
    return { text: `${table}\n\nDry run: nothing was migrated.\n`, isComplete: true }
  })
}

/** Migrates and verifies all data. Rejects as `runDry`, and with the reason of the signal. */
export async function runMigration(run: MigrationRun): Promise<MigrationResult> {
  return await withEnds(run, openTarget(run.to.at), async (from, to) => {
    const { options, signal, progress } = run
    const { records, lists, sightings, dead } = await countOf(from, options)
    const onDone = (more: number) => {
      progress.advance(more)
      signal.throwIfAborted()
    }
    const moving = { ...options, from, to, onDone }
    const part = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      progress.begin(what, records + lists + sightings + dead)
      try {
        return await work()
      } finally {
        progress.end()
      }
    }
    const notes = await part('migrating', () => migrateAll(moving))
    const checked = await part('verifying', () => verifyAll(moving))
    return await resultOf(run, { checked, to, notes })
  })
}

interface MigrationOutcome {
  readonly checked: Verification
  readonly to: MigrationEndpoint
  readonly notes: readonly string[]
}

async function resultOf(run: MigrationRun, { checked, to, notes }: MigrationOutcome): Promise<MigrationResult> {
  const table = checkTable(checked, await countOf(to, run.options), namesOf(run))
  const isComplete = !hasMissingRows(checked)
  const end = isComplete
    ? `All data of ${run.from.name} is in ${run.to.name}. ${run.from.name} is unchanged; keep it as a backup.`
    : `Some data of ${run.from.name} is missing in ${run.to.name}. Run the same command again to migrate it.`
  const lines = [
    table,
    '',
    ...notes,
    ...remarks(checked, namesOf(run)),
    ...limitWarning(run, await to.archiveBytes()),
    end,
  ]
  return { text: `${lines.join('\n')}\n`, isComplete }
}

function limitWarning({ to: { name, limit } }: MigrationRun, bytes: number): string[] {
  if (bytes <= limit.bytes) return []
  const [takes, may] = [bytes, limit.bytes].map((size) => `${formatNumber(Math.ceil(size / 2 ** 20))} MB`)
  return [
    `The links take about ${takes} in ${name}, but ${limit.setting} allows ${may}: the server will delete the links not seen for longest. To keep them all, raise the setting before you start it.`,
  ]
}

function namesOf({ from, to }: MigrationRun): SideNames {
  return { from: from.name, to: to.name }
}

/** Opens both sides, does the work and closes both. */
async function withEnds(
  run: MigrationRun,
  opening: Promise<MigrationEndpoint>,
  work: (from: MigrationEndpoint, to: MigrationEndpoint) => Promise<MigrationResult>,
): Promise<MigrationResult> {
  const [from, to] = await Promise.allSettled([openSource(run.from.at, files), opening])
  try {
    if (from.status === 'rejected') throw from.reason
    if (to.status === 'rejected') throw to.reason
    const { archive, home } = from.value
    if (!archive && (await home.recordNames()).length === 0)
      throw new NothingToMigrateError(`${run.from.name} has no data to migrate`)
    return await work(from.value, to.value)
  } finally {
    for (const end of [from, to]) if (end.status === 'fulfilled') await end.value.close()
  }
}
