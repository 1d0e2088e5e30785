// Write operations of the archive: sightings, health of shares, works, and removals.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, namesOf, raw, rowsOf, statement } from '../sql/sql-tag.ts'
import { dateUpdateMs, findRows, mergeSighting, type SightingRow, sorted, writeRows } from './sighting-rows.ts'
import type { HealthToWrite, SeenWork, SightingId, SightingToWrite } from './tables.ts'

/** Health found further in the future was stored while the clock was wrong. */
const maxClockSkewMs = 5 * 60 * 1000
/** Maximum number of dead shares without a row. */
const maxDeadShares = 20_000
/** Real keys of shares are much shorter; the limit keeps the table small. */
const maxDeadKeyLength = 200
/** Titles change, and so does the recogniser: older works of a share are deleted. */
const maxWorksPerShare = 4
/** The date of a work only orders those of its share, so it is seldom updated. */
const workUpdateMs = 24 * 60 * 60 * 1000

const findLatest = statement<Readonly<Record<'share' | 'source' | 'sighting' | 'work' | 'dead', number>>>`
  select ${raw(['shares', 'sources', 'sightings', 'works', 'dead'].map((name) => `coalesce((select max(id) from ${name}), 0) as ${name.replace(/s$/, '')}`).join(', '))}`

const addSources = statement<never>`
  insert into sources (id, name) select given.id, given.name from ${rowsOf('id bigint, name text')} where true
  on conflict (name) do nothing`

/** The first access code stays, for sources that omit it: if sources disagree, each search would write. A date far ahead was stored while a clock was wrong. */
const putShares = statement<never>`
  insert into shares (id, key, url, code, seen)
  select given.id, given.key, given.url, given.code, given.seen
  from ${rowsOf('id bigint, key text, url text, code text, seen bigint')} where true
  on conflict (key) do update set url = excluded.url,
    seen = case when abs(excluded.seen - shares.seen) >= ${raw(`${dateUpdateMs}`)} then excluded.seen else shares.seen end,
    code = case when shares.code = '' then excluded.code else shares.code end
  where shares.url <> excluded.url or abs(excluded.seen - shares.seen) >= ${raw(`${dateUpdateMs}`)}
    or (shares.code = '' and excluded.code <> '')`

const correctCodes = statement<never>`
  update shares set code = given.code from ${rowsOf('id bigint, former text, code text')}
  where shares.id = given.id and shares.code = given.former`

const findShares = statement<{ id: number; key: string }, { keys: string }>`
  select id, key from shares where ${among('key', 'keys')}`

const findSources = statement<{ id: number; name: string }, { names: string }>`
  select id, name from sources where ${among('name', 'names')}`

const findDead = statement<{ key: string }, { keys: string }>`
  select key from dead where ${among('key', 'keys')} limit 1`

/** Shares that were evicted as dead do not count as alive when they are shown again. */
const takeOverDead = statement<never, { keys: string }>`
  update shares set health = 'bad', checked = dead.checked from dead
  where dead.key = shares.key and shares.health is null and ${among('dead.key', 'keys')}`

const removeTakenOver = statement<never, { keys: string }>`
  delete from dead where ${among('key', 'keys')} and exists (select 1 from shares where shares.key = dead.key)`

/** A state stands until a later one is known, or its date turns out to be that of a wrong clock. */
const givenStates = rowsOf('key text, health text, checked bigint, latest bigint')

const putHealth = statement<never>`
  update shares set health = given.health, checked = given.checked from ${givenStates}
  where shares.key = given.key
    and (shares.checked is null or shares.checked <= given.checked or shares.checked > given.latest)`

const removeRecovered = statement<never>`
  delete from dead where id in (
    select dead.id from ${givenStates} cross join dead
    where dead.key = given.key and given.health <> 'bad' and (dead.checked <= given.checked or dead.checked > given.latest)
  )`

const addDead = statement<never>`
  insert into dead (id, key, checked)
  select given.id, given.key, given.checked from ${rowsOf('id bigint, key text, checked bigint')}
  where not exists (select 1 from shares where shares.key = given.key)
  on conflict (key) do update set id = excluded.id, checked = excluded.checked
  where dead.checked <= excluded.checked or dead.checked > excluded.checked + ${raw(`${maxClockSkewMs}`)}`

const trimDead = statement<never>`
  delete from dead where id <= (select max(id) from dead) - ${raw(`${maxDeadShares}`)}`

const workColumns = 'id bigint, share bigint, key text, seen bigint'

/** Concatenated, so that no index of keys is used: a popular work has thousands of shares. */
const touchWorks = statement<never>`
  update works set seen = given.seen from ${rowsOf('share text, key text, seen bigint')} cross join shares
  where shares.key = given.share and works.share = shares.id and works.key || '' = given.key
    and abs(given.seen - works.seen) >= ${raw(`${workUpdateMs}`)}`

const addWorks = statement<never>`
  insert into works (${namesOf(workColumns)})
  select given.id, shares.id, given.key, given.seen
  from ${rowsOf('id bigint, share text, key text, seen bigint')} cross join shares
  where shares.key = given.share
    and not exists (select 1 from works where works.share = shares.id and works.key = given.key)`

const trimWorks = statement<never, { keys: string }>`
  delete from works where id in (
    select id from (
      select id, row_number() over (partition by share order by seen desc, id desc) as place from works
      where share in (select id from shares where ${among('key', 'keys')})
    ) as placed where place > ${raw(`${maxWorksPerShare}`)}
  )`

const removeSeen = statement<never>`
  delete from sightings where id in (
    select seen.id from ${rowsOf('key text, source text')}
      cross join shares cross join sources cross join sightings as seen
    where shares.key = given.key and sources.name = given.source and seen.share = shares.id and seen.source = sources.id
  )`

/** Creates the write operations; they reject with database errors. */
export function createWriteOperations(sql: Sql) {
  return {
    /** Writes sightings with their tokens. */
    store: async (sightings: readonly SightingToWrite[], now: number): Promise<void> => {
      if (sightings.length > 0) await sql.transaction(() => storeSightings(sql, sightings, now))
    },
    /** Stores health states, each share once. Of shares without a row only the dead ones are recorded. */
    writeHealth: (states: readonly HealthToWrite[], now: number): Promise<void> =>
      sql.transaction(async () => {
        const rows = states.map(({ key, state, at }) => {
          return { key, health: state, checked: at, latest: now + maxClockSkewMs }
        })
        await sql.runRows(putHealth, rows)
        await sql.runRows(removeRecovered, rows)
        await addDeadShares(
          sql,
          rows.filter(({ health }) => health === 'bad'),
        )
      }),
    /** Stores under which works shares stand, of each share the latest few. Shares that the archive does not have are left out. */
    writeWorks: (works: readonly SeenWork[]): Promise<void> =>
      sql.transaction(async () => {
        const rows = works.map(({ share, work, seenAt }) => ({ share, key: work, seen: seenAt }))
        await sql.runRows(touchWorks, rows)
        await sql.runRows(addWorks, numbered(rows, (await latestIds(sql)).work))
        await sql.run(trimWorks, { keys: toJsonList(new Set(works.map(({ share }) => share))) })
      }),
    /** Removes sightings atomically. In a transaction, a frozen PostgreSQL does not remove them after the caller received a failure. */
    removeSightings: (sightings: readonly SightingId[]): Promise<void> =>
      sql.transaction(() => sql.runRows(removeSeen, sightings)),
  }
}

async function latestIds(sql: Sql) {
  return (await sql.first(findLatest, {})) ?? { share: 0, source: 0, sighting: 0, work: 0, dead: 0 }
}

/** Rows with the ids after `last`. */
function numbered<Row extends object>(rows: readonly Row[], last: number) {
  return rows.map((row, at) => ({ ...row, id: last + at + 1 }))
}

async function storeSightings(sql: Sql, sightings: readonly SightingToWrite[], now: number): Promise<void> {
  const last = await latestIds(sql)
  const sources = Array.from(new Set(sightings.map(({ source }) => source)), (name) => ({ name }))
  await sql.runRows(addSources, numbered(sources, last.source))
  const shares = sharesOf(sightings)
  await sql.runRows(putShares, numbered(shares, last.share))
  const keys = toJsonList(shares.map(({ key }) => key))
  if (await sql.first(findDead, { keys })) {
    await sql.run(takeOverDead, { keys })
    await sql.run(removeTakenOver, { keys })
  }
  const idsOfShares = new Map((await sql.all(findShares, { keys })).map(({ key, id }) => [key, id]))
  const found = await sql.all(findSources, { names: toJsonList(sources.map(({ name }) => name)) })
  const idsOfSources = new Map(found.map(({ name, id }) => [name, id]))
  const idOf = ({ key, source }: SightingToWrite) => {
    return { share: idsOfShares.get(key) ?? 0, source: idsOfSources.get(source) ?? 0 }
  }
  await writeSightings(sql, sightings, { idOf, now, last: last.sighting })
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

interface WriteContext {
  readonly idOf: (sighting: SightingToWrite) => { readonly share: number; readonly source: number }
  readonly now: number
  /** The highest id of a sighting. */
  readonly last: number
}

async function writeSightings(sql: Sql, sightings: readonly SightingToWrite[], context: WriteContext): Promise<void> {
  const { idOf, now } = context
  const nameOf = ({ share, source }: { readonly share: number; readonly source: number }) => `${share} ${source}`
  const pairs = new Map(sightings.map(idOf).map((pair) => [nameOf(pair), pair]))
  const before = await sql.allRows(findRows, pairs.values())
  const rows = new Map<string, readonly SightingRow[]>()
  for (const [name, own] of Map.groupBy(before, nameOf)) rows.set(name, sorted(own))
  const corrected: { id: number; former: string; code: string }[] = []
  let { last } = context
  const nextId = () => {
    last += 1
    return last
  }
  for (const given of oldestFirst(sightings)) {
    const pair = idOf(given)
    const own = rows.get(nameOf(pair)) ?? []
    const merged = mergeSighting(own, given, { ...pair, now, nextId })
    const code = own.find(({ title }) => title === given.title)?.password ?? ''
    if (
      code !== '' &&
      given.password !== '' &&
      code !== given.password &&
      merged.every(({ password }) => password !== code)
    )
      corrected.push({ id: pair.share, former: code, code: given.password })
    rows.set(nameOf(pair), merged)
  }
  await writeRows(sql, before, [...rows.values()].flat())
  if (corrected.length > 0) await sql.runRows(correctCodes, corrected)
}

/** Sorts the oldest first, so that the newest posts get the highest ids and are found first. */
function oldestFirst(sightings: readonly SightingToWrite[]): SightingToWrite[] {
  const timeOf = ({ at }: SightingToWrite) => at ?? Number.NEGATIVE_INFINITY
  return sightings.toSorted((one, other) => timeOf(one) - timeOf(other) || 0)
}

/** Records dead shares that have no row, the last one as the newest, and removes the oldest beyond the limit. Call inside a transaction. */
export async function addDeadShares(
  sql: Sql,
  shares: readonly { readonly key: string; readonly checked: number }[],
): Promise<void> {
  const dead = shares.filter(({ key }) => key.length <= maxDeadKeyLength)
  if (dead.length === 0) return
  await sql.runRows(addDead, numbered(dead, (await latestIds(sql)).dead))
  await sql.run(trimDead, {})
}
