// Copies the history of hot lists; its days are copied as they are, compressed.
import type { Sql, Statement } from '../sql/sql.ts'
import { statement } from '../sql/sql-tag.ts'

interface HistoryPosition {
  readonly list: string
  readonly at: number
}

type DayRow = HistoryPosition & { readonly grain: number; readonly bytes: number; readonly body: Uint8Array }
type ChangeRow = HistoryPosition & { readonly change: string }
type After = HistoryPosition & { readonly most: number }

/** Days may be large, so few are read at once. */
const pageSize = 200

const countRows = statement<{ rows: number }>`
  select (select count(*) from list_days) + (select count(*) from list_changes) as rows`

const findDays = statement<DayRow, After>`
  select list, day as at, grain, bytes, body from list_days where (list, day) > (${'list'}, ${'at'})
  order by list, day limit ${'most'}`

const addDay = statement<never, DayRow>`
  insert into list_days (list, day, grain, bytes, body)
  values (${'list'}, ${'at'}, ${'grain'}, ${'bytes'}, ${'body'})`

const findChanges = statement<ChangeRow, After>`
  select list, at, change from list_changes where (list, at) > (${'list'}, ${'at'}) order by list, at limit ${'most'}`

const addChange = statement<never, ChangeRow>`
  insert into list_changes (list, at, change) values (${'list'}, ${'at'}, ${'change'})`

/** The number of rows: compressed days, and refreshes of the current day. */
export async function countHistory(side: Sql | undefined): Promise<number> {
  return (await side?.first(countRows, {}))?.rows ?? 0
}

/** Copies all rows. Rejects with database errors, and as `onDone` throws. */
export async function copyHistory(from: Sql, to: Sql, onDone: (rows: number) => void): Promise<void> {
  await copyRows(from, findDays, (row) => to.run(addDay, row), onDone)
  await copyRows(from, findChanges, (row) => to.run(addChange, row), onDone)
}

async function copyRows<Row extends HistoryPosition>(
  from: Sql,
  find: Statement<After, Row>,
  add: (row: Row) => Promise<unknown>,
  onDone: (rows: number) => void,
): Promise<void> {
  for (let after: HistoryPosition | undefined = { list: '', at: 0 }; after; ) {
    const { list, at } = after
    const rows: readonly Row[] = await from.all(find, { list, at, most: pageSize })
    for (const row of rows) await add(row)
    onDone(rows.length)
    after = rows.at(-1)
  }
}
