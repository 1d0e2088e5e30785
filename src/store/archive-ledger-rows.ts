// The sightings rows of a batch's shares: changed in memory, written at once.
import { ofArchive } from './archive-rows.ts'
import type { Sql } from './sql.ts'
import { asList } from './sql-lists.ts'

/** A row of a sighting. */
export interface Row {
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

export interface LedgerRows {
  /** Rows of a share and source, the oldest first; rows without a date come before all others. */
  rows(share: number, source: number): readonly Row[]
  /** Adds a row with the highest id, so that searches find it first. */
  addRow(row: Omit<Row, 'id'>): void
  /** Marks a row as changed. With `isNew` it gets the highest id. */
  rewritten(row: Row, isNew: boolean): void
  /** Marks a row whose access code or last date changed. */
  touched(row: Row): void
  removeRow(row: Row): void
}

/** Creates the rows; `read` are the rows in the database, `latest` is the highest id. */
export function createLedgerRows(
  read: readonly Row[],
  latest: number,
): LedgerRows & { write(sql: Sql): Promise<void> } {
  /** Rows in the database with their current ids. */
  const there = new Map(read.map((row) => [{ ...row }, row.id]))
  const places = Map.groupBy(there.keys(), placeOf)
  const added = new Set<Row>()
  const rewritten = new Set<Row>()
  const touched = new Set<Row>()
  const gone: number[] = []
  let last = latest

  function next(): number {
    last += 1
    return last
  }

  return {
    rows: (share, source) => (places.get(placeOf({ share, source })) ?? []).toSorted(byAge),
    addRow(given) {
      const row = { ...given, id: next() }
      places.set(placeOf(row), [...(places.get(placeOf(row)) ?? []), row])
      added.add(row)
    },
    rewritten(row, isNew) {
      if (isNew) row.id = next()
      if (!added.has(row)) rewritten.add(row)
    },
    touched: (row) => void (added.has(row) || touched.add(row)),
    removeRow(row) {
      places.set(placeOf(row), places.get(placeOf(row))?.filter((other) => other !== row) ?? [])
      for (const some of [added, rewritten, touched]) some.delete(row)
      const id = there.get(row)
      if (id !== undefined) gone.push(id)
    },
    async write(sql) {
      await add(sql, [...added])
      await rewrite(
        sql,
        [...rewritten].map((row) => ({ ...row, was: there.get(row) ?? row.id })),
      )
      await touch(sql, [...touched.difference(rewritten)])
      if (gone.length > 0) await sql.run(ofArchive('removeSightings'), { list: asList(gone) })
    },
  }
}

function placeOf({ share, source }: Pick<Row, 'share' | 'source'>): string {
  return `${share} ${source}`
}

function byAge(one: Row, other: Row): number {
  return timeOf(one) - timeOf(other) || one.id - other.id
}

/** The date of a row; a missing date sorts before all others. */
function timeOf({ at }: Row): number {
  return at ?? -Number.MAX_VALUE
}

async function add(sql: Sql, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const list = asList(rows)
  await sql.run(ofArchive('addSightings'), { list })
  if (sql.engine === 'sqlite') await sql.run(ofArchive('addTexts'), { list })
}

async function rewrite(sql: Sql, rows: readonly (Row & { readonly was: number })[]): Promise<void> {
  if (rows.length === 0) return
  const list = asList(rows)
  await sql.run(ofArchive('changeSightings'), { list })
  if (sql.engine !== 'sqlite') return
  await sql.run(ofArchive('removeTexts'), { list: asList(rows.map(({ was }) => was)) })
  await sql.run(ofArchive('addTexts'), { list })
}

async function touch(sql: Sql, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const list = rows.map(({ id, last, password }) => ({ was: id, last, password }))
  await sql.run(ofArchive('touchSightings'), { list: asList(list) })
}
