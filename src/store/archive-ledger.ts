// What the archive has of the shares of a batch, read at once, changed in memory, and what has changed, written at once.
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
  /** The code that one source gave, for those who show the share without. */
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
  /** Notes that it is another than before. */
  changed(share: Share): void
}

interface LedgerDead {
  /** Remembers a share that was found dead and has no row. */
  remember(key: string, checked: number): void
  /** Forgets it; gives when it was found dead, where it was. */
  recover(key: string): number | undefined
}

export interface Ledger extends LedgerShares, LedgerRows, LedgerDead {
  /** The number of a source, which is made where there is none. */
  source(name: string): number
  /** Writes all that has changed. */
  write(): Promise<void>
}

/** What a batch touches. */
interface Touched {
  readonly sightings: readonly Seen[]
  readonly states: readonly (readonly [key: string, state: unknown])[]
}

/** Opens it for a batch, in the transaction in which it is written. */
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
    ...{ ...shares, ...ofRows, ...dead, source: sources.source },
    async write() {
      // What has a row must not be without one in between: what is gone goes last.
      for (const part of [sources, shares, ofRows, dead]) await part.write(sql)
    },
  }
}

/** Where the batch's sightings stand, as far as their shares and sources are known: each once. */
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
      // Each time as the last.
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
