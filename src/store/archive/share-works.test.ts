// The works of shares in both databases: found by key, the latest few of a share, removed with it.
import { describe, expect, it, vi } from 'vitest'
import { namesOf, openArchiveFile, openTestArchive, sighting, toWrite } from '../../../test/kit/archive.ts'
import { databases, noon, placesIn } from '../../../test/kit/disk.ts'

const dayMs = 24 * 60 * 60_000

/** A share under a work. */
function under(work: string, name: string, seenAt = noon) {
  return { share: `quark:${name}`, work, seenAt }
}

describe.each(databases)('works in %s', (engine) => {
  const newPlace = placesIn(engine)

  it('are found by key with all sightings of their shares, and after a restart', async () => {
    const place = await newPlace()
    const first = await openTestArchive(place)
    first.shelf.keep([sighting('a', '三体 4K'), sighting('b', '三体'), sighting('b', '三体', { source: 'tg:two' })])
    first.shelf.noteHealth(new Map([['quark:b', { state: 'bad', at: noon }]]))
    first.shelf.noteWorks([under('series:三体:', 'a'), under('series:三体:', 'b'), under('book:三体:', 'a')])
    await first.shelf.close()
    const { shelf } = await openTestArchive(place)
    await vi.waitFor(async () => expect(await shelf.findWork('book:三体:')).toHaveLength(1))
    const found = (await shelf.findWork('series:三体:')) ?? []
    expect(namesOf(found).split(' ').sort()).toEqual(['a', 'b', 'b'])
    expect(found.find(({ key }) => key === 'quark:b')?.health).toEqual({ state: 'bad', at: noon })
    expect(await shelf.findWork('film:三体:')).toEqual([])
    await shelf.close()
    expect(await shelf.findWork('book:三体:')).toBeUndefined()
  })

  it('of shares that the archive does not have are not stored, nor are overlong keys', async () => {
    const { shelf } = await openTestArchive(await newPlace())
    const long = 'x'.repeat(101)
    shelf.keep([sighting('a', 'x')])
    shelf.noteWorks([under('one', 'unknown'), under(long, 'a'), under('one', 'a')])
    await vi.waitFor(async () => expect(namesOf((await shelf.findWork('one')) ?? [])).toBe('a'))
    expect(await shelf.findWork(long)).toEqual([])
  })

  it('of a share are the latest four', async () => {
    const file = await openArchiveFile(await newPlace())
    const sightings = [toWrite('a', 'x')]
    const keys = ['one', 'two', 'three', 'four', 'five']
    for (const [at, key] of keys.entries()) {
      const now = noon + at * dayMs
      await file.write({ sightings, works: [under(key, 'a', now)] }, now)
      // The first one comes again each day.
      await file.write({ sightings, works: [under('one', 'a', now + 1)] }, now + 1)
    }
    const counts = async () => {
      const found: number[] = []
      for (const key of keys) found.push((await file.findWork(key)).length)
      return found
    }
    expect(await counts()).toEqual([1, 0, 1, 1, 1])
    await file.write({ sightings, works: keys.map((key) => under(key, 'a')) })
    expect((await counts()).reduce((sum, count) => sum + count, 0)).toBe(4)
  })

  it('tell what sources published since a time, the most productive first', async () => {
    const file = await openArchiveFile(await newPlace())
    const seen = (name: string, source: string, at: number | undefined) => ({ ...toWrite(name, 'x'), source, at })
    const sightings = [
      seen('a', 'tg:one', noon - 40 * dayMs),
      seen('b', 'tg:one', noon - dayMs),
      seen('c', 'tg:two', undefined),
      seen('d', 'tg:two', noon),
    ]
    const works = [under('film:三体:', 'b'), under('book:三体:', 'c'), under('film:三体:', 'c'), under('film:x:', 'd')]
    await file.write({ sightings, works })
    expect(await file.yieldsSince(noon - 30 * dayMs)).toEqual([
      { source: 'tg:two', links: 2, groups: ['film', 'book'] },
      { source: 'tg:one', links: 1, groups: ['film'] },
    ])
    expect(await file.yieldsSince(noon + dayMs)).toEqual([])
  })

  it('go with their shares, so that a later share does not inherit them', async () => {
    const file = await openArchiveFile(await newPlace())
    const works = [under('one', 'a')]
    await file.write({ sightings: [toWrite('a', 'x')], works })
    expect(await file.findWork('one')).toHaveLength(1)
    await file.remove([{ key: 'quark:a', source: 'tg:one' }])
    await file.write({ sightings: [toWrite('b', 'x')] })
    expect(await file.findWork('one')).toEqual([])
  })
})
