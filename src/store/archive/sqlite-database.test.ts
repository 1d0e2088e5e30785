// The archive over both databases: searches, updates and reduced writes.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { allSightings, archiveQuery, namesOf, openArchiveFile, toWrite } from '../../../test/kit/archive.ts'
import { databases, newFolder, noon, placesIn } from '../../../test/kit/disk.ts'
import type { SightingQuery, SightingToWrite } from './types.ts'

const hourMs = 60 * 60 * 1000

describe.each(databases)('in %s', (engine) => {
  const newPlace = placesIn(engine)
  /** An archive with these sightings. */
  const archiveOf = async (...sightings: readonly SightingToWrite[]) => {
    const file = await openArchiveFile(await newPlace())
    await file.write({ sightings })
    return file
  }

  describe('what is found', () => {
    it('has all tokens of one of the ways, in any order', async () => {
      const file = await archiveOf(toWrite('a', '流浪 地球 4k'), toWrite('b', '地球 脉动'), toWrite('c', '流浪 猫'))
      expect(namesOf(await file.find(archiveQuery('地球 流浪')))).toBe('a')
      expect(namesOf(await file.find(archiveQuery('地球', { ways: [['地球', '脉动'], ['猫']] })))).toBe('c b')
      expect(namesOf(await file.find(archiveQuery('地')))).toBe('')
    })

    it('takes tokens as they are, whatever signs are in them', async () => {
      const odd = ['a"b', "o'k", 'not', '*', 'a+b', '(x)', 'é', '𫠠𫠡', 'c^d', '`', '\\', 'a:b', '-']
      const file = await archiveOf(...odd.map((token, at) => toWrite(`${at}`, token)))
      for (const [at, token] of odd.entries())
        expect(namesOf(await file.find(archiveQuery(token))), token).toBe(`${at}`)
      expect(namesOf(await file.find(archiveQuery('e')))).toBe('')
    })

    it('is of these clouds and sources only, and nothing where none of them is named', async () => {
      const magnet = toWrite('m', 'x', { key: 'magnet:m', type: 'magnet', url: 'magnet:?m' })
      const file = await archiveOf(toWrite('a', 'x'), toWrite('b', 'x', { source: 'tg:two' }), magnet)
      expect(namesOf(await file.find(archiveQuery('x', { types: ['magnet', '115'] })))).toBe('m')
      expect(namesOf(await file.find(archiveQuery('x', { sources: ['tg:two', 'tg:other'] })))).toBe('b')
      expect(namesOf(await file.find(archiveQuery('x', { types: [] })))).toBe('')
      expect(namesOf(await file.find(archiveQuery('x', { sources: [] })))).toBe('')
      expect(namesOf(await file.find(archiveQuery('x', { ways: [[]] })))).toBe('')
    })

    it('has none of the posts that are left out, but others of the same source or share', async () => {
      const ofTwo = toWrite('a', 'x', { source: 'tg:two' })
      const file = await archiveOf(toWrite('a', 'x'), toWrite('b', 'x', { post: '2' }), ofTwo)
      const namesWithout = async (except: readonly string[], other: Partial<SightingQuery> = {}) =>
        namesOf(await file.find(archiveQuery('x', { except, ...other })))
      expect(await namesWithout(['tg:one 1', "it's \0 \ud800"])).toBe('a b')
      expect(await namesWithout(['tg:one 1', 'tg:two 1'], { most: 1 })).toBe('b')
      expect(await namesWithout(['tg:one 2'], { types: ['quark'] })).toBe('a a')
    })

    it('begins with the newest posts, those without a time last, and ends with as many as are wanted', async () => {
      const file = await archiveOf(
        toWrite('b', 'x', { at: noon - 1 }),
        toWrite('a', 'x', { at: noon }),
        toWrite('d', 'x', { at: undefined }),
        toWrite('c', 'x', { at: noon - 2 }),
      )
      expect(namesOf(await file.find(archiveQuery('x')))).toBe('a b c d')
      expect(namesOf(await file.find(archiveQuery('x', { most: 2 })))).toBe('a b')
      // A search that stopped early must not keep a read transaction open.
      await file.write({ sightings: [toWrite('e', 'x')] })
      expect(namesOf(await file.find(archiveQuery('x', { most: 1 })))).toBe('e')
    })

    it('comes back as it was kept', async () => {
      const given = toWrite('a', 'x y', { password: 'p1', heading: 'all', at: undefined, post: '7' })
      const file = await archiveOf(given)
      const { text, seenAt, ...kept } = given
      expect(await file.find(archiveQuery('y'))).toEqual([{ ...kept, place: 1, firstSeenAt: noon, lastSeenAt: noon }])
    })
  })

  describe('a share that is shown again', () => {
    it('by the same source with another title in the same post is found by that one only, as new, and was first seen when it was', async () => {
      const file = await archiveOf(toWrite('a', 'x old'), toWrite('b', 'x'))
      expect(namesOf(await file.find(archiveQuery('x')))).toBe('b a')
      await file.write({ sightings: [toWrite('a', 'x new', {}, noon + 5)] }, noon + 5)
      expect(namesOf(await file.find(archiveQuery('x')))).toBe('a b')
      expect(await file.find(archiveQuery('old'))).toEqual([])
      expect(await file.find(archiveQuery('new'))).toMatchObject([
        { title: 'x new', firstSeenAt: noon, lastSeenAt: noon + 5 },
      ])
    })

    it('with another title in another post is found by both, and by one once a post has the title of the other', async () => {
      const file = await archiveOf(toWrite('a', 'x old', { post: '8' }))
      await file.write({ sightings: [toWrite('a', 'x new', { post: '9' }, noon + 5)] }, noon + 5)
      expect(await file.find(archiveQuery('x'))).toMatchObject([
        { title: 'x new', post: '9', firstSeenAt: noon, lastSeenAt: noon + 5 },
        { title: 'x old', post: '8', firstSeenAt: noon, lastSeenAt: noon },
      ])
      expect(await file.shares()).toBe(1)
      await file.write({ sightings: [toWrite('a', 'x new', { post: '8' })] })
      expect(await file.find(archiveQuery('x'))).toMatchObject([{ title: 'x new', post: '8' }])
      await file.remove([{ key: 'quark:a', source: 'tg:one' }])
      expect(await file.shares()).toBe(0)
    })

    it('has the access code that some source gave, also where it is found by the title of another', async () => {
      const [bare, coded] = [toWrite('a', 'x'), toWrite('a', 'y', { source: 'tg:two', password: 'k3m9' })]
      const file = await archiveOf(bare, coded)
      expect(await file.find(archiveQuery('x'))).toMatchObject([{ source: 'tg:one', password: 'k3m9' }])
    })

    it('in posts without a time has a fourth title only when the oldest was not shown for an hour', async () => {
      const file = await archiveOf()
      const write = async (posts: readonly string[], at: number) => {
        const sightings = posts.map((post) => toWrite('a', `x ${post}`, { post, at: undefined }, at))
        await file.write({ sightings }, at)
        return (await file.find(archiveQuery('x'))).map((kept) => kept.post)
      }
      expect(await write(['1', '2', '3', '4'], noon)).toEqual(['3', '2', '1'])
      expect(await write(['4'], noon + hourMs - 1)).toEqual(['3', '2', '1'])
      expect(await write(['4'], noon + hourMs)).toEqual(['4', '3', '2'])
    })

    it('without its code keeps it; a code that is told or corrected later holds for its other titles too', async () => {
      const file = await archiveOf()
      const write = async (title: string, other: Parameters<typeof toWrite>[2]) => {
        await file.write({ sightings: [toWrite('a', `x ${title}`, other)] })
        return (await file.find(archiveQuery('x'))).map((kept) => kept.password)
      }
      expect(await write('one', { password: 'p1', post: '1' })).toEqual(['p1'])
      expect(await write('one', { password: '', post: '2' })).toEqual(['p1'])
      expect(await write('two', { password: '', post: '3' })).toEqual(['p1', 'p1'])
      expect(await write('one', { password: 'p2', post: '2' })).toEqual(['p2', 'p2'])
      // A code that the source gives for one title only is not a correction.
      expect(await write('three', { password: 'p3', post: '4' })).toEqual(['p3', 'p2', 'p2'])
      expect(await write('one', { password: 'p0', post: '0', at: noon - 1 })).toEqual(['p3', 'p2', 'p2'])
    })

    it('in an older post that has the code of a newer one gives it', async () => {
      const file = await archiveOf(toWrite('a', 'x', { post: '2' }))
      await file.write({ sightings: [toWrite('a', 'x', { post: '1', password: 'p', at: noon - 1 })] })
      expect(await file.find(archiveQuery('x'))).toMatchObject([{ post: '2', password: 'p' }])
    })

    it('as of another cloud is of that one, be it by the same source or by another', async () => {
      const file = await archiveOf(toWrite('a', 'x', { type: 'others' }))
      const typesOf = async (types: SightingQuery['types']) =>
        (await file.find(archiveQuery('x', { types }))).map(({ type }) => type)
      await file.write({ sightings: [toWrite('a', 'x', { type: 'guangya', source: 'tg:two' })] })
      expect(await typesOf(['guangya'])).toEqual(['guangya'])
      await file.write({ sightings: [toWrite('a', 'x', { type: 'guangya' })] })
      expect(await typesOf(['guangya'])).toEqual(['guangya', 'guangya'])
    })

    it('with other tokens or another code only is changed where it stands', async () => {
      const file = await archiveOf(toWrite('a', 'x'), toWrite('b', 'x'))
      await file.write({ sightings: [toWrite('a', 'x', { searchText: 'x y', password: 'code' })] })
      expect(namesOf(await file.find(archiveQuery('x')))).toBe('b a')
      expect(await file.find(archiveQuery('y'))).toMatchObject([{ password: 'code' }])
    })

    it('once more as it was, with all that came with it, leaves everything as it is', async () => {
      const file = await archiveOf()
      const titles = ['one', 'two', 'three', 'four'].map((title, at) => toWrite('a', `x ${title}`, { post: `${at}` }))
      const coded = toWrite('b', 'x', { password: 'p', source: 'tg:two' })
      const states = ['quark:b', 'quark:c'].map((key) => [key, { state: 'bad', at: noon }] as const)
      const batch = { sightings: [...titles, coded], states }
      await file.write(batch)
      const all = async () => [await file.find(archiveQuery('x')), await file.health(10), await file.shares()]
      const before = await all()
      await file.write(batch)
      expect(await all()).toEqual(before)
    })

    it('in what has waited, and was seen by another replica later, does not undo what that one saw', async () => {
      const old = toWrite('a', 'x old', { password: 'p1', at: undefined })
      const file = await archiveOf(old)
      const later = toWrite('a', 'x new', { password: 'p2', at: undefined }, noon + 5)
      await file.write({ sightings: [later] }, noon + 5)
      await file.write({ sightings: [old] }, noon + 10)
      expect(await file.find(archiveQuery('x'))).toMatchObject([
        { title: 'x new', password: 'p2', lastSeenAt: noon + 5 },
      ])
      // A date in the future is ignored.
      await file.write({ sightings: [old] }, noon + 4)
      expect(await file.find(archiveQuery('x'))).toMatchObject([{ title: 'x old', password: 'p1', lastSeenAt: noon }])
    })

    it('as it was is noted once an hour, or at once where the clock was ahead', async () => {
      const file = await archiveOf(toWrite('a', 'x'))
      const lastSeenAt = async () => (await file.find(archiveQuery('x')))[0]?.lastSeenAt
      const see = async (at: number) => await file.write({ sightings: [toWrite('a', 'x', {}, at)] }, at)
      await see(noon + hourMs - 1)
      expect(await lastSeenAt()).toBe(noon)
      await see(noon + hourMs)
      expect(await lastSeenAt()).toBe(noon + hourMs)
      await see(noon)
      expect(await lastSeenAt()).toBe(noon)
    })
  })

  describe('the health of a share', () => {
    it('comes with its sightings and by itself, those found out last first; what was found out later stands', async () => {
      const file = await archiveOf(...['a', 'b', 'c'].map((name) => toWrite(name, 'x')))
      const bad = { state: 'bad', at: noon } as const
      const ok = { state: 'ok', at: noon + 1 } as const
      const locked = { state: 'locked', at: noon - 1 } as const
      const states = Object.entries({ 'quark:a': bad, 'quark:b': ok, 'quark:unknown': ok })
      await file.write({ states })
      await file.write({ states: [['quark:a', locked]] })
      expect([...(await file.health(10))]).toEqual(Object.entries({ 'quark:b': ok, 'quark:a': bad }))
      expect([...(await file.health(1)).keys()]).toEqual(['quark:b'])
      expect((await file.find(archiveQuery('x'))).map(({ health }) => health)).toEqual([undefined, ok, bad])
    })

    it('that was found while the clock was far ahead gives way to what is found now', async () => {
      const file = await archiveOf()
      const minuteMs = 60_000
      const ahead = { state: 'bad', at: noon + 5 * minuteMs } as const
      const ok = { state: 'ok', at: noon } as const
      await file.write({ sightings: [toWrite('a', 'x')], states: [['quark:a', ahead]] })
      const note = async (now: number) => {
        await file.write({ states: [['quark:a', ok]] }, now)
        return [...(await file.health(10))]
      }
      expect(await note(noon)).toEqual([['quark:a', ahead]])
      expect(await note(noon - 1)).toEqual([['quark:a', ok]])
    })
  })

  it('goes through all in pieces of a thousand', async () => {
    const sightings = Array.from({ length: 2_500 }, (_, at) => toWrite(`${at}`, 'x', { at: noon + at }))
    const file = await archiveOf(...sightings)
    expect((await file.scan(0)).sightings).toHaveLength(1_000)
    expect((await allSightings(file)).map(({ key }) => key)).toEqual(sightings.map(({ key }) => key))
  })

  it('looks through the newest twenty thousand of a word that all have, and not further', async () => {
    const old = toWrite('old', 'x', { source: 'tg:two', at: noon - 1 })
    const many = Array.from({ length: 20_000 }, (_, at) => toWrite(`${at}`, 'x'))
    const file = await archiveOf(old, ...many.slice(1))
    expect(namesOf(await file.find(archiveQuery('x', { sources: ['tg:two'] })))).toBe('old')
    await file.write({ sightings: many.slice(0, 1) })
    expect(namesOf(await file.find(archiveQuery('x', { sources: ['tg:two'] })))).toBe('')
  })
})

it('ends with what it has when the disk takes long', async () => {
  let at = 0
  const clock = () => {
    at += 15
    return at
  }
  const file = await openArchiveFile(newFolder(), 64_000_000, clock)
  await file.write({ sightings: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => toWrite(name, 'x')) })
  expect(await file.find(archiveQuery('x'))).toHaveLength(3)
})

it('can be read by nobody else on the machine, and leaves no source behind that shows nothing', async () => {
  const folder = newFolder()
  const file = await openArchiveFile(folder)
  await file.write({ sightings: [toWrite('a', 'x')] })
  for (const end of ['', '-wal']) expect(statSync(`${folder}/trawl.db${end}`).mode & 0o777).toBe(0o600)
  await file.remove([{ key: 'quark:a', source: 'tg:one' }])
  await file.close()
  const db = new DatabaseSync(`${folder}/trawl.db`)
  expect(db.prepare('select count(*) as count from sources').get()?.count).toBe(0)
  db.close()
})
