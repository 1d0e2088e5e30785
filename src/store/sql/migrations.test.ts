// Migrations of real databases in memory.
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { type MigrationStep, migrate, NewerDatabaseError } from './migrations.ts'

const one = step('create table a (x integer); insert into a values (1)')
const two = step('alter table a add column y integer; update a set y = x + 1')

/** SQL that both databases understand. */
function step(words: string): MigrationStep {
  return { sqlite: words, postgres: words }
}

function numberOf(db: DatabaseSync) {
  return db.prepare('pragma user_version').get()?.user_version
}

describe('the steps', () => {
  it('are taken one after the other, each once', () => {
    const db = new DatabaseSync(':memory:')
    migrate(db, [one])
    migrate(db, [one, two])
    migrate(db, [one, two])
    expect(numberOf(db)).toBe(2)
    expect(db.prepare('select x, y from a').all().map(Object.values)).toEqual([[1, 2]])
  })

  it('leave what was there when one fails half way, and can be taken again', () => {
    const db = new DatabaseSync(':memory:')
    expect(() => migrate(db, [one, step(`${two.sqlite}; nonsense`)])).toThrow('nonsense')
    expect(numberOf(db)).toBe(1)
    expect(Object.keys(db.prepare('select * from a').get() ?? {})).toEqual(['x'])
    migrate(db, [one, two])
    expect(numberOf(db)).toBe(2)
  })

  it('are not taken in a database that has more of them', () => {
    const db = new DatabaseSync(':memory:')
    migrate(db, [one, two])
    expect(() => migrate(db, [one])).toThrow(NewerDatabaseError)
    expect(numberOf(db)).toBe(2)
  })
})
