// Writes of the archive: sightings, health of shares, works, removals, and retention.
import { among, type Dialect, raw, rowsOf, type Sql, statement, toJsonList } from '../sql/sql.ts'
import { ngrams } from './ngrams.ts'
import {
  dateUpdateMs,
  type FoundSighting,
  findRows,
  mergeSighting,
  type SightingRow,
  sorted,
  writeRows,
} from './sighting-rows.ts'
import type { HealthToWrite, SeenSighting, SeenWork, SightingId, SightingToWrite } from './types.ts'

/** Health found further in the future was stored while the clock was wrong. */
const maxClockSkewMs = 5 * 60 * 1000
/** Titles change, and so does the recogniser: older works of a share are deleted. */
const maxWorksPerShare = 4
/** The date of a work only orders those of its share, so it is seldom updated. */
const workUpdateMs = 24 * 60 * 60 * 1000

/** A writer holds the lock of all writers, so ids continue without a sequence. */
function nextId(table: string) {
  return (dialect: Dialect) =>
    dialect === 'sqlite' ? 'null' : `(select coalesce(max(id), 0) from ${table}) + row_number() over ()`
}

const findLastId = statement<{ id: number }>`select coalesce(max(id), 0) as id from sightings`

const addSources = statement<never>`
  insert into sources (id, name) select ${nextId('sources')}, given.name from ${rowsOf('name text')} where true
  on conflict (name) do nothing`

/** The first access code stays, for sources that omit it: if sources disagree, each search would write. A date far ahead was stored while a clock was wrong. */
const putShares = statement<never>`
  insert into shares (id, key, url, code, seen)
  select ${nextId('shares')}, given.key, given.url, given.code, given.seen
  from ${rowsOf('key text, url text, code text, seen bigint')} where true
  on conflict (key) do update set url = excluded.url,
    seen = case when abs(excluded.seen - shares.seen) >= ${raw(dateUpdateMs)} then excluded.seen else shares.seen end,
    code = case when shares.code = '' then excluded.code else shares.code end
  where shares.url <> excluded.url or abs(excluded.seen - shares.seen) >= ${raw(dateUpdateMs)}
    or (shares.code = '' and excluded.code <> '')`

const correctCodes = statement<never>`
  update shares set code = given.code from ${rowsOf('id bigint, former text, code text')}
  where shares.id = given.id and shares.code = given.former`

/** A state stands until a later one is known, or its date turns out to be that of a wrong clock. */
const putHealth = statement<never>`
  update shares set health = given.health, checked = given.checked
  from ${rowsOf('key text, health text, checked bigint, latest bigint')}
  where shares.key = given.key
    and (shares.checked is null or shares.checked <= given.checked or shares.checked > given.latest)`

/**
 * Adds works of shares, and updates the dates of those that are known. The key is concatenated, so that their rows are found by share: a
 * popular work has thousands of shares. `update … from` would read all works for each row.
 */
const putWorks = statement<never>`
  insert into works (id, share, key, seen)
  select coalesce(works.id, ${nextId('works')}), shares.id, given.key, given.seen
  from ${rowsOf('share text, key text, seen bigint')} cross join shares
    left join works on works.share = shares.id and works.key || '' = given.key
  where shares.key = given.share
    and (works.id is null or abs(given.seen - works.seen) >= ${raw(workUpdateMs)})
  on conflict (id) do update set seen = excluded.seen`

const trimWorks = statement<never, { keys: string }>`
  delete from works where id in (
    select id from (
      select id, row_number() over (partition by share order by seen desc, id desc) as place from works
      where share in (select id from shares where ${among('key', 'keys')})
    ) as placed where place > ${raw(maxWorksPerShare)}
  )`

const removeSeen = statement<never>`
  delete from sightings where id in (
    select seen.id from ${rowsOf('key text, source text')}
      cross join shares cross join sources cross join sightings as seen
    where shares.key = given.key and sources.name = given.source and seen.share = shares.id and seen.source = sources.id
  )`

/** `canStore`: whether a key and a source can be stored; default: all. */
export function createArchiveWrites(sql: Sql, canStore: (text: string) => boolean = () => true) {
  /** Writes sightings with their tokens. */
  const store = async (sightings: readonly SightingToWrite[], now: number): Promise<void> => {
    if (sightings.length > 0) await sql.transaction(() => storeSightings(sql, sightings, now))
  }
  // All write atomically, and again without effect.
  return {
    store,
    writeSightings: (sightings: readonly SeenSighting[], now: number) =>
      store(withTokens(sightings.filter(({ key, source }) => canStore(key) && canStore(source))), now),
    /** Stores health states of stored shares, each share once. */
    writeHealth: (states: readonly HealthToWrite[], now: number): Promise<void> =>
      sql.transaction(async () => {
        const latest = now + maxClockSkewMs
        const rows = states.map(({ key, state: health, at: checked }) => ({ key, health, checked, latest }))
        await sql.allRows(putHealth, rows)
      }),
    /** Stores under which works shares stand, of each share the latest few. Shares that the archive does not have are left out. */
    writeWorks: (works: readonly SeenWork[]): Promise<void> =>
      sql.transaction(async () => {
        const rows = works.map(({ share, work, seenAt }) => ({ share, key: work, seen: seenAt }))
        await sql.allRows(putWorks, rows)
        await sql.run(trimWorks, { keys: toJsonList(new Set(works.map(({ share }) => share))) })
      }),
    /** Removes sightings atomically. In a transaction, a frozen PostgreSQL does not remove them after the caller received a failure. */
    removeSightings: (sightings: readonly SightingId[]): Promise<void> =>
      sql.transaction(async () => void (await sql.allRows(removeSeen, sightings))),
  }
}

async function storeSightings(sql: Sql, sightings: readonly SightingToWrite[], now: number): Promise<void> {
  const sources = Array.from(new Set(sightings.map(({ source }) => source)), (name) => ({ name }))
  await sql.allRows(addSources, sources)
  await sql.allRows(putShares, sharesOf(sightings))
  const pairs = new Map(sightings.map((one) => [nameOf(one), { key: one.key, name: one.source }]))
  const rows = await sql.allRows(findRows, pairs.values())
  const found = Map.groupBy(rows, ({ key, name: source }) => nameOf({ key, source }))
  const last = (await sql.first(findLastId, {}))?.id ?? 0
  await mergeSightings(sql, { sightings, found, now, last })
}

function nameOf({ key, source }: SightingId): string {
  return `${source}\n${key}`
}

/** The shares of sightings, each once: PostgreSQL updates a row at most once in a statement. */
function sharesOf(sightings: readonly SightingToWrite[]) {
  const shares = new Map<string, { key: string; url: string; code: string; seen: number }>()
  for (const { key, url, password, seenAt } of sightings) {
    const before = shares.get(key)
    shares.set(key, { key, url, code: before?.code || password, seen: Math.max(before?.seen ?? seenAt, seenAt) })
  }
  return [...shares.values()]
}

interface MergeContext {
  readonly sightings: readonly SightingToWrite[]
  /** The rows of each share and source, by name. */
  readonly found: ReadonlyMap<string, readonly FoundSighting[]>
  readonly now: number
  /** The highest id of a sighting. */
  readonly last: number
}

async function mergeSightings(sql: Sql, { sightings, found, now, last }: MergeContext): Promise<void> {
  const before = new Map<string, readonly SightingRow[]>()
  for (const [name, rows] of found) before.set(name, sorted(rows.filter((row) => row.id !== null)))
  const rows = new Map(before)
  const corrected: { id: number; former: string; code: string }[] = []
  let highest = last
  const nextId = () => {
    highest += 1
    return highest
  }
  for (const given of oldestFirst(sightings)) {
    const name = nameOf(given)
    const own = rows.get(name) ?? []
    const { share = 0, source = 0 } = found.get(name)?.[0] ?? {}
    const merged = mergeSighting(own, given, { share, source, now, nextId })
    const former = own.find(({ title }) => title === given.title)?.password
    const isCorrected = former && given.password && merged.every(({ password }) => password !== former)
    if (isCorrected) corrected.push({ id: share, former, code: given.password })
    rows.set(name, merged)
  }
  await writeRows(sql, [...before.values()].flat(), [...rows.values()].flat())
  await sql.allRows(correctCodes, corrected)
}

/** Sorts the oldest first, so that the newest posts get the highest ids and are found first. */
function oldestFirst(sightings: readonly SightingToWrite[]): SightingToWrite[] {
  const timeOf = ({ at }: SightingToWrite) => at ?? Number.NEGATIVE_INFINITY
  return sightings.toSorted((one, other) => timeOf(one) - timeOf(other) || 0)
}

/** Splits the search texts of sightings into tokens. */
function withTokens(sightings: readonly SeenSighting[]): SightingToWrite[] {
  let last = { searchText: '', text: '' }
  return sightings.map((sighting) => {
    const { searchText } = sighting
    // The links of a post have the same text, one after the other.
    if (searchText !== last.searchText) last = { searchText, text: ngrams(searchText).join(' ') }
    // Not a copy: nobody else has the batch.
    return Object.assign(sighting, { text: last.text })
  })
}

const findDead = statement<{ id: number }, { most: number }>`
  select id from shares where health = 'bad' order by checked limit ${'most'}`

const findUnseen = statement<{ id: number }, { most: number }>`select id from shares order by seen limit ${'most'}`

const removeOfShares = statement<never, { shares: string }>`
  delete from sightings where ${among('share', 'shares', 'bigint')}`

const removeShares = statement<never, { shares: string }>`delete from shares where ${among('id', 'shares', 'bigint')}`

export interface Retention {
  readonly maxBytes: number
  /** Shares evicted in one transaction, which blocks other writers. */
  readonly evictedAtOnce: number
  /** Bytes of the archive. */
  readonly used: () => Promise<number>
}

/** Evicts dead shares first, then those not seen for longest. */
export function createArchiveRetention(sql: Sql, { maxBytes, evictedAtOnce: most, used }: Retention) {
  const isTooMuch = async () => (await used()) > maxBytes * 0.97
  async function evict(): Promise<boolean> {
    // Another replica may have evicted enough.
    if (!(await isTooMuch())) return false
    const dead = await sql.all(findDead, { most })
    const evicted = dead.length > 0 ? dead : await sql.all(findUnseen, { most })
    const shares = toJsonList(evicted.map(({ id }) => id))
    await sql.run(removeOfShares, { shares })
    await sql.run(removeShares, { shares })
    return evicted.length > 0
  }
  return {
    /** Evicts some shares if the archive is too large; whether any were evicted. */
    evict: async (): Promise<boolean> => (await isTooMuch()) && (await sql.transaction(evict)),
    /** Whether data must be evicted before the next write. */
    isFull: async () => (await used()) > maxBytes,
  }
}
