// List arguments of statements while they are built: membership tests, and rows read from JSON.
import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ColumnTypes, Dialect } from './sql.ts'

type JsonColumn = 'text' | 'number' | 'text?' | 'number?'
type Columns = Readonly<Record<string, JsonColumn>>

/** A row of these columns. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ColumnTypes[C[Name]] }

/** Whether `column` is in `list`, a JSON array: `["a","b"]`. Uses the index of the column. */
export function isAmong(
  column: string,
  list: RawBuilder<string>,
  { engine, of }: { readonly engine: Dialect; readonly of: 'text' | 'number' },
): RawBuilder<SqlBool> {
  const found = sql.ref(column)
  if (engine === 'sqlite') return sql`${found} in (select value from json_each(${list}))`
  const each = sql`json_array_elements_text(cast(${list} as json))`
  return of === 'text'
    ? sql`${found} = any(array(select ${each}))`
    : sql`${found} = any(array(select cast(${each} as bigint)))`
}

/** The rows of `list`, a JSON array `[{"id":1,"name":"a"}]`, as the table `given`. */
export function rowsOf<const C extends Columns>(
  list: RawBuilder<string>,
  columns: C,
  engine: Dialect,
): AliasedRawBuilder<RowOf<C>, 'given'> {
  const names = Object.keys(columns)
  if (engine === 'sqlite') {
    const cells = names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`)
    return sql<RowOf<C>>`(select ${sql.join(cells)} from json_each(${list}))`.as('given')
  }
  const types = names.map((name) => sql`${sql.ref(name)} ${sql.raw(typeOf(columns[name]))}`)
  return sql<RowOf<C>>`json_to_recordset(cast(${list} as json))`.as<'given'>(sql`given(${sql.join(types)})`)
}

function typeOf(column: JsonColumn | undefined): string {
  return column === 'number' || column === 'number?' ? 'bigint' : 'text'
}
