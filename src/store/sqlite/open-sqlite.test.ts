// Retention of a real database file: eviction, and pages returned to the disk.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder, noise, noon } from '../../../test/kit/disk.ts'
import { openSqlite } from './open-sqlite.ts'

const room = 1_000_000
const year = 365 * 24 * 60 * 60 * 1000

/** A database whose file `prepare` has modified. */
async function make(prepare = '') {
  const file = join(newFolder(), 'trawl.db')
  if (prepare) {
    const before = new DatabaseSync(file)
    before.exec(prepare)
    before.close()
  }
  const database = await openSqlite(file, { answers: { maxBytes: room } }, { clock: () => 0 })
  onTestFinished(() => database.close())
  return { database, size: () => statSync(file).size }
}

/** Number of maintenance runs until nothing is left to do. */
async function tidy(database: Awaited<ReturnType<typeof openSqlite>>): Promise<number> {
  while (await database.tidyAnswers(noon));
  for (let count = 1; count < 1_000; count += 1) if (!(await database.maintain(true)).hasMore) return count
  throw new Error('it comes to no end')
}

/** Creates many free pages. */
const dropped = 'create table theirs (body); insert into theirs values (zeroblob(20000000)); drop table theirs'

it('gives back what is too much a little at a time, until it is not', async () => {
  const { database, size } = await make(`pragma auto_vacuum = incremental; ${dropped}`)
  expect(size()).toBeGreaterThan(20_000_000)
  expect(await tidy(database)).toBeGreaterThan(1)
  expect(size()).toBeLessThan(room)
})

it('leaves it at that when the file was made without room to give back', async () => {
  const { database, size } = await make(`pragma auto_vacuum = none; ${dropped}`)
  expect(await tidy(database)).toBe(1)
  expect(size()).toBeGreaterThan(20_000_000)
})

it('leaves it at that when there is nothing to let go', async () => {
  const { database } = await make()
  await database.writeRecord({ name: 'large', bytes: new Uint8Array(noise(2 * room)), revision: 1 })
  expect(await tidy(database)).toBe(1)
})

it('keeps nothing for ever that was used while the clock was ahead', async () => {
  const { database } = await make()
  const until = noon + 10 * year
  const write = (key: string, now: number, seed: number) =>
    database.writeAnswers([{ key, at: now, until, json: new Uint8Array(noise(10_000, seed)) }], now)
  await write('early', noon + year, 1)
  for (let at = 0; at < 300; at += 1) await write(`${at}`, noon + at * 1_000, at + 2)
  const { answers } = await database.readAnswers(['early', '299'], noon)
  expect(answers.map((answer) => answer?.at)).toEqual([undefined, noon + 299_000])
})
