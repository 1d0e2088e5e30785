// The archive's file: what is found in it, what is written anew and what is only noted.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { namesOf, openFile, toWrite, wanted } from '../../test/kit/archive.ts'
import { newFolder, noon } from '../../test/kit/disk.ts'
import type { WantedSightings } from '../search/archive/sighting.ts'

const hourMs = 60 * 60 * 1000

describe('what is found', () => {
  it('has all tokens of one of the ways, in any order', () => {
    const file = openFile(newFolder())
    const sightings = [toWrite('a', '流浪 地球 4k'), toWrite('b', '地球 脉动'), toWrite('c', '流浪 猫')]
    file.write({ sightings, states: [] }, noon)
    expect(namesOf(file.find(wanted('地球 流浪')))).toBe('a')
    expect(namesOf(file.find(wanted('地球', { ways: [['地球', '脉动'], ['猫']] })))).toBe('c b')
    expect(namesOf(file.find(wanted('地')))).toBe('')
  })

  it('takes tokens as they are, whatever signs are in them', () => {
    const file = openFile(newFolder())
    const odd = ['a"b', "o'k", 'not', '*', 'a+b', '(x)', 'é', '𫠠𫠡', 'c^d', '`', '\\', 'a:b', '-']
    file.write({ sightings: odd.map((token, at) => toWrite(`${at}`, token)), states: [] }, noon)
    for (const [at, token] of odd.entries()) expect(namesOf(file.find(wanted(token))), token).toBe(`${at}`)
    expect(namesOf(file.find(wanted('e')))).toBe('')
  })

  it('is of these clouds and sources only, and nothing where none of them is named', () => {
    const file = openFile(newFolder())
    const magnet = toWrite('m', 'x', { key: 'magnet:m', type: 'magnet', url: 'magnet:?m' })
    const sightings = [toWrite('a', 'x'), toWrite('b', 'x', { source: 'tg:two' }), magnet]
    file.write({ sightings, states: [] }, noon)
    expect(namesOf(file.find(wanted('x', { types: ['magnet', '115'] })))).toBe('m')
    expect(namesOf(file.find(wanted('x', { sources: ['tg:two', 'tg:other'] })))).toBe('b')
    expect(namesOf(file.find(wanted('x', { types: [] })))).toBe('')
    expect(namesOf(file.find(wanted('x', { sources: [] })))).toBe('')
    expect(namesOf(file.find(wanted('x', { ways: [[]] })))).toBe('')
  })

  it('begins with the newest posts, those without a time last, and ends with as many as are wanted', () => {
    const file = openFile(newFolder())
    const sightings = [
      toWrite('b', 'x', { at: noon - 1 }),
      toWrite('a', 'x', { at: noon }),
      toWrite('d', 'x', { at: undefined }),
      toWrite('c', 'x', { at: noon - 2 }),
    ]
    file.write({ sightings, states: [] }, noon)
    expect(namesOf(file.find(wanted('x')))).toBe('a b c d')
    expect(namesOf(file.find(wanted('x', { most: 2 })))).toBe('a b')
    // A search that ended early must not hold what is to be written.
    file.write({ sightings: [toWrite('e', 'x')], states: [] }, noon)
    expect(namesOf(file.find(wanted('x', { most: 1 })))).toBe('e')
  })

  it('comes back as it was kept', () => {
    const file = openFile(newFolder())
    const { text, seenAt, ...kept } = toWrite('a', 'x y', { password: 'p1', heading: 'all', at: undefined, post: '7' })
    file.write({ sightings: [{ ...kept, text, seenAt }], states: [] }, noon)
    expect(file.find(wanted('y'))).toEqual([{ ...kept, place: 1, firstSeenAt: noon, lastSeenAt: noon }])
  })

  it('ends with what it has when the disk takes long', () => {
    let at = 0
    const clock = () => {
      at += 15
      return at
    }
    const file = openFile(newFolder(), 64_000_000, clock)
    file.write({ sightings: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => toWrite(name, 'x')), states: [] }, noon)
    expect(file.find(wanted('x'))).toHaveLength(3)
  })
})

describe('a share that is shown again', () => {
  it('by the same source with another title in the same post is found by that one only, as new, and was first seen when it was', () => {
    const file = openFile(newFolder())
    file.write({ sightings: [toWrite('a', 'x old'), toWrite('b', 'x')], states: [] }, noon)
    expect(namesOf(file.find(wanted('x')))).toBe('b a')
    file.write({ sightings: [toWrite('a', 'x new', {}, noon + 5)], states: [] }, noon + 5)
    expect(namesOf(file.find(wanted('x')))).toBe('a b')
    expect(file.find(wanted('old'))).toEqual([])
    expect(file.find(wanted('new'))).toMatchObject([{ title: 'x new', firstSeenAt: noon, lastSeenAt: noon + 5 }])
  })

  it('with another title in another post is found by both, and by one once a post has the title of the other', () => {
    const file = openFile(newFolder())
    file.write({ sightings: [toWrite('a', 'x old', { post: '8' })], states: [] }, noon)
    file.write({ sightings: [toWrite('a', 'x new', { post: '9' }, noon + 5)], states: [] }, noon + 5)
    expect(file.find(wanted('x'))).toMatchObject([
      { title: 'x new', post: '9', firstSeenAt: noon, lastSeenAt: noon + 5 },
      { title: 'x old', post: '8', firstSeenAt: noon, lastSeenAt: noon },
    ])
    expect(file.shares()).toBe(1)
    file.write({ sightings: [toWrite('a', 'x new', { post: '8' })], states: [] }, noon)
    expect(file.find(wanted('x'))).toMatchObject([{ title: 'x new', post: '8' }])
    file.remove([{ key: 'quark:a', source: 'tg:one' }])
    expect(file.shares()).toBe(0)
  })

  it('has the access code that some source gave, also where it is found by the title of another', () => {
    const file = openFile(newFolder())
    const [bare, coded] = [toWrite('a', 'x'), toWrite('a', 'y', { source: 'tg:two', password: 'k3m9' })]
    file.write({ sightings: [bare, coded], states: [] }, noon)
    expect(file.find(wanted('x'))).toMatchObject([{ source: 'tg:one', password: 'k3m9' }])
  })

  it('is found by the three titles of the newest posts, in whatever order they come', () => {
    const file = openFile(newFolder())
    const write = (...posts: readonly number[]) => {
      const sightings = posts.map((post) => toWrite('a', `x ${post}`, { post: `${post}`, at: noon + post }))
      file.write({ sightings, states: [] }, noon)
      return file.find(wanted('x')).map((kept) => kept.post)
    }
    expect(write(5, 3, 1, 4)).toEqual(['5', '4', '3'])
    // One that is older than all of them is not written, or it would be written in each search.
    expect(write(2)).toEqual(['5', '4', '3'])
    expect(write(6)).toEqual(['6', '5', '4'])
  })

  it('in posts without a time has a fourth title only when the oldest was not shown for an hour', () => {
    const file = openFile(newFolder())
    const write = (posts: readonly string[], at: number) => {
      const sightings = posts.map((post) => toWrite('a', `x ${post}`, { post, at: undefined }, at))
      file.write({ sightings, states: [] }, at)
      return file.find(wanted('x')).map((kept) => kept.post)
    }
    expect(write(['1', '2', '3', '4'], noon)).toEqual(['3', '2', '1'])
    expect(write(['4'], noon + hourMs - 1)).toEqual(['3', '2', '1'])
    expect(write(['4'], noon + hourMs)).toEqual(['4', '3', '2'])
  })

  it('in an older post under the same title leaves the newer one', () => {
    const file = openFile(newFolder())
    file.write({ sightings: [toWrite('a', 'x', { post: '9' })], states: [] }, noon)
    file.write({ sightings: [toWrite('a', 'x', { post: '8', at: noon - 1 })], states: [] }, noon)
    expect(file.find(wanted('x'))).toMatchObject([{ post: '9' }])
  })

  it('without its code keeps it; a code that is told or corrected later holds for its other titles too', () => {
    const file = openFile(newFolder())
    const write = (title: string, other: Parameters<typeof toWrite>[2]) => {
      file.write({ sightings: [toWrite('a', `x ${title}`, other)], states: [] }, noon)
      return file.find(wanted('x')).map((kept) => kept.password)
    }
    expect(write('one', { password: 'p1', post: '1' })).toEqual(['p1'])
    expect(write('one', { password: '', post: '2' })).toEqual(['p1'])
    expect(write('two', { password: '', post: '3' })).toEqual(['p1', 'p1'])
    expect(write('one', { password: 'p2', post: '2' })).toEqual(['p2', 'p2'])
    // One that the source gives to one title only is no correction.
    expect(write('three', { password: 'p3', post: '4' })).toEqual(['p3', 'p2', 'p2'])
    expect(write('one', { password: 'p0', post: '0', at: noon - 1 })).toEqual(['p3', 'p2', 'p2'])
  })

  it('in an older post that has the code of a newer one gives it', () => {
    const file = openFile(newFolder())
    file.write({ sightings: [toWrite('a', 'x', { post: '2' })], states: [] }, noon)
    file.write({ sightings: [toWrite('a', 'x', { post: '1', password: 'p', at: noon - 1 })], states: [] }, noon)
    expect(file.find(wanted('x'))).toMatchObject([{ post: '2', password: 'p' }])
  })

  it('as of another cloud is of that one, be it by the same source or by another', () => {
    const file = openFile(newFolder())
    const typesOf = (types: WantedSightings['types']) => file.find(wanted('x', { types })).map(({ type }) => type)
    file.write({ sightings: [toWrite('a', 'x', { type: 'others' })], states: [] }, noon)
    file.write({ sightings: [toWrite('a', 'x', { type: 'guangya', source: 'tg:two' })], states: [] }, noon)
    expect(typesOf(['guangya'])).toEqual(['guangya'])
    file.write({ sightings: [toWrite('a', 'x', { type: 'guangya' })], states: [] }, noon)
    expect(typesOf(['guangya'])).toEqual(['guangya', 'guangya'])
  })

  it('with other tokens or another code only is changed where it stands', () => {
    const file = openFile(newFolder())
    file.write({ sightings: [toWrite('a', 'x'), toWrite('b', 'x')], states: [] }, noon)
    const changed = toWrite('a', 'x', { tokens: ['x', 'y'], password: 'code' })
    file.write({ sightings: [changed], states: [] }, noon)
    expect(namesOf(file.find(wanted('x')))).toBe('b a')
    expect(file.find(wanted('y'))).toMatchObject([{ password: 'code' }])
  })

  it('by another source is one share with two sightings', () => {
    const file = openFile(newFolder())
    file.write({ sightings: [toWrite('a', 'x'), toWrite('a', 'x', { source: 'tg:two' })], states: [] }, noon)
    expect(file.find(wanted('x'))).toHaveLength(2)
    expect(file.shares()).toBe(1)
  })

  it('as it was is noted once an hour, or at once where the clock was ahead', () => {
    const file = openFile(newFolder())
    const lastSeenAt = () => file.find(wanted('x'))[0]?.lastSeenAt
    file.write({ sightings: [toWrite('a', 'x')], states: [] }, noon)
    const see = (at: number) => file.write({ sightings: [toWrite('a', 'x', {}, at)], states: [] }, at)
    see(noon + hourMs - 1)
    expect(lastSeenAt()).toBe(noon)
    see(noon + hourMs)
    expect(lastSeenAt()).toBe(noon + hourMs)
    see(noon)
    expect(lastSeenAt()).toBe(noon)
  })
})

describe('the health of a share', () => {
  it('comes with its sightings and by itself, those found out last first; what was found out later stands', () => {
    const file = openFile(newFolder())
    const sightings = ['a', 'b', 'c'].map((name) => toWrite(name, 'x'))
    const bad = { state: 'bad', at: noon } as const
    const ok = { state: 'ok', at: noon + 1 } as const
    const locked = { state: 'locked', at: noon - 1 } as const
    file.write(
      {
        sightings,
        states: [
          ['quark:a', bad],
          ['quark:b', ok],
          ['quark:unknown', ok],
        ],
      },
      noon,
    )
    file.write({ sightings: [], states: [['quark:a', locked]] }, noon)
    expect([...file.health(10)]).toEqual([
      ['quark:b', ok],
      ['quark:a', bad],
    ])
    expect([...file.health(1).keys()]).toEqual(['quark:b'])
    expect(file.find(wanted('x')).map(({ health }) => health)).toEqual([undefined, ok, bad])
  })

  it('that was found while the clock was far ahead gives way to what is found now', () => {
    const file = openFile(newFolder())
    const minuteMs = 60_000
    const ahead = { state: 'bad', at: noon + 5 * minuteMs } as const
    const ok = { state: 'ok', at: noon } as const
    file.write({ sightings: [toWrite('a', 'x')], states: [['quark:a', ahead]] }, noon)
    file.write({ sightings: [], states: [['quark:none', ahead]] }, noon)
    const note = (now: number) => {
      const states = ['quark:a', 'quark:none'].map((key) => [key, ok] as const)
      file.write({ sightings: [], states }, now)
      return [...file.health(10)]
    }
    expect(note(noon).map(([, { state }]) => state)).toEqual(['bad', 'bad'])
    expect(note(noon - 1)).toEqual([['quark:a', ok]])
  })

  it('is remembered of dead shares that are not kept, until they are kept or found to be living', () => {
    const file = openFile(newFolder())
    const bad = { state: 'bad', at: noon } as const
    const ok = { state: 'ok', at: noon + 1 } as const
    const states = ['a', 'b'].map((name) => [`quark:${name}`, bad] as const)
    file.write({ sightings: [], states }, noon)
    expect(file.health(10)).toEqual(new Map(states))
    file.write({ sightings: [toWrite('a', 'x')], states: [['quark:b', ok]] }, noon)
    expect(file.find(wanted('x'))).toMatchObject([{ health: bad }])
    expect(file.health(10)).toEqual(new Map(states.slice(0, 1)))
    file.write({ sightings: [toWrite('b', 'x')], states: [['quark:a', ok]] }, noon)
    expect(file.find(wanted('x')).map(({ key, health }) => [key, health])).toEqual([
      ['quark:b', undefined],
      ['quark:a', ok],
    ])
  })

  it('is remembered of the last twenty thousand of them', () => {
    const file = openFile(newFolder())
    const states = Array.from({ length: 20_001 }, (_, at) => [`quark:${at}`, { state: 'bad', at: noon }] as const)
    const long = [`quark:${'x'.repeat(200)}`, { state: 'bad', at: noon }] as const
    file.write({ sightings: [], states: [...states, long] }, noon)
    const known = file.health(100_000)
    expect(known.size).toBe(20_000)
    expect([known.has('quark:0'), known.has('quark:1'), known.has('quark:20000')]).toEqual([false, true, true])
  })

  it('outlasts a new title', () => {
    const file = openFile(newFolder())
    const bad = { state: 'bad', at: noon } as const
    file.write({ sightings: [toWrite('a', 'x')], states: [['quark:a', bad]] }, noon)
    file.write({ sightings: [toWrite('a', 'y')], states: [] }, noon)
    expect(file.find(wanted('y'))).toMatchObject([{ health: bad }])
  })
})

it('lets go what one source showed, and the share with the last of its sightings', () => {
  const file = openFile(newFolder())
  file.write({ sightings: [toWrite('a', 'x'), toWrite('a', 'x', { source: 'tg:two' })], states: [] }, noon)
  file.remove([{ key: 'quark:a', source: 'tg:one' }])
  expect(file.find(wanted('x'))).toMatchObject([{ source: 'tg:two' }])
  expect(file.shares()).toBe(1)
  file.remove([
    { key: 'quark:a', source: 'tg:two' },
    { key: 'quark:a', source: 'tg:none' },
  ])
  expect(file.shares()).toBe(0)
  expect(file.stretch(0)).toEqual({ sightings: [], next: undefined })
})

it('goes through all in pieces of a thousand', () => {
  const file = openFile(newFolder())
  const sightings = Array.from({ length: 2_500 }, (_, at) => toWrite(`${at}`, 'x', { at: noon + at }))
  file.write({ sightings, states: [] }, noon)
  const names: string[] = []
  let from: number | undefined = 0
  let pieces = 0
  while (from !== undefined) {
    const piece = file.stretch(from)
    names.push(...piece.sightings.map(({ key }) => key))
    from = piece.next
    pieces += 1
  }
  expect(pieces).toBe(3)
  expect(names).toEqual(sightings.map(({ key }) => key))
})

it('looks through the newest twenty thousand of a word that all have, and not further', () => {
  const file = openFile(newFolder())
  const old = toWrite('old', 'x', { source: 'tg:two', at: noon - 1 })
  const many = Array.from({ length: 20_000 }, (_, at) => toWrite(`${at}`, 'x'))
  file.write({ sightings: [old, ...many.slice(1)], states: [] }, noon)
  expect(namesOf(file.find(wanted('x', { sources: ['tg:two'] })))).toBe('old')
  file.write({ sightings: many.slice(0, 1), states: [] }, noon)
  expect(namesOf(file.find(wanted('x', { sources: ['tg:two'] })))).toBe('')
})

it('can be read by nobody else on the machine, and leaves no source behind that shows nothing', () => {
  const folder = newFolder()
  const file = openFile(folder)
  file.write({ sightings: [toWrite('a', 'x')], states: [] }, noon)
  for (const end of ['', '-wal']) expect(statSync(`${folder}/archive.db${end}`).mode & 0o777).toBe(0o600)
  file.remove([{ key: 'quark:a', source: 'tg:one' }])
  file.close()
  const db = new DatabaseSync(`${folder}/archive.db`)
  expect(db.prepare('select count(*) as count from sources').get()?.count).toBe(0)
  db.close()
})
