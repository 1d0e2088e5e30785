// Migrates all stored data to another database, verifies it, and describes errors.

import { archiveName } from '../archive/sqlite-database.ts'
import { classifyPostgresError } from '../postgres/fault.ts'
import type { Sql } from '../sql/sql.ts'
import { classifyError } from '../sqlite/fault.ts'
import { type ArchiveMigration, migrateArchive } from './archive.ts'
import { type MigrationEndpoint, trawlDbName } from './endpoints.ts'
import { countArchive } from './statements.ts'
import {
  answersOf,
  migrateAnswers,
  migrateRecords,
  type TrawlDbMigration,
  verifyAnswers,
  verifyRecords,
} from './trawl-db.ts'
import type { VerifiedCount } from './verify.ts'
import { type ArchiveVerification, verifyArchive } from './verify.ts'

/** The two sides and the options of a migration. */
export interface Migration
  extends Pick<TrawlDbMigration, 'join' | 'once' | 'isWanted' | 'now'>,
    Pick<ArchiveMigration, 'tokensOf' | 'clock'> {
  readonly from: MigrationEndpoint
  readonly to: MigrationEndpoint
  /** Called between two batches with the number of rows just done. @throws to stop there. */
  readonly onDone: (more: number) => void
}

/** Kinds of data. */
export const dataKinds = ['records', 'lists', 'sources', 'shares', 'sightings', 'dead'] as const
type DataKind = (typeof dataKinds)[number]
export type DataCounts = Readonly<Record<DataKind, number>>

/** The result of the verification. */
export type Verification = Readonly<Record<DataKind, VerifiedCount>> & Pick<ArchiveVerification, 'late' | 'tooLong'>

/** Counts the rows of one side. */
export async function countOf(
  end: MigrationEndpoint,
  which: Pick<TrawlDbMigration, 'isWanted' | 'now'>,
): Promise<DataCounts> {
  const inIt = await end.archive?.first(countArchive, {})
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
export async function migrateAll({ from, to, ...how }: Migration): Promise<readonly string[]> {
  const home = to.home.sql
  const words = home ? await migrateRecords({ ...how, from: from.home, to: home }) : []
  if (home) await migrateAnswers({ ...how, from: from.home, to: home })
  if (from.archive && to.archive) await migrateArchive({ ...how, from: from.archive, to: to.archive })
  return words
}

const nothing: VerifiedCount = { of: 0, found: 0 }
const emptyArchive = { sources: nothing, shares: nothing, sightings: nothing, dead: nothing, late: 0, tooLong: 0 }

/** Checks for each row of the source whether it or a newer one is in the target. Rejects as `migrateAll`. */
export async function verifyAll({ from, to, ...how }: Migration): Promise<Verification> {
  const home = trawlDbMigration(from, to.home.sql, how)
  const records = home ? await verifyRecords(home) : nothing
  const lists = home ? await verifyAnswers(home) : nothing
  const archive =
    from.archive && to.archive ? await verifyArchive({ ...how, from: from.archive, to: to.archive }) : emptyArchive
  return { records, lists, ...archive }
}

function trawlDbMigration(
  from: MigrationEndpoint,
  to: Sql | undefined,
  how: Omit<TrawlDbMigration, 'from' | 'to'>,
): TrawlDbMigration | undefined {
  return to && { ...how, from: from.home, to }
}

/** Describes an error of either database. @throws the error itself if it is a bug. */
export function obstacle(error: unknown, folder: string): string {
  try {
    return classifyPostgresError(error).words
  } catch {
    return classifyError(error, { folder, name: `${archiveName} or ${trawlDbName}` }).words
  }
}
