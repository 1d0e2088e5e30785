// The sightings of a batch's shares as they stand in their rows, changed in memory and written at once.
import { ofArchive } from './archive-rows.ts'
import type { Sql } from './sql.ts'
import { asList } from './sql-lists.ts'

/** A sighting as it stands in its row. */
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
  /** With blanks between them, where they are to be written. */
  tokens?: string
}

export interface LedgerRows {
  /** Those of a share that one source showed: the oldest first, and those without a time before them. */
  rows(share: number, source: number): readonly Row[]
  /** Adds it with the highest number, so that it is found first. */
  addRow(row: Omit<Row, 'id'>): void
  /** Notes that more of it is another than its code and when it was seen last. What `isNew` gets the highest number. */
  rewritten(row: Row, isNew: boolean): void
  /** Notes that its code is another, or when it was seen last. */
  touched(row: Row): void
  removeRow(row: Row): void
}

/** Makes them of what was read; `latest` is the highest number of all. */
export function createLedgerRows(
  read: readonly Row[],
  latest: number,
): LedgerRows & { write(sql: Sql): Promise<void> } {
  /** With the numbers under which they stand. */
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

/** Before all times where there is none: two of those are equal. */
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
