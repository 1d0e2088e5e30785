// The sightings rows of a batch's shares: changed in memory, written at once.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, namesOf, raw, rowsOf, statement } from '../sql/sql-tag.ts'

export interface UnitOfWorkRow {
  id: number
  readonly share: number
  readonly source: number
  type: number
  sum: number
  at: number | null
  readonly first: number
  last: number
  post: string
  title: string
  heading: string
  password: string
  /** Search tokens separated by blanks, if they are to be written. */
  tokens?: string
}

/** The columns of both databases. */
const sightingColumns =
  'id bigint, share bigint, source bigint, type bigint, sum bigint, at bigint, first bigint, last bigint, ' +
  'post text, title text, heading text, password text'
const columns = namesOf(sightingColumns)
const tokensColumn = ', tokens text'

export const findRows = statement<UnitOfWorkRow>`
  select ${namesOf(`seen.${sightingColumns.replaceAll(', ', ', seen.')}`)}
  from ${rowsOf('share bigint, source bigint')} cross join sightings as seen
  where seen.share = given.share and seen.source = given.source`

/** PostgreSQL stores the tokens in the row, SQLite in a full-text index. */
const addSightings = statement<never>`
  insert into sightings (${columns}${raw(', tokens', 'postgres')})
  select ${columns}${raw(", string_to_array(given.tokens, ' ')", 'postgres')} from ${rowsOf(sightingColumns, tokensColumn)}`

const changeSightings = statement<never>`
  update sightings set id = given.id, type = given.type, sum = given.sum, at = given.at, last = given.last,
    post = given.post, title = given.title, heading = given.heading, password = given.password
    ${raw(", tokens = string_to_array(given.tokens, ' ')", 'postgres')}
  from ${rowsOf(`${sightingColumns}, was bigint`, tokensColumn)}
  where sightings.id = given.was`

const touchSightings = statement<never>`
  update sightings set last = given.last, password = given.password
  from ${rowsOf('was bigint, last bigint, password text')}
  where sightings.id = given.was`

const removeSightings = statement<never, { list: string }>`
  delete from sightings where ${among('id', 'list', 'bigint')}`

/** In one statement, because each insertion into a full-text index has a high fixed cost. SQLite only. */
const addTexts = statement<never, { list: string }>`
  insert into grams (rowid, tokens) select value ->> 0, value ->> 1 from json_each(${'list'})`

const removeTexts = statement<never, { list: string }>`delete from grams where ${among('rowid', 'list', 'bigint')}`

/** Creates the rows; `read` are the rows in the database, `latest` is the highest id. */
export function createUnitOfWorkRows(read: readonly UnitOfWorkRow[], latest: number) {
  /** Rows in the database with their current ids. */
  const there = new Map(read.map((row) => [{ ...row }, row.id]))
  const rowsByPair = Map.groupBy(there.keys(), pairKey)
  const added = new Set<UnitOfWorkRow>()
  const rewritten = new Set<UnitOfWorkRow>()
  const touched = new Set<UnitOfWorkRow>()
  const removedIds: number[] = []
  let last = latest

  function next(): number {
    last += 1
    return last
  }

  return {
    /** Rows of a share and source, the oldest first; rows without a date come before all others. */
    rows: (share: number, source: number): readonly UnitOfWorkRow[] =>
      (rowsByPair.get(pairKey({ share, source })) ?? []).toSorted(byAge),
    /** Adds a row with the highest id, so that searches find it first. */
    addRow(given: Omit<UnitOfWorkRow, 'id'>): void {
      const row = { ...given, id: next() }
      rowsByPair.set(pairKey(row), [...(rowsByPair.get(pairKey(row)) ?? []), row])
      added.add(row)
    },
    /** Marks a row as changed. With `isNew` it gets the highest id. */
    markRewritten(row: UnitOfWorkRow, isNew: boolean): void {
      if (isNew) row.id = next()
      if (!added.has(row)) rewritten.add(row)
    },
    /** Marks a row whose access code or last date changed. */
    markTouched: (row: UnitOfWorkRow) => void (added.has(row) || touched.add(row)),
    removeRow(row: UnitOfWorkRow): void {
      rowsByPair.set(pairKey(row), rowsByPair.get(pairKey(row))?.filter((other) => other !== row) ?? [])
      for (const some of [added, rewritten, touched]) some.delete(row)
      const id = there.get(row)
      if (id !== undefined) removedIds.push(id)
    },
    async write(sql: Sql): Promise<void> {
      await addSightingRows(sql, [...added])
      await rewrite(
        sql,
        [...rewritten].map((row) => ({ ...row, was: there.get(row) ?? row.id })),
      )
      await touch(sql, [...touched.difference(rewritten)])
      if (removedIds.length > 0) await sql.run(removeSightings, { list: toJsonList(removedIds) })
    },
  }
}

function pairKey({ share, source }: Pick<UnitOfWorkRow, 'share' | 'source'>): string {
  return `${share} ${source}`
}

function byAge(one: UnitOfWorkRow, other: UnitOfWorkRow): number {
  return timeOf(one) - timeOf(other) || one.id - other.id
}

/** The date of a row; a missing date sorts before all others. */
function timeOf({ at }: UnitOfWorkRow): number {
  return at ?? -Number.MAX_VALUE
}

async function addSightingRows(sql: Sql, rows: readonly UnitOfWorkRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql.runRows(addSightings, rows)
  if (sql.engine === 'sqlite') await index(sql, rows)
}

async function rewrite(sql: Sql, rows: readonly (UnitOfWorkRow & { readonly was: number })[]): Promise<void> {
  if (rows.length === 0) return
  await sql.runRows(changeSightings, rows)
  if (sql.engine !== 'sqlite') return
  await sql.run(removeTexts, { list: toJsonList(rows.map(({ was }) => was)) })
  await index(sql, rows)
}

/** Replaces the indexed tokens of rows. SQLite only. */
export async function replaceTexts(sql: Sql, rows: readonly Pick<UnitOfWorkRow, 'id' | 'tokens'>[]): Promise<void> {
  await sql.run(removeTexts, { list: toJsonList(rows.map(({ id }) => id)) })
  await index(sql, rows)
}

async function index(sql: Sql, rows: readonly Pick<UnitOfWorkRow, 'id' | 'tokens'>[]): Promise<void> {
  await sql.run(addTexts, { list: toJsonList(rows.map(({ id, tokens }) => [id, tokens ?? ''])) })
}

async function touch(sql: Sql, rows: readonly UnitOfWorkRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql.runRows(
    touchSightings,
    rows.map(({ id, last, password }) => ({ was: id, last, password })),
  )
}
