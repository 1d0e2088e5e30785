// Migrations of real databases, in PostgreSQL also by several replicas at once.
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databases, placesIn } from '../../../test/kit/disk.ts'
import { migrate } from './migrations.ts'
import { connectPostgres } from './postgres.ts'
import type { MigrationStep, Sql } from './sql.ts'
import { raw, statement } from './sql.ts'
import { createSqliteSql } from './sqlite.ts'

const one = step('create table a (x integer); insert into a values (1)')
const two = step('alter table a add column y integer; update a set y = x + 1')

/** SQL that both databases understand. */
function step(words: string): MigrationStep {
  return { sqlite: words, postgres: words }
}

async function connect(place: string | URL): Promise<Sql> {
  if (typeof place === 'string') {
    const db = new DatabaseSync(`${place}/some.db`, { timeout: 5_000 })
    onTestFinished(() => db.close())
    return createSqliteSql(db)
  }
  const connection = await connectPostgres(place, { connectMs: 5_000, statementMs: 5_000 })
  onTestFinished(() => connection.close())
  return connection
}

describe.each(databases)('the steps in %s', (engine) => {
  const newPlace = placesIn(engine)
  const rowsOf = async (sql: Sql, columns = 'x, y') =>
    (await sql.all(statement`select ${raw(columns)} from a`, {})).map((row) => ({ ...Object(row) }))

  it('are taken one after the other, each once', async () => {
    const sql = await connect(await newPlace())
    await migrate(sql, [['trawl.db', [one]]])
    for (let times = 0; times < 2; times += 1)
      await migrate(sql, [
        ['trawl.db', [one, two]],
        ['archive.db', [step('create table b (x integer)')]],
      ])
    expect(await rowsOf(sql)).toEqual([{ x: 1, y: 2 }])
    const versions = await sql.all(statement`select name, number from schema_numbers order by name`, {})
    expect(versions.map((row) => ({ ...Object(row) }))).toEqual([
      { name: 'archive.db', number: 1 },
      { name: 'trawl.db', number: 2 },
    ])
  })

  it('leave what was there when one fails half way, and can be taken again', async () => {
    const sql = await connect(await newPlace())
    await migrate(sql, [['trawl.db', [one]]])
    const failing = migrate(sql, [['trawl.db', [one, step(`${two.sqlite}; nonsense`)]]])
    await expect(failing).rejects.toThrow('nonsense')
    expect(await rowsOf(sql, 'x')).toEqual([{ x: 1 }])
    await migrate(sql, [['trawl.db', [one, two]]])
    expect(await rowsOf(sql)).toEqual([{ x: 1, y: 2 }])
  })

  it('are not taken in a database that has more of them', async () => {
    const sql = await connect(await newPlace())
    await migrate(sql, [['trawl.db', [one, two]]])
    await expect(migrate(sql, [['trawl.db', [one]]])).rejects.toMatchObject({ fault: { kind: 'newer' } })
  })
})

it('are taken by one of several replicas', async () => {
  const place = await placeInPostgres()
  const replicas = await Promise.all([connect(place), connect(place), connect(place)])
  await Promise.all(replicas.map((sql) => migrate(sql, [['trawl.db', [one, two]]])))
  expect(await replicas[0]?.all(statement`select x, y from a`, {})).toEqual([{ x: 1, y: 2 }])
})

const placeInPostgres = placesIn('postgres')
