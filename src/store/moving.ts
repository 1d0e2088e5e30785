// Moves all that is kept from one database to another, looks whether it is there, and says in a sentence what hinders it.

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

/** What is to be moved, and how. */
export interface Moving
  extends Pick<HomeMove, 'join' | 'once' | 'isWanted' | 'now'>,
    Pick<ArchiveMove, 'tokensOf' | 'clock'> {
  readonly from: MovingEnd
  readonly to: MovingEnd
  /** Hears, between two batches, of so many more rows that are done. @throws to end it there. */
  readonly onDone: (more: number) => void
}

/** The kinds of what is kept. */
export const kinds = ['records', 'lists', 'sources', 'shares', 'sightings', 'dead'] as const
type Kind = (typeof kinds)[number]
export type Counts = Readonly<Record<Kind, number>>

/** What was looked for, and what of that is there. */
export type Checked = Readonly<Record<Kind, Found>> & Pick<ArchiveCheck, 'late' | 'tooLong'>

/** How much there is at an end. */
export async function countOf(end: MovingEnd, which: Pick<HomeMove, 'isWanted' | 'now'>): Promise<Counts> {
  const inIt = await end.archive?.first(inArchive('counts'), {})
  let lists = 0
  for await (const _list of answersOf(end.home.sql, which)) lists += 1
  return {
    ...{ records: (await end.home.recordNames()).length, lists },
    ...{ sources: inIt?.sources ?? 0, shares: inIt?.shares ?? 0 },
    ...{ sightings: inIt?.sightings ?? 0, dead: inIt?.dead ?? 0 },
  }
}

/** Moves it, what lets people in and what is banned first. Gives what somebody should know. Rejects as the databases do, and as `onDone` throws. */
export async function moveAll({ from, to, ...how }: Moving): Promise<readonly string[]> {
  const home = to.home.sql
  const words = home ? await moveRecords({ ...how, from: from.home, to: home }) : []
  if (home) await moveAnswers({ ...how, from: from.home, to: home })
  if (from.archive && to.archive) await moveArchive({ ...how, from: from.archive, to: to.archive })
  return words
}

const nothing: Found = { of: 0, found: 0 }
const emptyArchive = { sources: nothing, shares: nothing, sightings: nothing, dead: nothing, late: 0, tooLong: 0 }

/** Looks for each row of the old database whether it, or something newer, is in the new one. Rejects as above. */
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

/** What is wrong, by what a database threw. @throws the error itself when it is neither's. */
export function hindranceOf(error: unknown, folder: string): string {
  try {
    return faultOfPostgres(error).words
  } catch {
    return faultOf(error, { folder, name: `${archiveName} or ${homeName}` }).words
  }
}
