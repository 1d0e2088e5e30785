// Migrations in a real PostgreSQL, also by several replicas at once.
import { expect, it, onTestFinished } from 'vitest'
import { askPostgres, sharedPostgres } from '../../../test/kit/postgres.ts'
import { type MigrationStep, NewerDatabaseError } from './migrations.ts'
import { migratePostgres } from './migrations-postgres.ts'
import { connectPostgres } from './postgres.ts'

const newPlace = sharedPostgres()
const one = step('create table a (x integer); insert into a values (1)')
const two = step('alter table a add column y integer; update a set y = x + 1')

function step(words: string): MigrationStep {
  return { sqlite: words, postgres: words }
}

async function connect(url: URL) {
  const connection = await connectPostgres(url, { connectMs: 5_000, statementMs: 5_000 })
  onTestFinished(() => connection.close())
  return connection
}

it('are taken one after the other, each once, whoever begins', async () => {
  const url = await newPlace()
  await migratePostgres(await connect(url), [one], 'trawl.db')
  const replicas = await Promise.all([connect(url), connect(url), connect(url)])
  await Promise.all(replicas.map((sql) => migratePostgres(sql, [one, two], 'trawl.db')))
  expect(await askPostgres(url, 'select x, y from a')).toEqual([{ x: 1, y: 2 }])
  await migratePostgres(await connect(url), [step('create table b (x integer)')], 'archive.db')
  expect(await askPostgres(url, 'select name, number from schema_numbers order by name')).toEqual([
    { name: 'archive.db', number: 1 },
    { name: 'trawl.db', number: 2 },
  ])
})

it('leave what was there when one fails, and can be taken again', async () => {
  const url = await newPlace()
  const sql = await connect(url)
  await expect(migratePostgres(sql, [one, step('nonsense')], 'trawl.db')).rejects.toThrow('nonsense')
  expect(await askPostgres(url, `select to_regclass('a') as a, to_regclass('schema_numbers') as numbers`)).toEqual([
    { a: null, numbers: null },
  ])
  await migratePostgres(sql, [one, two], 'trawl.db')
  expect(await askPostgres(url, 'select x, y from a')).toEqual([{ x: 1, y: 2 }])
})

it('are not taken in a database that has more of them', async () => {
  const url = await newPlace()
  const sql = await connect(url)
  await migratePostgres(sql, [one, two], 'trawl.db')
  await expect(migratePostgres(sql, [one], 'trawl.db')).rejects.toThrow(NewerDatabaseError)
})
