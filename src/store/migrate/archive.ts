// Migrates the archive to another database, one batch in each transaction.

import { findDeadShares, maxDeadShares } from '../archive/dead-shares.ts'
import { canBeIndexed } from '../archive/postgres-database.ts'
import { beginUnitOfWork, findShares } from '../archive/unit-of-work.ts'
import type { UnitOfWorkRow } from '../archive/unit-of-work-rows.ts'
import { createWriteOperations } from '../archive/write-operations.ts'
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { type MergeContext, planSightings, type SightingGroup } from './merge.ts'
import { type MigratingSighting, toStorable } from './sighting.ts'
import { countArchive, findDead, findOthersOfShares, findSightings, setFirst } from './statements.ts'

export interface ArchiveMigration {
  readonly from: Sql
  readonly to: Sql
  readonly tokensOf: MergeContext['tokensOf']
  /** Epoch milliseconds. */
  readonly now: number
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** Sightings in one transaction, if not the default. */
  readonly batch?: { readonly first: number; readonly least: number; readonly most: number }
  /** Called with the number of rows just done. @throws to stop between two batches. */
  readonly onDone: (more: number) => void
}

/** Batch sizes, adapted to the duration limit: replicas wait for at most one batch, and for less than their own time limit. */
const batchSizes = { first: 500, least: 100, most: 2_000 }
const maxBatchMs = 600
const deadBatchSize = 2_000

/** Migrates sightings with their shares and sources, in order, then dead shares. Resumes if repeated. */
export async function migrateArchive(move: ArchiveMigration): Promise<void> {
  const { from, to, onDone, batch = batchSizes } = move
  const pace = createBatchSizer(batch, move.clock)
  for await (const some of sightingsOf(from, pace.size)) {
    const rows = some.filter((row) => isStorable(to, row))
    await pace.timed(() => to.transaction(() => mergeAll(move, rows)))
    onDone(some.length)
  }
  const dead = await from.all(findDead, {})
  for (let at = 0; at < dead.length; at += deadBatchSize) {
    const some = dead.slice(at, at + deadBatchSize)
    await migrateDead(move, some)
    onDone(some.length)
  }
  // Update the statistics now: until PostgreSQL does so itself, searches would be slow.
  if (to.engine === 'postgres') await to.script('analyze sources, shares, sightings')
}

/** Adapts the batch size to the duration of the last batch. */
function createBatchSizer({ first, least, most }: typeof batchSizes, clock: () => number) {
  let size = first
  return {
    size: () => size,
    async timed(write: () => Promise<void>): Promise<void> {
      const began = clock()
      await write()
      const isLong = clock() - began > maxBatchMs
      size = isLong ? Math.max(least, Math.floor(size / 2)) : Math.min(most, size * 2)
    },
  }
}

/** Yields all sightings in batches, in the order of ids. */
export async function* sightingsOf(from: Sql, most: () => number): AsyncGenerator<readonly MigratingSighting[]> {
  for (let after = 0; ; ) {
    const rows = await from.all(findSightings, { after, most: most() })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toStorable)
    after = last.id
  }
}

/** Whether the target can store a row: PostgreSQL indexes reject very long keys, which no cloud has. */
export function isStorable({ engine }: Sql, { key, source }: Pick<MigratingSighting, 'key' | 'source'>): boolean {
  return engine === 'sqlite' || (canBeIndexed(key) && canBeIndexed(source))
}

async function mergeAll({ from, to, tokensOf }: ArchiveMigration, rows: readonly MigratingSighting[]): Promise<void> {
  const merging = await beginMerge(to, rows, tokensOf)
  const plans = (await groupsOf(from, rows)).map((group) => planSightings(merging, group))
  // In the order of the source, so that searches find them in the same order.
  for (const { put } of plans.flatMap(({ puts }) => puts).toSorted((one, other) => one.id - other.id)) put()
  for (const { end } of plans) end()
  await merging.ledger.write()
  if (merging.firsts.size === 0) return
  const firsts = [...merging.firsts].map(([{ id }, first]) => ({ id, first }))
  await to.run(setFirst, { list: toJsonList(firsts) })
}

/** Starts a unit of work over the target. */
export async function beginMerge(
  to: Sql,
  rows: readonly MigratingSighting[],
  tokensOf: MergeContext['tokensOf'],
): Promise<MergeContext> {
  return {
    ledger: await beginUnitOfWork(to, { sightings: rows, states: [] }),
    tokensOf,
    firsts: new Map<UnitOfWorkRow, number>(),
  }
}

/** Groups rows by share and source, and completes each group with rows outside the batch. */
export async function groupsOf(from: Sql, rows: readonly MigratingSighting[]): Promise<readonly SightingGroup[]> {
  const [first, upTo] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0]
  const shares = toJsonList(new Set(rows.map(({ share }) => share)))
  const rest = Map.groupBy(await from.all(findOthersOfShares, { shares, from: first, to: upTo }), pairKey)
  return Map.groupBy(rows, pairKey)
    .entries()
    .map(([place, some]) => {
      const others = rest.get(place) ?? []
      return { upTo, sightings: [...some, ...some.slice(0, 1).flatMap((one) => others.map(othersOf(one)))] }
    })
    .toArray()
}

function pairKey({ share, origin }: Pick<MigratingSighting, 'share' | 'origin'>): string {
  return `${share} ${origin}`
}

/** Completes a row with the fields of the share and source that its group has in common. */
function othersOf(one: MigratingSighting) {
  return (other: Omit<MigratingSighting, 'key' | 'url' | 'source' | 'code' | 'seen' | 'health' | 'checked'>) =>
    toStorable({ ...one, ...other })
}

interface DeadEntry {
  readonly key: string
  readonly checked: number
}

/** Existing entries of the target stay; the latest of the source are added as far as there is space. */
async function migrateDead({ to, now }: ArchiveMigration, dead: readonly DeadEntry[]): Promise<void> {
  const { ofShares, others } = await newerDeadShares(to, dead)
  const room = await deadCapacity(to)
  const news = [...ofShares, ...(room > 0 ? others.slice(-room) : [])]
  if (news.length === 0) return
  const states = news.map(({ key, checked }) => [key, { state: 'bad', at: checked }] as const)
  await createWriteOperations(to).write({ sightings: [], states }, now)
}

/** Number of dead shares that can still be added. */
export async function deadCapacity(to: Sql): Promise<number> {
  return maxDeadShares - ((await to.first(countArchive, {}))?.dead ?? 0)
}

/** Dead shares that the target lacks or has with an older date: of shares in the target, and others. */
export async function newerDeadShares(to: Sql, dead: readonly DeadEntry[]) {
  const given = { keys: toJsonList(dead.map(({ key }) => key)) }
  const shares = new Map((await to.all(findShares, given)).map(({ key, checked }) => [key, checked]))
  const known = new Map((await to.all(findDeadShares, given)).map(({ key, checked }) => [key, checked]))
  const isNews = ({ key, checked }: DeadEntry) => checked > (shares.get(key) ?? known.get(key) ?? -Number.MAX_VALUE)
  const news = dead.filter(isNews)
  return { ofShares: news.filter(({ key }) => shares.has(key)), others: news.filter(({ key }) => !shares.has(key)) }
}
