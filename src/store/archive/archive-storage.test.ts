// The archive over its thread: persistence, and what is queued. Faults of the file are in disk-failures.test.ts.
import { describe, expect, it, vi } from 'vitest'
import { archiveQuery, namesOf, openTestArchive, sighting } from '../../../test/kit/archive.ts'
import { databases, newFolder, noon, placesIn } from '../../../test/kit/disk.ts'
import { createFolderLock } from '../files/folder-lock.ts'

describe.each(databases)('an archive in %s', (engine) => {
  const newPlace = placesIn(engine)

  it('finds after a restart what was kept before, each as often as it was closed in the middle of it', async () => {
    const place = await newPlace()
    const first = await openTestArchive(place)
    first.shelf.keep(Array.from({ length: 500 }, (_, at) => sighting(`${at}`, '流浪 地球')))
    first.shelf.noteHealth(new Map([['quark:7', { state: 'bad', at: noon }]]))
    await first.shelf.close()
    const { shelf } = await openTestArchive(place)
    // A search ends after 40 ms with what it has found, which on a busy machine may be less.
    await vi.waitFor(async () => expect(await shelf.find(archiveQuery('地球 流浪', { most: 1_000 }))).toHaveLength(500))
    expect(await shelf.health(10)).toEqual(new Map([['quark:7', { state: 'bad', at: noon }]]))
    expect((await shelf.scan(0))?.sightings).toHaveLength(500)
    expect(shelf.size()).toEqual({ shares: 500, bytes: expect.any(Number), maxBytes: expect.any(Number) })
    expect(shelf.size().bytes).toBeGreaterThan(10_000)
    expect(shelf.troubles()).toEqual([])
  })

  it('has a work as soon as it was noted', async () => {
    const { shelf } = await openTestArchive(await newPlace())
    for (const name of ['a', 'b']) {
      shelf.keep([sighting(name, 'x')])
      shelf.noteWorks([{ share: `quark:${name}`, work: `film:${name}` }])
      expect(namesOf((await shelf.findWork(`film:${name}`)) ?? [])).toBe(name)
    }
    expect(await shelf.findWork('film:c')).toEqual([])
  })

  it('lets go what is to be removed, be it that it was not written yet', async () => {
    const { shelf } = await openTestArchive(await newPlace())
    shelf.keep([sighting('a', 'x'), sighting('b', 'x')])
    await vi.waitFor(() => expect(shelf.size().shares).toBe(2))
    shelf.keep([sighting('c', 'x')])
    expect(await shelf.remove([sighting('a', 'x'), sighting('c', 'x')])).toBe(true)
    shelf.keep([sighting('last', 'x')])
    await vi.waitFor(async () => expect(namesOf(await shelf.find(archiveQuery('x')))).toBe('last b'))
  })

  it('cannot be read once it is closed', async () => {
    const { shelf } = await openTestArchive(await newPlace())
    await shelf.close()
    shelf.keep([sighting('a', 'x')])
    expect(await shelf.find(archiveQuery('x'))).toBeUndefined()
    expect(await shelf.health(1)).toEqual(new Map())
    expect(await shelf.scan(0)).toBeUndefined()
    expect(await shelf.remove([])).toBe(false)
  })
})

it('lets go of what waits to be written what is unwanted', async () => {
  const folder = newFolder()
  const other = createFolderLock(folder)
  other.acquire(noon)
  const { shelf } = await openTestArchive(folder)
  shelf.keep([sighting('a', 'x'), sighting('b', 'x'), sighting('c', 'x', { source: 'tg:two' })])
  shelf.dropQueued(({ key, source }) => key === 'quark:a' || source === 'tg:two')
  other.release()
  await vi.waitFor(async () => expect(namesOf(await shelf.find(archiveQuery('x')))).toBe('b'))
})
