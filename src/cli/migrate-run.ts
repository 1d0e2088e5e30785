// Runs a migration: opens both sides, copies all data, verifies it and reports the result.
import type { DiskPlace } from '../store/disk-place.ts'
import { type Checked, checkAll, countOf, type Moving, moveAll } from '../store/moving.ts'
import { type MovingEnd, openTarget, openThere } from '../store/moving-ends.ts'
import { number, type Progress } from './migrate-progress.ts'
import { recordNames } from './migrate-records.ts'
import { checkTable, countTable, type EndNames, isLacking, remarksOn } from './migrate-report.ts'

/** One side of a migration. */
export interface Place {
  readonly name: string
  readonly at: DiskPlace
  /** The size limit of the archive there, in bytes, and the setting that defines it. */
  readonly room: { readonly bytes: number; readonly setting: string }
}

export interface Run {
  readonly from: Place
  readonly to: Place
  readonly how: Omit<Moving, 'from' | 'to' | 'onDone'>
  /** Stops the migration between two batches. */
  readonly signal: AbortSignal
  readonly progress: Progress
}

/** The report, and whether all rows are in the target. */
export interface Result {
  readonly text: string
  readonly isWhole: boolean
}

/** Thrown when the source is empty. */
export class NothingThere extends Error {}

const files = { named: recordNames }

/** Counts the rows on both sides. Rejects as the databases do, and with NothingThere. */
export async function runDry(run: Run): Promise<Result> {
  return await withEnds(run, openThere(run.to.at, files), async (from, to) => {
    const table = countTable(await countOf(from, run.how), await countOf(to, run.how), namesOf(run))
    return { text: `${table}\n\nDry run: nothing was migrated.\n`, isWhole: true }
  })
}

/** Migrates and verifies all data. Rejects as `runDry`, and with the reason of the signal. */
export async function runMove(run: Run): Promise<Result> {
  return await withEnds(run, openTarget(run.to.at), async (from, to) => {
    const { how, signal, progress } = run
    const { records, lists, sightings, dead } = await countOf(from, how)
    const onDone = (more: number) => {
      progress.more(more)
      signal.throwIfAborted()
    }
    const moving = { ...how, from, to, onDone }
    const part = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      progress.begin(what, records + lists + sightings + dead)
      try {
        return await work()
      } finally {
        progress.end()
      }
    }
    const words = await part('migrating', () => moveAll(moving))
    const checked = await part('verifying', () => checkAll(moving))
    return await resultOf(run, { checked, to, words })
  })
}

interface Moved {
  readonly checked: Checked
  readonly to: MovingEnd
  readonly words: readonly string[]
}

async function resultOf(run: Run, { checked, to, words }: Moved): Promise<Result> {
  const table = checkTable(checked, await countOf(to, run.how), namesOf(run))
  const isWhole = !isLacking(checked)
  const end = isWhole
    ? `All data of ${run.from.name} is in ${run.to.name}. ${run.from.name} is unchanged; keep it as a backup.`
    : `Some data of ${run.from.name} is missing in ${run.to.name}. Run the same command again to migrate it.`
  const lines = [
    table,
    '',
    ...words,
    ...remarksOn(checked, namesOf(run)),
    ...roomWords(run, await to.archiveBytes()),
    end,
  ]
  return { text: `${lines.join('\n')}\n`, isWhole }
}

function roomWords({ to: { name, room } }: Run, bytes: number): string[] {
  if (bytes <= room.bytes) return []
  const [takes, may] = [bytes, room.bytes].map((size) => `${number(Math.ceil(size / 2 ** 20))} MB`)
  return [
    `The links take about ${takes} in ${name}, but ${room.setting} allows ${may}: the server will delete the links not seen for longest. To keep them all, raise the setting before you start it.`,
  ]
}

function namesOf({ from, to }: Run): EndNames {
  return { from: from.name, to: to.name }
}

/** Opens both sides, does the work and closes both. */
async function withEnds(
  run: Run,
  opening: Promise<MovingEnd>,
  work: (from: MovingEnd, to: MovingEnd) => Promise<Result>,
): Promise<Result> {
  const [from, to] = await Promise.allSettled([openThere(run.from.at, files), opening])
  try {
    if (from.status === 'rejected') throw from.reason
    if (to.status === 'rejected') throw to.reason
    const { archive, home } = from.value
    if (!archive && (await home.recordNames()).length === 0)
      throw new NothingThere(`${run.from.name} has no data to migrate`)
    return await work(from.value, to.value)
  } finally {
    for (const end of [from, to]) if (end.status === 'fulfilled') await end.value.close()
  }
}
