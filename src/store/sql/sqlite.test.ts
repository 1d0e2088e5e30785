// Statements for many rows in SQLite.
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { rowsOf, statement } from './sql.ts'
import { createSqliteSql } from './sqlite.ts'

const columns = 'id bigint, name text'
const add = statement<never>`insert into things (id, name) select id, name from ${rowsOf(columns)}`
const find = statement<{ id: number }>`
  select things.id from ${rowsOf(columns)} cross join things where things.id = given.id and things.name = given.name`

function open() {
  const db = new DatabaseSync(':memory:')
  db.exec('create table things (id integer primary key, name text not null) strict')
  return createSqliteSql(db)
}

function rows(count: number): { id: number; name: string }[] {
  return Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `thing ${at + 1}` }))
}

it.each([0, 1, 15, 16, 17, 100])('%i rows are written and found, each once and in order', async (count) => {
  const sql = open()
  await sql.allRows(add, rows(count))
  expect(await sql.allRows(find, rows(200))).toEqual(rows(count).map(({ id }) => ({ id })))
})
