// The unit of work of a batch: reads the affected rows once, changes them in memory, and writes all changes at once.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, namesOf, rowsOf, statement } from '../sql/sql-tag.ts'
import { createDeadShares, findDeadShares } from './dead-shares.ts'
import type { ArchiveBatch } from './messages.ts'
import { createShareWorks, findShareWorks } from './share-works.ts'
import { createUnitOfWorkRows, findRows } from './unit-of-work-rows.ts'

export interface StoredShare {
  readonly id: number
  readonly key: string
  url: string
  /** The access code that one source gave, for sources that omit it. */
  code: string
  seen: number
  health: string | null
  checked: number | null
}

interface StoredSource {
  readonly id: number
  readonly name: string
}

const shareColumns = 'id bigint, key text, url text, code text, seen bigint, health text, checked bigint'
const shareNames = namesOf(shareColumns)
const givenShares = rowsOf(shareColumns)

const findShares = statement<StoredShare, { keys: string }>`
  select ${shareNames} from shares where ${among('key', 'keys')}`

const addShares = statement<never>`
  insert into shares (${shareNames}) select ${shareNames} from ${givenShares}`

const changeShares = statement<never>`
  update shares set url = given.url, code = given.code, seen = given.seen, health = given.health, checked = given.checked
  from ${givenShares}
  where shares.id = given.id`

const findSources = statement<StoredSource, { names: string }>`
  select id, name from sources where ${among('name', 'names')}`

const addSources = statement<never>`
  insert into sources (id, name) select given.id, given.name from ${rowsOf('id bigint, name text')}`

const findLatest = statement<Readonly<Record<'share' | 'source' | 'sighting' | 'work', number | null>>>`
  select (select max(id) from shares) as share, (select max(id) from sources) as source,
    (select max(id) from sightings) as sighting, (select max(id) from works) as work`

export type UnitOfWork = Awaited<ReturnType<typeof beginUnitOfWork>>

/** Starts a unit of work for a batch, inside the transaction that writes it. */
export async function beginUnitOfWork(sql: Sql, batch: ArchiveBatch) {
  const keys = [
    ...batch.sightings.map(({ key }) => key),
    ...batch.states.map(([key]) => key),
    ...(batch.works ?? []).map(({ share }) => share),
  ]
  const given = { keys: toJsonList(keys) }
  const shareRows = await sql.all(findShares, given)
  const names = toJsonList([...new Set(batch.sightings.map(({ source }) => source))])
  const sourceRows = await sql.all(findSources, { names })
  const rows = await sql.allRows(findRows, knownPairs(batch, shareRows, sourceRows))
  const workRows = await findWorks(sql, batch, shareRows)
  const dead = createDeadShares(await sql.all(findDeadShares, given))
  const latest = await sql.first(findLatest, {})
  const shares = createShares(shareRows, latest?.share ?? 0)
  const sources = createSources(sourceRows, latest?.source ?? 0)
  const ofRows = createUnitOfWorkRows(rows, latest?.sighting ?? 0)
  const works = createShareWorks(workRows, latest?.work ?? 0)
  return {
    ...shares,
    ...ofRows,
    ...dead,
    noteWork: works.noteWork,
    source: sources.source,
    async write(): Promise<void> {
      // Removals come last, so that no sighting is ever without its share.
      for (const part of [sources, shares, works, ofRows, dead]) await part.write(sql)
    },
  }
}

/** The works of the batch's shares, if it has any works. */
async function findWorks(sql: Sql, { works = [] }: ArchiveBatch, shares: readonly StoredShare[]) {
  if (works.length === 0) return []
  const named = new Set(works.map(({ share }) => share))
  return await sql.all(findShareWorks, {
    shares: toJsonList(shares.flatMap(({ key, id }) => (named.has(key) ? id : []))),
  })
}

/** The known pairs of share and source in the batch, each once. */
function knownPairs(
  { sightings }: ArchiveBatch,
  shares: readonly StoredShare[],
  sources: readonly StoredSource[],
): Iterable<{ readonly share: number; readonly source: number }> {
  const shareOf = new Map(shares.map(({ key, id }) => [key, id]))
  const sourceOf = new Map(sources.map(({ name, id }) => [name, id]))
  const pairs = new Map<string, { readonly share: number; readonly source: number }>()
  for (const sighting of sightings) {
    const share = shareOf.get(sighting.key)
    const source = sourceOf.get(sighting.source)
    if (share !== undefined && source !== undefined) pairs.set(`${share} ${source}`, { share, source })
  }
  return pairs.values()
}

function createShares(rows: readonly StoredShare[], latest: number) {
  const shares = new Map(rows.map((row) => [row.key, { ...row }]))
  const added = new Set<StoredShare>()
  const changed = new Set<StoredShare>()
  return {
    share: (key: string): StoredShare | undefined => shares.get(key),
    addShare(given: Omit<StoredShare, 'id'>): StoredShare {
      const share = { ...given, id: latest + added.size + 1 }
      shares.set(share.key, share)
      added.add(share)
      return share
    },
    changed(share: StoredShare): void {
      if (!added.has(share)) changed.add(share)
    },
    async write(sql: Sql): Promise<void> {
      if (added.size > 0) await sql.runRows(addShares, added)
      if (changed.size > 0) await sql.runRows(changeShares, changed)
    },
  }
}

function createSources(rows: readonly StoredSource[], latest: number) {
  const sources = new Map(rows.map(({ id, name }) => [name, id]))
  const added: StoredSource[] = []
  return {
    /** The id of a source; adds the source if it is new. */
    source(name: string): number {
      const known = sources.get(name)
      if (known !== undefined) return known
      const id = latest + added.length + 1
      sources.set(name, id)
      added.push({ id, name })
      return id
    },
    async write(sql: Sql): Promise<void> {
      if (added.length > 0) await sql.runRows(addSources, added)
    },
  }
}
