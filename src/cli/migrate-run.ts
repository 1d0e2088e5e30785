// One move from its beginning to its end: both ends opened, all moved, looked at, and told.
import type { DiskPlace } from '../store/disk-place.ts'
import { type Checked, checkAll, countOf, type Moving, moveAll } from '../store/moving.ts'
import { type MovingEnd, openTarget, openThere } from '../store/moving-ends.ts'
import { number, type Progress } from './migrate-progress.ts'
import { recordNames } from './migrate-records.ts'
import { checkTable, countTable, type EndNames, isLacking, remarksOn } from './migrate-report.ts'

/** One end, and what it is called. */
export interface Place {
  readonly name: string
  readonly at: DiskPlace
  /** So much the archive may take there, in bytes, and the setting that says so. */
  readonly room: { readonly bytes: number; readonly setting: string }
}

export interface Run {
  readonly from: Place
  readonly to: Place
  readonly how: Omit<Moving, 'from' | 'to' | 'onDone'>
  /** Ends it between two batches. */
  readonly signal: AbortSignal
  readonly progress: Progress
}

/** What there is to say, and whether all is there. */
export interface Result {
  readonly text: string
  readonly isWhole: boolean
}

/** There is nothing to be moved. */
export class NothingThere extends Error {}

const files = { named: recordNames }

/** Says how much there is at both ends. Rejects with what the databases throw, and with NothingThere, like `runMove`. */
export async function runDry(run: Run): Promise<Result> {
  return await withEnds(run, openThere(run.to.at, files), async (from, to) => {
    const table = countTable(await countOf(from, run.how), await countOf(to, run.how), namesOf(run))
    return { text: `${table}\n\nNothing was moved: this was a dry run.\n`, isWhole: true }
  })
}

/** Moves all, and looks whether it is there. Rejects also with the reason of the signal. */
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
    const words = await part('moving', () => moveAll(moving))
    const checked = await part('checking', () => checkAll(moving))
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
    ? `All of ${run.from.name} is in ${run.to.name}. ${run.from.name} is left as it is: a backup.`
    : `Not all of ${run.from.name} is in ${run.to.name}: the same command moves what lacks.`
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
    `The links take about ${takes} in ${name}, and ${room.setting} leaves them ${may}: Trawl will let go of those shown longest ago. Set it higher before Trawl starts to keep them all.`,
  ]
}

function namesOf({ from, to }: Run): EndNames {
  return { from: from.name, to: to.name }
}

/** Opens the end it comes from, does the work, and closes both. */
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
      throw new NothingThere(`there is nothing to move in ${run.from.name}`)
    return await work(from.value, to.value)
  } finally {
    for (const end of [from, to]) if (end.status === 'fulfilled') await end.value.close()
  }
}
