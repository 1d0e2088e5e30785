// Migrates all stored data to another database, verifies it, and describes errors.

import { archiveName } from './archive-database.ts'
import { faultOf } from './database-fault.ts'
import { type ArchiveMove, moveArchive } from './moving-archive.ts'
import type { Found } from './moving-check.ts'
import { type ArchiveCheck, checkArchive } from './moving-check.ts'
import { homeName, type MovingEnd } from './moving-ends.ts'
import { answersOf, checkAnswers, checkRecords, type HomeMove, moveAnswers, moveRecords } from './moving-home.ts'
import { inArchive } from './moving-rows.ts'
import { faultOfPostgres } from './postgres-fault.ts'
import type { Sql } from './sql.ts'

/** The two sides and the options of a migration. */
export interface Moving
  extends Pick<HomeMove, 'join' | 'once' | 'isWanted' | 'now'>,
    Pick<ArchiveMove, 'tokensOf' | 'clock'> {
  readonly from: MovingEnd
  readonly to: MovingEnd
  /** Called between two batches with the number of rows just done. @throws to stop there. */
  readonly onDone: (more: number) => void
}

/** Kinds of data. */
export const kinds = ['records', 'lists', 'sources', 'shares', 'sightings', 'dead'] as const
type Kind = (typeof kinds)[number]
export type Counts = Readonly<Record<Kind, number>>

/** The result of the verification. */
export type Checked = Readonly<Record<Kind, Found>> & Pick<ArchiveCheck, 'late' | 'tooLong'>

/** Counts the rows of one side. */
export async function countOf(end: MovingEnd, which: Pick<HomeMove, 'isWanted' | 'now'>): Promise<Counts> {
  const inIt = await end.archive?.first(inArchive('counts'), {})
  let lists = 0
  for await (const _list of answersOf(end.home.sql, which)) lists += 1
  return {
    records: (await end.home.recordNames()).length,
    lists,
    sources: inIt?.sources ?? 0,
    shares: inIt?.shares ?? 0,
    sightings: inIt?.sightings ?? 0,
    dead: inIt?.dead ?? 0,
  }
}

/** Migrates all data, the allow list and bans first; returns sentences for the report. Rejects with database errors, and as `onDone` throws. */
export async function moveAll({ from, to, ...how }: Moving): Promise<readonly string[]> {
  const home = to.home.sql
  const words = home ? await moveRecords({ ...how, from: from.home, to: home }) : []
  if (home) await moveAnswers({ ...how, from: from.home, to: home })
  if (from.archive && to.archive) await moveArchive({ ...how, from: from.archive, to: to.archive })
  return words
}

const nothing: Found = { of: 0, found: 0 }
const emptyArchive = { sources: nothing, shares: nothing, sightings: nothing, dead: nothing, late: 0, tooLong: 0 }

/** Checks for each row of the source whether it or a newer one is in the target. Rejects as `moveAll`. */
export async function checkAll({ from, to, ...how }: Moving): Promise<Checked> {
  const home = homeMove(from, to.home.sql, how)
  const records = home ? await checkRecords(home) : nothing
  const lists = home ? await checkAnswers(home) : nothing
  const archive =
    from.archive && to.archive ? await checkArchive({ ...how, from: from.archive, to: to.archive }) : emptyArchive
  return { records, lists, ...archive }
}

function homeMove(from: MovingEnd, to: Sql | undefined, how: Omit<HomeMove, 'from' | 'to'>): HomeMove | undefined {
  return to && { ...how, from: from.home, to }
}

/** Describes an error of either database. @throws the error itself if it is a bug. */
export function hindranceOf(error: unknown, folder: string): string {
  try {
    return faultOfPostgres(error).words
  } catch {
    return faultOf(error, { folder, name: `${archiveName} or ${homeName}` }).words
  }
}
