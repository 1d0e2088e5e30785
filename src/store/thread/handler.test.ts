// The handler in the thread: calls that come too late, reads beside writes, and what a corrupt database is replaced by.
import { expect, it } from 'vitest'
import type { Fault } from '../fault.ts'
import type { Tables } from '../tables.ts'
import { createHandler, type DatabaseFile } from './handler.ts'

/** A file whose writes fail with these kinds of errors first. */
function make(kinds: Fault['kind'][] = []) {
  const done: string[] = []
  const clock = { ms: 0 }
  const held = Promise.withResolvers<void>()
  const tables: Partial<Tables> = {
    async probe() {
      if (kinds.length > 0) throw new Error(kinds[0])
      done.push('probe')
    },
    async removeSightings() {
      await held.promise
      done.push('removed')
    },
    async find() {
      done.push('find')
      return []
    },
    async health() {
      await held.promise
      done.push('health')
      return new Map()
    },
  }
  const file: DatabaseFile = {
    writable: async () => tables,
    readable: () => tables,
    failed: async () => ({ kind: kinds.shift() ?? 'failing', words: 'it failed' }),
    renamed: [],
    bytes: () => 7,
    close: async () => undefined,
  }
  const handle = createHandler(file, () => clock.ms)
  const call = (name: string, maxWaitMs?: number) =>
    handle({ id: 1, database: 'trawl.db', name, args: [], now: 0, maxWaitMs })
  return { call, done, clock, held }
}

it('does not say of a search that has waited too long that it found nothing', async () => {
  const { call, done, clock, held } = make()
  const reading = call('health')
  const searching = [call('find', 1_000), call('find')]
  clock.ms = 1_001
  held.resolve()
  await reading
  const [late, other] = await Promise.all(searching)
  expect([late?.isLate, late?.result, other?.result]).toEqual([true, undefined, []])
  expect(done).toEqual(['health', 'find'])
})

it('reads beside a write where reads have a connection of their own', async () => {
  const { call, done, held } = make()
  const writing = call('removeSightings')
  expect(await call('find')).toMatchObject({ result: [], bytes: 7 })
  held.resolve()
  await writing
  expect(done).toEqual(['find', 'removed'])
})

it('repeats a write on the database that replaced a corrupt one, once', async () => {
  const one = make(['corrupt'])
  expect(await one.call('probe')).not.toHaveProperty('fault')
  expect(one.done).toEqual(['probe'])
  const other = make(['corrupt', 'corrupt'])
  expect(await other.call('probe')).toMatchObject({ fault: { kind: 'corrupt' } })
})
