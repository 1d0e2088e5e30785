// Answers in SQLite, and records over both databases: reads, overwrites and retention.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bytes, databases, newFolder, noise, noon, placesIn } from '../../../test/kit/disk.ts'
import { openPostgres } from '../postgres/open-postgres.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { answerMigrations } from './answer-table.ts'

const room = 1_000_000

/** An empty database, and a second connection to corrupt it. */
async function make() {
  const file = join(newFolder(), 'trawl.db')
  const database = await openSqlite(file, { answers: { maxBytes: room } }, { clock: () => 0 })
  const other = new DatabaseSync(file)
  onTestFinished(() => {
    for (const one of [other, database]) one.close()
  })
  return { database, other }
}

/** The functions of records in an empty database. */
async function openRecords(newPlace: ReturnType<typeof placesIn>) {
  const place = await newPlace()
  if (typeof place === 'string') return (await make()).database
  const database = await openPostgres(place, {})
  onTestFinished(database.close)
  return database
}

function answer(key: string, text: string, until = noon + 1_000) {
  return { key, at: noon, until, json: bytes(text) }
}

function record(name: string, text: string, revision: number) {
  return { name, bytes: bytes(text), revision }
}

function text(found: { readonly bytes: Uint8Array } | undefined) {
  return found && Buffer.from(found.bytes).toString()
}

describe('answers', () => {
  it('are given as they were asked for, as long as they serve, and twice for whom asks twice', async () => {
    const { database } = await make()
    await database.writeAnswers([answer('a', '1'), answer('b', '2', noon - 1), answer('c', '3')], noon)
    const { answers, damaged } = await database.readAnswers(['c', 'x', 'a', 'b', 'c'], noon)
    expect(answers.map((one) => one && Buffer.from(one.json).toString())).toEqual(['3', undefined, '1', undefined, '3'])
    expect([damaged, await database.readAnswers([], noon)]).toEqual([0, { answers: [], damaged: 0 }])
  })

  it('are kept under any key that a person may write', async () => {
    const { database } = await make()
    const keys = ['a "quoted" \\ key', '{"kw":"星际"}', '\u0000 and \ud800', "it's", '%', '😀', 'x'.repeat(2_000)]
    await database.writeAnswers(
      keys.map((key) => answer(key, key)),
      noon,
    )
    const { answers } = await database.readAnswers(keys, noon)
    expect(answers.filter(Boolean)).toHaveLength(keys.length)
    await database.writeAnswers(
      keys.map((key) => ({ key, at: noon, until: 0 })),
      noon,
    )
    expect((await database.readAnswers(keys, noon)).answers.filter(Boolean)).toEqual([])
  })

  it('that are damaged are counted, and are none', async () => {
    const { database, other } = await make()
    await database.writeAnswers([answer('a', 'x'.repeat(300)), answer('b', '2')], noon)
    other.exec("update answers set body = x'001122' where key = 'a'")
    const { answers, damaged } = await database.readAnswers(['a', 'b'], noon)
    expect([answers.map((one) => one !== undefined), damaged]).toEqual([[false, true], 1])
  })

  it('that have expired are let go a part at a time', async () => {
    const { database } = await make()
    const many = Array.from({ length: 700 }, (_, at) => answer(`${at}`, '1', noon + (at < 650 ? 1 : 10_000)))
    await database.writeAnswers(many, noon)
    expect([await database.tidyAnswers(noon + 5), await database.tidyAnswers(noon + 5)]).toEqual([true, false])
    const { answers } = await database.readAnswers(['0', '649', '650'], noon)
    expect(answers.map((one) => one !== undefined)).toEqual([false, false, true])
  })

  it('make room for others, those that were written first', async () => {
    const { database } = await make()
    const write = (name: string, at: number) => {
      const json = new Uint8Array(noise(20_000, at))
      return database.writeAnswers([{ ...answer(name, '', noon * 2), json }], noon + at)
    }
    for (let at = 0; at < 60; at += 1) await write(at % 10 === 0 ? 'again' : `${at}`, at)
    const { answers } = await database.readAnswers(['again', '1', '2', '59'], noon)
    expect(answers.map((one) => one !== undefined)).toEqual([true, false, false, true])
  })
})

describe.each(databases)('records in %s', (engine) => {
  const newPlace = placesIn(engine)

  it('go over the revision before theirs, or over none', async () => {
    const database = await openRecords(newPlace)
    const write = (...given: Parameters<typeof record>) => database.writeRecord(record(...given))
    expect(await write('r', '1', 1)).toBe(true)
    expect(await write('r', '2', 1)).toBe(false)
    expect(await write('r', '2', 2)).toBe(true)
    // The record before it was lost with its database.
    expect(await write('lost', '7', 8)).toBe(true)
    const found = [await database.readRecord('r'), await database.readRecord('lost'), await database.readRecord('none')]
    expect(found.map(text)).toEqual(['2', '7', undefined])
    expect(await database.readRevisions(['none', 'r', 'lost'])).toEqual([0, 2, 8])
  })

  it('that hold any bytes, or none, are as they were', async () => {
    const database = await openRecords(newPlace)
    const body = new Uint8Array(noise(300_000))
    const empty = new Uint8Array()
    await database.writeRecord({ name: 'large', bytes: new Uint8Array(body), revision: 1 })
    await database.writeRecord({ name: 'empty', bytes: empty, revision: 1 })
    expect(Buffer.compare((await database.readRecord('large'))?.bytes ?? empty, body)).toBe(0)
    expect(await database.readRecord('empty')).toEqual({ revision: 1, bytes: empty })
  })
})

it('records of a file of before they had revisions are taken over', async () => {
  const file = join(newFolder(), 'trawl.db')
  const before = new DatabaseSync(file)
  before.exec(`${answerMigrations[0]?.sqlite}; pragma user_version = 1; insert into records values ('r', x'31')`)
  before.close()
  const database = await openSqlite(file, { answers: { maxBytes: room } }, { clock: () => 0 })
  onTestFinished(() => database.close())
  expect(text(await database.readRecord('r'))).toBe('1')
  expect(await database.writeRecord(record('r', '2', 2))).toBe(true)
  expect(await database.readRevisions(['r'])).toEqual([2])
})
