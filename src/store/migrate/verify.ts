// Verifies that the whole archive is in the target database.
import { findShares as findSharesByKey, findSources } from '../archive/unit-of-work.ts'
import { toJsonList } from '../sql/json-lists.ts'
import {
  type ArchiveMigration,
  beginMerge,
  deadCapacity,
  groupsOf,
  isStorable,
  newerDeadShares,
  sightingsOf,
} from './archive.ts'
import { type MergeResult, planSightings } from './merge.ts'
import { findDead, findShares, findSourceNames } from './statements.ts'

/** Number of rows in the source, and of those in the target. */
export interface VerifiedCount {
  readonly of: number
  readonly found: number
}

/** Large batches, because nothing is locked without writes. */
const verifyBatchSize = 5_000

/** The result by table, and sightings that were left out on purpose. */
export interface ArchiveVerification {
  readonly sources: VerifiedCount
  readonly shares: VerifiedCount
  readonly sightings: VerifiedCount
  readonly dead: VerifiedCount
  /** Sightings left out because the target has three newer titles of this share and source. */
  readonly late: number
  /** Sightings that PostgreSQL cannot store. */
  readonly tooLong: number
}

/** Checks for each row whether the target has it or a newer one. Writes nothing. */
export async function verifyArchive(move: ArchiveMigration): Promise<ArchiveVerification> {
  const fates = await countMergeResults(move)
  const found = fates.there + fates.late
  return {
    sources: await verifySources(move),
    shares: await verifyShares(move),
    sightings: { of: found + fates.added + fates.changed, found },
    dead: await verifyDead(move),
    late: fates.late,
    tooLong: fates.tooLong,
  }
}

async function countMergeResults({
  from,
  to,
  tokensOf,
  onDone,
}: ArchiveMigration): Promise<Record<MergeResult | 'tooLong', number>> {
  const fates = { there: 0, added: 0, changed: 0, late: 0, tooLong: 0 }
  for await (const batch of sightingsOf(from, () => verifyBatchSize)) {
    const rows = batch.filter((row) => isStorable(to, row))
    const merging = await beginMerge(to, rows, tokensOf)
    const all = new Map<number, MergeResult>()
    for (const group of await groupsOf(from, rows))
      for (const [id, fate] of planSightings(merging, group).fates) all.set(id, fate)
    for (const { id } of rows) fates[all.get(id) ?? 'added'] += 1
    fates.tooLong += batch.length - rows.length
    onDone(batch.length)
  }
  return fates
}

async function verifySources({ from, to }: ArchiveMigration): Promise<VerifiedCount> {
  const all = (await from.all(findSourceNames, {})).filter(({ name }) => isStorable(to, { key: '', source: name }))
  const names = toJsonList(all.map(({ name }) => name))
  return { of: all.length, found: (await to.all(findSources, { names })).length }
}

async function verifyShares({ from, to }: ArchiveMigration): Promise<VerifiedCount> {
  let [of, found, after] = [0, 0, 0]
  for (;;) {
    const rows = await from.all(findShares, { after, most: verifyBatchSize })
    const last = rows.at(-1)
    if (!last) return { of, found }
    const fit = rows.filter(({ key }) => isStorable(to, { key, source: '' }))
    of += fit.length
    found += (await to.all(findSharesByKey, { keys: toJsonList(fit.map(({ key }) => key)) })).length
    after = last.id
  }
}

async function verifyDead({ from, to, onDone }: ArchiveMigration): Promise<VerifiedCount> {
  const dead = await from.all(findDead, {})
  const { ofShares, others } = await newerDeadShares(to, dead)
  const isFull = (await deadCapacity(to)) <= 0
  onDone(dead.length)
  return { of: dead.length, found: dead.length - ofShares.length - (isFull ? 0 : others.length) }
}
