// Migrates the archive to another database, one batch in each transaction.
import { canBeIndexed } from './archive-database-postgres.ts'
import { mostRemembered } from './archive-dead.ts'
import { openLedger } from './archive-ledger.ts'
import type { Row } from './archive-ledger-rows.ts'
import { ofArchive } from './archive-rows.ts'
import { createArchiveWriting } from './archive-writing.ts'
import { type Group, type Merging, planSightings } from './moving-merge.ts'
import { inArchive } from './moving-rows.ts'
import { asMoved, type MovingSighting } from './moving-sighting.ts'
import type { Sql } from './sql.ts'
import { asList } from './sql-lists.ts'

export interface ArchiveMove {
  readonly from: Sql
  readonly to: Sql
  readonly tokensOf: Merging['tokensOf']
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
const sightingsAtOnce = { first: 500, least: 100, most: 2_000 }
const longestBatchMs = 600
const deadAtOnce = 2_000

/** Migrates sightings with their shares and sources, in order, then dead shares. Resumes if repeated. */
export async function moveArchive(move: ArchiveMove): Promise<void> {
  const { from, to, onDone, batch = sightingsAtOnce } = move
  const pace = createBatchPace(batch, move.clock)
  for await (const some of sightingsOf(from, pace.size)) {
    const rows = some.filter((row) => isFit(to, row))
    await pace.timed(() => to.transact(() => mergeAll(move, rows)))
    onDone(some.length)
  }
  const dead = await from.all(inArchive('dead'), {})
  for (let at = 0; at < dead.length; at += deadAtOnce) {
    const some = dead.slice(at, at + deadAtOnce)
    await moveDead(move, some)
    onDone(some.length)
  }
  // Update the statistics now: until PostgreSQL does so itself, searches would be slow.
  if (to.engine === 'postgres') await to.script('analyze sources, shares, sightings')
}

/** Adapts the batch size to the duration of the last batch. */
function createBatchPace({ first, least, most }: typeof sightingsAtOnce, clock: () => number) {
  let size = first
  return {
    size: () => size,
    async timed(write: () => Promise<void>): Promise<void> {
      const began = clock()
      await write()
      const isLong = clock() - began > longestBatchMs
      size = isLong ? Math.max(least, Math.floor(size / 2)) : Math.min(most, size * 2)
    },
  }
}

/** Yields all sightings in batches, in the order of ids. */
export async function* sightingsOf(from: Sql, most: () => number): AsyncGenerator<readonly MovingSighting[]> {
  for (let after = 0; ; ) {
    const rows = await from.all(inArchive('sightings'), { after, most: most() })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(asMoved)
    after = last.id
  }
}

/** Whether the target can store a row: PostgreSQL indexes reject very long keys, which no cloud has. */
export function isFit({ engine }: Sql, { key, source }: Pick<MovingSighting, 'key' | 'source'>): boolean {
  return engine === 'sqlite' || (canBeIndexed(key) && canBeIndexed(source))
}

async function mergeAll({ from, to, tokensOf }: ArchiveMove, rows: readonly MovingSighting[]): Promise<void> {
  const merging = await openMerging(to, rows, tokensOf)
  const plans = (await groupsOf(from, rows)).map((group) => planSightings(merging, group))
  // In the order of the source, so that searches find them in the same order.
  for (const { put } of plans.flatMap(({ puts }) => puts).toSorted((one, other) => one.id - other.id)) put()
  for (const { end } of plans) end()
  await merging.ledger.write()
  if (merging.firsts.size === 0) return
  const firsts = [...merging.firsts].map(([{ id }, first]) => ({ id, first }))
  await to.run(inArchive('setFirst'), { list: asList(firsts) })
}

/** Starts a unit of work over the target. */
export async function openMerging(
  to: Sql,
  rows: readonly MovingSighting[],
  tokensOf: Merging['tokensOf'],
): Promise<Merging> {
  return { ledger: await openLedger(to, { sightings: rows, states: [] }), tokensOf, firsts: new Map<Row, number>() }
}

/** Groups rows by share and source, and completes each group with rows outside the batch. */
export async function groupsOf(from: Sql, rows: readonly MovingSighting[]): Promise<readonly Group[]> {
  const [first, upTo] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0]
  const shares = asList(new Set(rows.map(({ share }) => share)))
  const besides = Map.groupBy(await from.all(inArchive('besides'), { shares, from: first, to: upTo }), placeOf)
  return Map.groupBy(rows, placeOf)
    .entries()
    .map(([place, some]) => {
      const others = besides.get(place) ?? []
      return { upTo, sightings: [...some, ...some.slice(0, 1).flatMap((one) => others.map(othersOf(one)))] }
    })
    .toArray()
}

function placeOf({ share, origin }: Pick<MovingSighting, 'share' | 'origin'>): string {
  return `${share} ${origin}`
}

/** Completes a row with the fields of the share and source that its group has in common. */
function othersOf(one: MovingSighting) {
  return (other: Omit<MovingSighting, 'key' | 'url' | 'source' | 'code' | 'seen' | 'health' | 'checked'>) =>
    asMoved({ ...one, ...other })
}

interface Dead {
  readonly key: string
  readonly checked: number
}

/** Existing entries of the target stay; the latest of the source are added as far as there is space. */
async function moveDead({ to, now }: ArchiveMove, dead: readonly Dead[]): Promise<void> {
  const { ofShares, others } = await newsOfDead(to, dead)
  const room = await roomForDead(to)
  const news = [...ofShares, ...(room > 0 ? others.slice(-room) : [])]
  if (news.length === 0) return
  const states = news.map(({ key, checked }) => [key, { state: 'bad', at: checked }] as const)
  await createArchiveWriting(to).write({ sightings: [], states }, now)
}

/** Number of dead shares that can still be added. */
export async function roomForDead(to: Sql): Promise<number> {
  return mostRemembered - ((await to.first(inArchive('counts'), {}))?.dead ?? 0)
}

/** Dead shares that the target lacks or has with an older date: of shares in the target, and others. */
export async function newsOfDead(to: Sql, dead: readonly Dead[]) {
  const list = asList(dead.map(({ key }) => key))
  const shares = new Map((await to.all(ofArchive('sharesByKey'), { list })).map(({ key, checked }) => [key, checked]))
  const known = new Map((await to.all(ofArchive('deadByKey'), { list })).map(({ key, checked }) => [key, checked]))
  const isNews = ({ key, checked }: Dead) => checked > (shares.get(key) ?? known.get(key) ?? -Number.MAX_VALUE)
  const news = dead.filter(isNews)
  return { ofShares: news.filter(({ key }) => shares.has(key)), others: news.filter(({ key }) => !shares.has(key)) }
}
