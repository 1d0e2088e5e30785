// Runs a migration: opens both sides, copies all data, compares the counts and reports the result.
import { type CopyOptions, copyAll, countOf, type DataCounts, dataKinds } from '../../store/migrate/copy.ts'
import {
  type MigrationSource,
  type MigrationTarget,
  openSource,
  openTarget,
  UnsuitableSideError,
} from '../../store/migrate/endpoints.ts'
import type { DatabaseLocation } from '../../store/tables.ts'
import { formatNumber, type MigrationProgress } from './progress.ts'

export interface MigrationSide {
  readonly name: string
  readonly at: DatabaseLocation
  /** The size limit of the archive there, in bytes, and the setting that defines it. */
  readonly limit: { readonly bytes: number; readonly setting: string }
}

interface MigrationRun {
  readonly from: MigrationSide
  readonly to: MigrationSide
  readonly options: Omit<CopyOptions, 'onDone'>
  /** Stops the migration between two pages of rows. */
  readonly signal: AbortSignal
  readonly progress: MigrationProgress
}

/** Counts the rows on both sides; returns the report. Rejects as the databases do, and with UnsuitableSideError. */
export async function countBoth(run: MigrationRun): Promise<string> {
  return await withSides(openSource(run.from.at), openSource(run.to.at), async (from, to) => {
    const counts = [await countOf(from, run.options), await countOf(to, run.options)] as const
    return `${countTable(run, ...counts)}\n\nDry run: nothing was migrated.\n`
  })
}

/** Migrates all data; returns the report. Rejects as `countBoth`, and with the reason of the signal; nothing is migrated then. */
export async function migrate(run: MigrationRun): Promise<string> {
  return await withSides(openSource(run.from.at), openTarget(run.to.at), (from, to) =>
    to.copyWhole(async () => {
      const { options, signal, progress } = run
      const counts = await countOf(from, options)
      const total = dataKinds.reduce((sum, kind) => sum + counts[kind], 0)
      if (total === 0) throw new UnsuitableSideError(`nothing to migrate: ${run.from.name} has no data`)
      progress.begin('migrating', total)
      const onDone = (rows: number) => {
        progress.advance(rows)
        signal.throwIfAborted()
      }
      try {
        const leftOut = await copyAll(from, to, { ...options, onDone })
        const copied = await countOf(to, options)
        assertComplete(counts, copied, leftOut)
        return report(run, { counts, copied, leftOut, bytes: await to.archiveBytes() })
      } finally {
        progress.end()
      }
    }),
  )
}

/** Does the work and closes both sides. */
async function withSides<To extends MigrationSource | MigrationTarget>(
  opening: Promise<MigrationSource>,
  openingTarget: Promise<To>,
  work: (from: MigrationSource, to: To) => Promise<string>,
): Promise<string> {
  const [from, to] = await Promise.allSettled([opening, openingTarget])
  try {
    if (from.status === 'rejected') throw from.reason
    if (to.status === 'rejected') throw to.reason
    return await work(from.value, to.value)
  } finally {
    for (const side of [from, to]) if (side.status === 'fulfilled') await side.value.close()
  }
}

/** @throws Error if a row is in neither the target nor `leftOut`. */
function assertComplete(counts: DataCounts, copied: DataCounts, leftOut: DataCounts): void {
  for (const kind of dataKinds) {
    const expected = counts[kind] - leftOut[kind]
    if (copied[kind] !== expected)
      throw new Error(
        `${formatNumber(expected)} ${titles[kind]} were read, but ${formatNumber(copied[kind])} are there`,
      )
  }
}

interface Result {
  readonly counts: DataCounts
  readonly copied: DataCounts
  readonly leftOut: DataCounts
  /** Approximate size of the archive in the target. */
  readonly bytes: number
}

function report({ from, to }: MigrationRun, { counts, copied, leftOut, bytes }: Result): string {
  const { name, limit } = to
  const inMegabytes = (size: number) => `${formatNumber(Math.ceil(size / 2 ** 20))} MB`
  const lines = [countTable({ from, to }, counts, copied), '']
  if (leftOut.sightings > 0)
    lines.push(`Links left out because their URLs are too long for ${name}: ${formatNumber(leftOut.sightings)}.`)
  if (bytes > limit.bytes)
    lines.push(
      `The links take about ${inMegabytes(bytes)} in ${name}, but ${limit.setting} allows ${inMegabytes(limit.bytes)}: the server will delete the links not seen for longest. To keep them all, raise the setting before you start it.`,
    )
  lines.push(`All data of ${from.name} is in ${name}. ${from.name} is unchanged; keep it as a backup.`)
  return `${lines.join('\n')}\n`
}

const titles: Readonly<Record<(typeof dataKinds)[number], string>> = {
  records: 'records',
  lists: 'hot lists',
  history: 'history of lists',
  sources: 'link sources',
  shares: 'shares',
  sightings: 'links',
  dead: 'dead shares',
  works: 'works of shares',
}

function countTable({ from, to }: Pick<MigrationRun, 'from' | 'to'>, before: DataCounts, after: DataCounts): string {
  const counts = dataKinds.map((kind) => [titles[kind], formatNumber(before[kind]), formatNumber(after[kind])])
  const rows = [['', from.name, to.name], ...counts]
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const cellOf = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
  return rows.map((row) => row.map(cellOf).join('  ')).join('\n')
}
