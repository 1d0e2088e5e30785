// The archive when PostgreSQL fails, and when it recovers.
import { expect, it, vi } from 'vitest'
import { archiveQuery, namesOf, openTestArchive, sighting } from '../../../test/kit/archive.ts'
import { noon } from '../../../test/kit/disk.ts'
import { startPostgres } from '../../../test/kit/postgres.ts'

const unreachable = 'PostgreSQL cannot be reached: check DATABASE_URL'

it('a killed PostgreSQL gets no sightings back that were removed while they waited, and the health of the others', async () => {
  const postgres = await startPostgres()
  const { shelf } = await openTestArchive(postgres.url)
  await postgres.kill()
  shelf.keep(['a', 'b', 'c'].map((name) => sighting(name, 'x')))
  shelf.noteHealth(new Map([['quark:c', { state: 'bad', at: noon }]]))
  await vi.waitFor(() => expect(shelf.troubles()).toEqual([`${unreachable}; 3 links are queued in memory`]))
  shelf.dropQueued(({ key }) => key === 'quark:b')
  expect(await shelf.remove([sighting('a', 'x')])).toBe(false)
  await postgres.restart()
  await vi.waitFor(async () =>
    expect(await shelf.find(archiveQuery('x'))).toMatchObject([{ key: 'quark:c', health: { state: 'bad' } }]),
  )
})

it('a frozen PostgreSQL blocks no caller, and removes nothing later that it was told to remove', async () => {
  const postgres = await startPostgres()
  const { shelf } = await openTestArchive(postgres.url, { timings: { readMs: 2_000, writeMs: 8_000 } })
  shelf.keep([sighting('a', 'x')])
  await vi.waitFor(() => expect(shelf.size().shares).toBe(1))
  postgres.freeze()
  // The removal comes first, so that it is what the frozen server holds when it goes on.
  const [isGone, found] = await Promise.all([shelf.remove([sighting('a', 'x')]), shelf.find(archiveQuery('x'))])
  expect([found, isGone]).toEqual([undefined, false])
  shelf.keep([sighting('b', 'x')])
  await vi.waitFor(() => expect(shelf.troubles()).toEqual([expect.stringContaining('1 links are queued in memory')]))
  postgres.thaw()
  await vi.waitFor(async () => expect(namesOf(await shelf.find(archiveQuery('x')))).toBe('b a'))
  expect(shelf.troubles()).toEqual([])
})
