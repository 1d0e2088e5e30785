// Verifies that the whole archive is in the target database.
import { ofArchive } from './archive-rows.ts'
import {
  type ArchiveMove,
  groupsOf,
  isFit,
  newsOfDead,
  openMerging,
  roomForDead,
  sightingsOf,
} from './moving-archive.ts'
import { type Fate, planSightings } from './moving-merge.ts'
import { inArchive } from './moving-rows.ts'
import { asList } from './sql-lists.ts'

/** Number of rows in the source, and of those in the target. */
export interface Found {
  readonly of: number
  readonly found: number
}

/** Large batches, because nothing is locked without writes. */
const lookedAtOnce = 5_000

/** The result by table, and sightings that were left out on purpose. */
export interface ArchiveCheck {
  readonly sources: Found
  readonly shares: Found
  readonly sightings: Found
  readonly dead: Found
  /** Sightings left out because the target has three newer titles of this share and source. */
  readonly late: number
  /** Sightings that PostgreSQL cannot store. */
  readonly tooLong: number
}

/** Checks for each row whether the target has it or a newer one. Writes nothing. */
export async function checkArchive(move: ArchiveMove): Promise<ArchiveCheck> {
  const fates = await fatesOf(move)
  const found = fates.there + fates.late
  return {
    sources: await checkSources(move),
    shares: await checkShares(move),
    sightings: { of: found + fates.added + fates.changed, found },
    dead: await checkDead(move),
    late: fates.late,
    tooLong: fates.tooLong,
  }
}

async function fatesOf({ from, to, tokensOf, onDone }: ArchiveMove): Promise<Record<Fate | 'tooLong', number>> {
  const fates = { there: 0, added: 0, changed: 0, late: 0, tooLong: 0 }
  for await (const batch of sightingsOf(from, () => lookedAtOnce)) {
    const rows = batch.filter((row) => isFit(to, row))
    const merging = await openMerging(to, rows, tokensOf)
    const all = new Map<number, Fate>()
    for (const group of await groupsOf(from, rows))
      for (const [id, fate] of planSightings(merging, group).fates) all.set(id, fate)
    for (const { id } of rows) fates[all.get(id) ?? 'added'] += 1
    fates.tooLong += batch.length - rows.length
    onDone(batch.length)
  }
  return fates
}

async function checkSources({ from, to }: ArchiveMove): Promise<Found> {
  const all = (await from.all(inArchive('sources'), {})).filter(({ name }) => isFit(to, { key: '', source: name }))
  const list = asList(all.map(({ name }) => name))
  return { of: all.length, found: (await to.all(ofArchive('sourcesByName'), { list })).length }
}

async function checkShares({ from, to }: ArchiveMove): Promise<Found> {
  let [of, found, after] = [0, 0, 0]
  for (;;) {
    const rows = await from.all(inArchive('shares'), { after, most: lookedAtOnce })
    const last = rows.at(-1)
    if (!last) return { of, found }
    const fit = rows.filter(({ key }) => isFit(to, { key, source: '' }))
    of += fit.length
    found += (await to.all(ofArchive('sharesByKey'), { list: asList(fit.map(({ key }) => key)) })).length
    after = last.id
  }
}

async function checkDead({ from, to, onDone }: ArchiveMove): Promise<Found> {
  const dead = await from.all(inArchive('dead'), {})
  const { ofShares, others } = await newsOfDead(to, dead)
  const isFull = (await roomForDead(to)) <= 0
  onDone(dead.length)
  return { of: dead.length, found: dead.length - ofShares.length - (isFull ? 0 : others.length) }
}
