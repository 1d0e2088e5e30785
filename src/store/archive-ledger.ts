// The unit of work of a batch: reads the affected rows once, changes them in memory, and writes all changes at once.
import { canBeRemembered, type DeadShare, forgetDead, rememberDead } from './archive-dead.ts'
import { createLedgerRows, type LedgerRows } from './archive-ledger-rows.ts'
import type { Seen } from './archive-messages.ts'
import { ofArchive } from './archive-rows.ts'
import type { Sql } from './sql.ts'
import { asList } from './sql-lists.ts'

export interface Share {
  readonly id: number
  readonly key: string
  url: string
  /** The access code that one source gave, for sources that omit it. */
  code: string
  seen: number
  health: string | null
  checked: number | null
}

interface Source {
  readonly id: number
  readonly name: string
}

interface LedgerShares {
  share(key: string): Share | undefined
  addShare(share: Omit<Share, 'id'>): Share
  /** Marks a share as changed. */
  changed(share: Share): void
}

interface LedgerDead {
  /** Records a dead share that has no row. */
  remember(key: string, checked: number): void
  /** Removes a dead share from the list; returns when it was found dead, if it was listed. */
  recover(key: string): number | undefined
}

export interface Ledger extends LedgerShares, LedgerRows, LedgerDead {
  /** The id of a source; adds the source if it is new. */
  source(name: string): number
  /** Writes all changes. */
  write(): Promise<void>
}

/** The keys and sources that a batch affects. */
interface Touched {
  readonly sightings: readonly Seen[]
  readonly states: readonly (readonly [key: string, state: unknown])[]
}

/** Starts a unit of work for a batch, inside the transaction that writes it. */
export async function openLedger(sql: Sql, batch: Touched): Promise<Ledger> {
  const keys = [...batch.sightings.map(({ key }) => key), ...batch.states.map(([key]) => key)]
  const list = asList(keys)
  const shareRows = await sql.all(ofArchive('sharesByKey'), { list })
  const names = asList([...new Set(batch.sightings.map(({ source }) => source))])
  const sourceRows = await sql.all(ofArchive('sourcesByName'), { list: names })
  const rows = await sql.all(ofArchive('sightingsOf'), { list: placesOf(batch, shareRows, sourceRows) })
  const dead = createDead(await sql.all(ofArchive('deadByKey'), { list }))
  const latest = await sql.first(ofArchive('latest'), {})
  const shares = createShares(shareRows, latest?.share ?? 0)
  const sources = createSources(sourceRows, latest?.source ?? 0)
  const ofRows = createLedgerRows(rows, latest?.sighting ?? 0)
  return {
    ...shares,
    ...ofRows,
    ...dead,
    source: sources.source,
    async write() {
      // Removals come last, so that no sighting is ever without its share.
      for (const part of [sources, shares, ofRows, dead]) await part.write(sql)
    },
  }
}

/** The known pairs of share and source in the batch, each once. */
function placesOf({ sightings }: Touched, shares: readonly Share[], sources: readonly Source[]): string {
  const shareOf = new Map(shares.map(({ key, id }) => [key, id]))
  const sourceOf = new Map(sources.map(({ name, id }) => [name, id]))
  const places = sightings.map(({ key, source }) => ({ ofShare: shareOf.get(key), ofSource: sourceOf.get(source) }))
  const known = places.filter(({ ofShare, ofSource }) => ofShare !== undefined && ofSource !== undefined)
  return asList(new Map(known.map((place) => [`${place.ofShare} ${place.ofSource}`, place])).values())
}

function createShares(rows: readonly Share[], latest: number) {
  const shares = new Map(rows.map((row) => [row.key, { ...row }]))
  const added = new Set<Share>()
  const changed = new Set<Share>()
  return {
    share: (key: string): Share | undefined => shares.get(key),
    addShare(given: Omit<Share, 'id'>): Share {
      const share = { ...given, id: latest + added.size + 1 }
      shares.set(share.key, share)
      added.add(share)
      return share
    },
    changed(share: Share): void {
      if (!added.has(share)) changed.add(share)
    },
    async write(sql: Sql): Promise<void> {
      if (added.size > 0) await sql.run(ofArchive('addShares'), { list: asList(added) })
      if (changed.size > 0) await sql.run(ofArchive('changeShares'), { list: asList(changed) })
    },
  }
}

function createSources(rows: readonly Source[], latest: number) {
  const sources = new Map(rows.map(({ id, name }) => [name, id]))
  const added: Source[] = []
  return {
    source(name: string): number {
      const known = sources.get(name)
      if (known !== undefined) return known
      const id = latest + added.length + 1
      sources.set(name, id)
      added.push({ id, name })
      return id
    },
    async write(sql: Sql): Promise<void> {
      if (added.length > 0) await sql.run(ofArchive('addSources'), { list: asList(added) })
    },
  }
}

function createDead(rows: readonly DeadShare[]) {
  const before = new Set(rows.map(({ key }) => key))
  const dead = new Map(rows.map(({ key, checked }) => [key, checked]))
  const remembered = new Set<string>()
  return {
    remember(key: string, checked: number): void {
      if (!canBeRemembered(key)) return
      dead.set(key, checked)
      // Re-inserted last, so that it counts as the newest.
      remembered.delete(key)
      remembered.add(key)
    },
    recover(key: string): number | undefined {
      const checked = dead.get(key)
      dead.delete(key)
      remembered.delete(key)
      return checked
    },
    async write(sql: Sql): Promise<void> {
      await forgetDead(sql, [...before.values().filter((key) => !dead.has(key))])
      await rememberDead(
        sql,
        [...remembered].map((key) => ({ key, checked: dead.get(key) ?? 0 })),
      )
    },
  }
}
