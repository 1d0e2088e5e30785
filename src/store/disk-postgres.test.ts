// The client of trawl.db with a PostgreSQL that others write to.
import { describe, expect, it, vi } from 'vitest'
import { bytes, open } from '../../test/kit/disk.ts'
import { sharedPostgres } from '../../test/kit/postgres.ts'
import { connectPostgres } from './sql/postgres.ts'

const newPlace = sharedPostgres()

describe('a record that two replicas write', () => {
  it('is gone over only by who has read what is there', async () => {
    const url = await newPlace()
    const [{ disk: one }, { disk: other }] = [await open(url), await open(url)]
    expect([await one.readRecord('r'), await other.readRecord('r')]).toEqual([undefined, undefined])
    expect(await one.writeRecord('r', bytes('1'))).toBe('written')
    expect(await other.writeRecord('r', bytes('2'))).toBe('changed')
    expect(await other.readRecord('r')).toBe('1')
    expect(await other.writeRecord('r', bytes('3'))).toBe('written')
    expect([await one.writeRecord('r', bytes('4')), await one.readRecord('r')]).toEqual(['changed', '3'])
  })

  it('is written with others of which one was changed', async () => {
    const url = await newPlace()
    const [{ disk: one }, { disk: other }] = [await open(url), await open(url)]
    await one.writeRecord('r', bytes('1'))
    const written = ['r', 's'].map((name) => other.writeRecord(name, bytes('2')))
    expect(await Promise.all(written)).toEqual(['changed', 'written'])
    expect([await one.readRecord('r'), await one.readRecord('s')]).toEqual(['1', '2'])
  })

  it('is known to be another within seconds, at once when somebody says so, until it is read', async () => {
    const url = await newPlace()
    const { disk: one } = await open(url, { timings: { lookMs: 60_000 } })
    const { disk: other } = await open(url)
    const heard = { one: vi.fn(), other: vi.fn() }
    for (const disk of [one, other]) await disk.readRecord('r')
    one.onChangedElsewhere('r', heard.one)
    other.onChangedElsewhere('r', heard.other)
    await one.writeRecord('r', bytes('1'))
    await vi.waitFor(() => expect(heard.other).toHaveBeenCalled())
    expect([await other.readRecord('r'), heard.one.mock.calls]).toEqual(['1', []])
    await other.writeRecord('r', bytes('2'))
    one.checkNow()
    await vi.waitFor(() => expect(heard.one).toHaveBeenCalledOnce())
    one.checkNow()
    await vi.waitFor(() => expect(heard.one).toHaveBeenCalledTimes(2))
    expect(await one.readRecord('r')).toBe('2')
    one.checkNow()
    await one.readRecord('other')
    expect(heard.one).toHaveBeenCalledTimes(2)
  })
})

it('refuses tables of a newer Trawl', async () => {
  const url = await newPlace()
  const sql = await connectPostgres(url, { connectMs: 1_000, statementMs: 1_000 })
  await sql.script(`create table schema_numbers (name text primary key, number integer not null);
    insert into schema_numbers values ('trawl.db', 99)`)
  await sql.close()
  await expect(open(url)).rejects.toThrow(
    /^the database at DATABASE_URL is from a newer version of Trawl: .* is 99, this version supports .* use another database$/,
  )
})
