// The archive's client when PostgreSQL fails, and when it recovers.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, vi } from 'vitest'
import { archiveQuery, namesOf, openTestArchive, sighting } from '../../../test/kit/archive.ts'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import { startPostgres } from '../../../test/kit/postgres.ts'

const unreachable = 'PostgreSQL cannot be reached: check DATABASE_URL'

/** Number of rows in waiting.db, read with an independent connection. */
function waitingIn(folder: string): number {
  if (!existsSync(`${folder}/waiting.db`)) return 0
  const db = new DatabaseSync(`${folder}/waiting.db`, { readOnly: true })
  const count = Number(db.prepare('select count(*) as count from waiting').get()?.count)
  db.close()
  return count
}

describe('PostgreSQL killed', () => {
  it('does not block writers: sightings wait on disk, over a restart too, and are written when it runs again', async () => {
    const postgres = await startPostgres()
    const folder = newFolder()
    const first = await openTestArchive(postgres.url, { waitsIn: folder })
    first.shelf.keep([sighting('a', 'x')])
    await vi.waitFor(() => expect(first.shelf.size().shares).toBe(1))
    await postgres.kill()
    expect(await first.shelf.find(archiveQuery('x'))).toBeUndefined()
    first.shelf.keep(['b', 'c', 'd'].map((name) => sighting(name, 'x')))
    first.shelf.noteHealth(new Map([['quark:b', { state: 'bad', at: noon }]]))
    await vi.waitFor(() => expect(waitingIn(folder)).toBe(3))
    await vi.waitFor(() => expect(first.shelf.troubles()).toEqual([`${unreachable}; 3 links are queued on disk`]))
    expect(first.lines).toEqual([`warn: ${unreachable}; until it recovers, new data is queued in DATA_DIR`])
    expect(await first.shelf.scan(0)).toBeUndefined()
    expect(await first.shelf.remove([sighting('d', 'x')])).toBe(false)
    first.shelf.keep([sighting('e', 'x')])
    await first.shelf.close()

    const { shelf, lines } = await openTestArchive(postgres.url, { waitsIn: folder })
    expect(shelf.troubles()).toEqual([`${unreachable}; 3 links are queued on disk`])
    await postgres.restart()
    await vi.waitFor(async () => expect(namesOf(await shelf.find(archiveQuery('x')))).toBe('e c b a'))
    await vi.waitFor(() => expect(waitingIn(folder)).toBe(0))
    expect(shelf.troubles()).toEqual([])
    expect(lines.at(-1)).toBe('info: PostgreSQL stores new data again')
    await vi.waitFor(() => expect(shelf.size().shares).toBe(4))
    expect((await shelf.find(archiveQuery('x')))?.[2]).toMatchObject({ key: 'quark:b', health: { state: 'bad' } })
  })

  it('keeps the newest sightings in memory when there is no folder', async () => {
    const postgres = await startPostgres()
    const { shelf } = await openTestArchive(postgres.url, { mostWaiting: 3 })
    await postgres.kill()
    expect(await shelf.find(archiveQuery('x'))).toBeUndefined()
    shelf.keep(['a', 'b', 'c', 'd'].map((name) => sighting(name, 'x')))
    const trouble = `${unreachable}; 3 links are queued in memory, 1 were dropped`
    await vi.waitFor(() => expect(shelf.troubles()).toEqual([trouble]))
    await postgres.restart()
    await vi.waitFor(async () => expect(namesOf(await shelf.find(archiveQuery('x')))).toBe('d c b'))
  })

  it('does not bring back sightings that were removed while they waited', async () => {
    const postgres = await startPostgres()
    const folder = newFolder()
    const { shelf } = await openTestArchive(postgres.url, { waitsIn: folder })
    await postgres.kill()
    shelf.keep(['a', 'b', 'c'].map((name) => sighting(name, 'x')))
    await vi.waitFor(() => expect(waitingIn(folder)).toBe(3))
    shelf.dropQueued(({ key }) => key === 'quark:b')
    await vi.waitFor(() => expect(waitingIn(folder)).toBe(2))
    expect(await shelf.remove([sighting('a', 'x')])).toBe(false)
    await postgres.restart()
    await vi.waitFor(async () => expect(namesOf(await shelf.find(archiveQuery('x')))).toBe('c'))
  })
})

it('a frozen PostgreSQL blocks no caller and loses nothing', async () => {
  const postgres = await startPostgres()
  const folder = newFolder()
  const { shelf } = await openTestArchive(postgres.url, { waitsIn: folder, timings: { readMs: 2_000, writeMs: 8_000 } })
  shelf.keep([sighting('a', 'x')])
  await vi.waitFor(() => expect(shelf.size().shares).toBe(1))
  postgres.freeze()
  // The removal comes first, so that it is what the frozen server holds when it goes on.
  const [isGone, found] = await Promise.all([shelf.remove([sighting('a', 'x')]), shelf.find(archiveQuery('x'))])
  expect([found, isGone]).toEqual([undefined, false])
  shelf.keep([sighting('b', 'x')])
  await vi.waitFor(() => expect(waitingIn(folder)).toBe(1))
  expect(await shelf.find(archiveQuery('x'))).toBeUndefined()
  postgres.thaw()
  await vi.waitFor(async () => expect(namesOf(await shelf.find(archiveQuery('x')))).toBe('b a'))
  expect(shelf.troubles()).toEqual([])
  expect(waitingIn(folder)).toBe(0)
})
