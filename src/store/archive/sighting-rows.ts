// The rows of sightings: what a new sighting changes among those of its share and source, and their statements.
import { crc32 } from 'node:zlib'
import { among, namesOf, raw, rowsOf, type Sql, statement, toJsonList } from '../sql/sql.ts'
import { numberOfType } from './schema.ts'
import type { SightingToWrite } from './types.ts'

export interface SightingRow {
  readonly id: number
  readonly share: number
  readonly source: number
  readonly type: number
  /** A checksum of the tokens. */
  readonly sum: number
  readonly at: number | null
  readonly first: number
  readonly last: number
  readonly post: string
  readonly title: string
  readonly heading: string
  readonly password: string
  /** Search tokens separated by blanks, if they are to be written. */
  readonly tokens?: string
  /** Its id in the database, if the row there is to be rewritten. */
  readonly was?: number | undefined
}

/** `last` and `seen` dates are updated at most this often, so that reading does not cause writes. */
export const dateUpdateMs = 60 * 60 * 1000
/** Maximum titles of a share from one source. */
const maxTitles = 3

interface Context {
  readonly share: number
  readonly source: number
  /** Epoch milliseconds. */
  readonly now: number
  /** The next id. The highest one is found first by searches. */
  nextId(): number
}

/**
 * The rows of a share and source, the oldest first, after a sighting: it replaces the row of its title, else the row of its post, unless that one
 * is newer; a fourth title replaces the oldest one. Rows that do not change are the same objects.
 */
export function mergeSighting(
  rows: readonly SightingRow[],
  given: SightingToWrite,
  context: Context,
): readonly SightingRow[] {
  const stored = rows.find(({ title }) => title === given.title) ?? rows.find(({ post }) => post === given.post)
  const isOlder = stored !== undefined && wasBefore(given, stored, context.now)
  const password = given.password || codeOf(rows)
  const others = rows
    // The post now has another title.
    .filter((row) => row === stored || row.post !== given.post)
    .map((row) => withCode(row, given.password, isOlder ? undefined : stored?.password))
  const written = columnsOf({ ...given, password })
  const replace = (old: SightingRow, columns: Partial<SightingRow>) =>
    sorted(others.map((row) => (row === old ? { ...old, ...columns } : row)))
  const rewrite = (old: SightingRow) => {
    const id = isNew(given, old) ? context.nextId() : old.id
    return replace(old, { ...written, id, was: old.tokens === undefined ? old.id : old.was })
  }
  const same = others.find(({ id }) => id === stored?.id)
  if (same) {
    const isSame = password === stored?.password && content.every((column) => written[column] === same[column])
    if (!isOlder && !isSame) return rewrite(same)
    return isDateDue(same, given, context) ? replace(same, { last: given.seenAt }) : others
  }
  const [oldest] = others
  if (oldest && others.length >= maxTitles) return isReplaceable(oldest, given) ? rewrite(oldest) : others
  const { share, source } = context
  return sorted([...others, { id: context.nextId(), share, source, first: oldest?.first ?? given.seenAt, ...written }])
}

function isDateDue({ last }: SightingRow, { seenAt }: SightingToWrite, { now }: Context): boolean {
  return seenAt - last >= dateUpdateMs || last > now
}

/** The access code of the newest title that has one, for sightings without a code. */
function codeOf(rows: readonly SightingRow[]): string {
  return rows.findLast(({ password }) => password !== '')?.password ?? ''
}

/** A new access code applies to all titles without a code or with the one that it corrects. */
function withCode(row: SightingRow, code: string, corrected = ''): SightingRow {
  const isOwn = code === '' || row.password === code || (row.password !== '' && row.password !== corrected)
  return isOwn ? row : { ...row, password: code }
}

function columnsOf(given: SightingToWrite) {
  const { type, at = null, seenAt, post, title, heading, password, text } = given
  const seen = { type: numberOfType(type), sum: crc32(text), at, last: seenAt }
  return { ...seen, post, title, heading, password, tokens: text }
}

/** The oldest first; rows without a date come before all others. */
export function sorted(rows: readonly SightingRow[]): readonly SightingRow[] {
  const timeOf = ({ at }: SightingRow) => at ?? -Number.MAX_VALUE
  return rows.toSorted((one, other) => timeOf(one) - timeOf(other) || one.id - other.id)
}

const names = ['post', 'title', 'heading'] as const
const content = [...names, 'type', 'sum', 'at'] as const

function isNew(given: SightingToWrite, stored: SightingRow): boolean {
  return names.some((column) => given[column] !== stored[column])
}

/**
 * Whether a sighting is older than the stored one. Showing an older post again does not retract the newer one, and neither does a queued
 * sighting that is written after a later one of another replica.
 */
function wasBefore({ at, seenAt }: SightingToWrite, stored: SightingRow, now: number): boolean {
  if (at !== undefined && stored.at !== null && at !== stored.at) return at < stored.at
  return seenAt < stored.last && stored.last <= now
}

/** Whether the oldest title is replaced. A source with more titles than the maximum must not cause a write each time. */
function isReplaceable(oldest: SightingRow, { at, seenAt }: SightingToWrite): boolean {
  if (at === undefined || oldest.at === null) return seenAt - oldest.last >= dateUpdateMs
  return at > oldest.at
}

/** The columns of both databases. */
const sightingColumns =
  'id bigint, share bigint, source bigint, type bigint, sum bigint, at bigint, first bigint, last bigint, ' +
  'post text, title text, heading text, password text'
const columns = namesOf(sightingColumns)
const tokensColumn = ', tokens text'

/** A row of a share and source that were just stored, or only their ids. */
export type FoundSighting = (SightingRow | (Pick<SightingRow, 'share' | 'source'> & { readonly id: null })) & {
  readonly key: string
  readonly name: string
}

export const findRows = statement<FoundSighting>`
  select given.key, given.name, shares.id as share, sources.id as source,
    ${namesOf('id type sum at first last post title heading password'.replaceAll(/(\w+) ?/g, 'seen.$1, ').slice(0, -2))}
  from ${rowsOf('key text, name text')} cross join shares cross join sources
    left join sightings as seen on seen.share = shares.id and seen.source = sources.id
  where shares.key = given.key and sources.name = given.name`

/** PostgreSQL stores the tokens in the row, SQLite in a full-text index. */
const addSightings = statement<never>`
  insert into sightings (${columns}${raw(', tokens', 'postgres')})
  select ${columns}${raw(", string_to_array(given.tokens, ' ')", 'postgres')} from ${rowsOf(sightingColumns, tokensColumn)}`

/** In place: a row that is removed and inserted again costs twice as much. */
const changeSightings = statement<never>`
  update sightings set id = given.id, type = given.type, sum = given.sum, at = given.at, last = given.last,
    post = given.post, title = given.title, heading = given.heading, password = given.password
    ${raw(", tokens = string_to_array(given.tokens, ' ')", 'postgres')}
  from ${rowsOf(`${sightingColumns}, was bigint`, tokensColumn)}
  where sightings.id = given.was`

const touchSightings = statement<never>`
  update sightings set last = given.last, password = given.password
  from ${rowsOf('id bigint, last bigint, password text')}
  where sightings.id = given.id`

const removeIds = statement<never, { list: string }>`
  delete from sightings where ${among('id', 'list', 'bigint')}`

/** In one statement, because each insertion into a full-text index has a high fixed cost. SQLite only. */
const addTexts = statement<never, { list: string }>`
  insert into grams (rowid, tokens) select value ->> 0, value ->> 1 from json_each(${'list'})`

const removeTexts = statement<never, { list: string }>`delete from grams where ${among('rowid', 'list', 'bigint')}`

/** Writes what differs between the rows of before, as they were read, and of after; removals come last, so that no share is ever without sighting. */
export async function writeRows(
  sql: Sql,
  before: readonly SightingRow[],
  after: readonly SightingRow[],
): Promise<void> {
  const known = new Set(before)
  // In rising order: FTS5 writes out what it has gathered whenever an id is lower than the one before.
  const changed = after.filter((row) => !known.has(row)).sort((one, other) => one.id - other.id)
  const [touched, written] = [
    changed.filter(({ tokens }) => tokens === undefined),
    changed.filter(({ tokens }) => tokens !== undefined),
  ]
  const added = written.filter(({ was }) => was === undefined)
  const rewritten = written.filter(({ was }) => was !== undefined)
  const left = new Set(after.map(({ id, was }) => was ?? id))
  const removed = before.map(({ id }) => id).filter((id) => !left.has(id))
  await sql.allRows(addSightings, added)
  await sql.allRows(changeSightings, rewritten)
  await replaceTexts(sql, written)
  await sql.allRows(touchSightings, touched)
  if (removed.length > 0) await sql.run(removeIds, { list: toJsonList(removed) })
}

/** Replaces the indexed tokens of rows. SQLite only. */
export async function replaceTexts(
  sql: Sql,
  rows: readonly Pick<SightingRow, 'id' | 'was' | 'tokens'>[],
): Promise<void> {
  if (sql.engine !== 'sqlite' || rows.length === 0) return
  const former = rows.flatMap(({ was }) => was ?? [])
  if (former.length > 0) await sql.run(removeTexts, { list: toJsonList(former) })
  await sql.run(addTexts, { list: toJsonList(rows.map(({ id, tokens }) => [id, tokens ?? ''])) })
}
