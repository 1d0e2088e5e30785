// Tests of the allow list: matching, changes, and persistence.
import { describe, expect, test } from 'vitest'
import { opened } from '../../../test/kit/opened.ts'
import type { SharedRecords } from '../../async/shared-record.ts'
import { createAllowList, readBlocks } from './ip-allow-list.ts'

function makeShelf(text?: string) {
  const files = new Map(text === undefined ? [] : [['allow-list.json', Buffer.from(text)]])
  const works = { now: true }
  const hearers: (() => void)[] = []
  const written: string[] = []
  /** Written by another process right before the next write. */
  const others: string[] = []
  const shelf: SharedRecords = {
    read: async (name, read) => {
      const bytes = files.get(name)
      return bytes && read(bytes)
    },
    write: async (name, bytes) => {
      if (!works.now) return 'unwritten'
      if (others.length > 0) {
        files.set(name, Buffer.from(others.shift() ?? ''))
        return 'changed'
      }
      files.set(name, Buffer.from(bytes))
      written.push(Buffer.from(bytes).toString())
      return 'written'
    },
    onChangedElsewhere: (_name, hear) => void hearers.push(hear),
  }
  const takeOver = () => {
    for (const hear of hearers) hear()
  }
  return {
    shelf,
    works,
    others,
    takeOver,
    /** The text of each write. */
    written,
    saved: () => JSON.parse(files.get('allow-list.json')?.toString() ?? '"nothing"'),
  }
}

describe('an allow list', () => {
  test('that is empty lets in everybody', () => {
    const list = createAllowList(makeShelf().shelf)
    expect(['127.0.0.1', '2001:db8::1', 'what', undefined].map(list.allows)).toEqual([true, true, true, true])
  })

  test('lets in whom it names and nobody else', async () => {
    const list = createAllowList(makeShelf().shelf)
    await list.add(['10.0.0.0/8', '2001:db8::/32'])
    expect(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1'].map(list.allows)).toEqual([true, true, true])
    expect(['127.0.0.1', '2001:db9::1', '', undefined].map(list.allows)).toEqual([false, false, false, false])
  })

  test('lets in everybody again once the last entry is gone', async () => {
    const list = createAllowList(makeShelf().shelf, ['10.0.0.1'])
    expect(list.allows('127.0.0.1')).toBe(false)
    await list.remove(['10.0.0.1'])
    expect(list.allows('127.0.0.1')).toBe(true)
  })

  test('holds no entry twice', async () => {
    const list = createAllowList(makeShelf().shelf)
    await list.add(readBlocks('ip', ['10.0.0.7/8', '10.0.0.0/8', '::ffff:10.0.0.0/104']))
    await list.add(['10.0.0.0/8', '::1'])
    expect(list.blocks()).toEqual(['10.0.0.0/8', '::1'])
  })

  test('is not written for entries that it has', async () => {
    const { shelf, written } = makeShelf()
    const list = createAllowList(shelf)
    await list.add(['10.0.0.0/8', '::1'])
    await list.add(['::1'])
    expect(written).toEqual(['["10.0.0.0/8","::1"]'])
  })

  test('is not changed by removing what is not there, whatever else was to go', async () => {
    const list = createAllowList(makeShelf().shelf, ['10.0.0.1', '10.0.0.2'])
    await expect(list.remove(['10.0.0.1', '10.0.0.3'])).rejects.toMatchObject({
      status: 404,
      message: 'allow list: 10.0.0.3 is not on it',
    })
    expect(list.blocks()).toEqual(['10.0.0.1', '10.0.0.2'])
  })

  test('holds 1,000 entries and not one more', async () => {
    const blocks = Array.from({ length: 1_000 }, (_, at) => `10.0.${at >> 8}.${at & 255}`)
    const list = createAllowList(makeShelf().shelf)
    await list.add(blocks)
    await expect(list.add(['::1'])).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('1001 entries; at most 1000'),
    })
    expect(list.blocks()).toEqual(blocks)
    expect([list.allows('10.0.3.231'), list.allows('10.0.3.232'), list.allows('::1')]).toEqual([true, false, false])
  })

  test('does not count a change that could not be written down', async () => {
    const { shelf, works } = makeShelf()
    const list = createAllowList(shelf)
    works.now = false
    const message = 'allow list: the change could not be stored and was not applied'
    await expect(list.add(['10.0.0.1'])).rejects.toMatchObject({ status: 500, message })
    expect([list.blocks(), list.allows('127.0.0.1')]).toEqual([[], true])
    works.now = true
    await list.add(['10.0.0.1'])
    works.now = false
    await expect(list.remove(['10.0.0.1'])).rejects.toMatchObject({ status: 500 })
    expect([list.blocks(), list.allows('127.0.0.1')]).toEqual([['10.0.0.1'], false])
  })

  test('loses none of many changes at once', async () => {
    const { shelf, saved } = makeShelf()
    const list = createAllowList(shelf, ['10.9.9.9'])
    const blocks = Array.from({ length: 50 }, (_, at) => `10.0.0.${at}`)
    await Promise.allSettled([
      ...blocks.map((block) => list.add([block])),
      list.remove(['not there']),
      list.remove(['10.9.9.9']),
    ])
    expect(list.blocks()).toEqual(blocks)
    expect(saved()).toEqual(blocks)
  })
})

describe('after a restart', () => {
  test('the list is as it was', async () => {
    const { shelf } = makeShelf()
    const before = await opened(createAllowList(shelf))
    await before.add(['10.0.0.0/8', '2001:db8::1'])
    expect((await opened(createAllowList(shelf))).blocks()).toEqual(['10.0.0.0/8', '2001:db8::1'])
  })

  test('there are no entries where none were stored', async () => {
    expect((await opened(createAllowList(makeShelf().shelf))).blocks()).toEqual([])
  })

  test('entries written by hand are read in any spelling', async () => {
    const list = await opened(createAllowList(makeShelf('["10.0.0.7/8", "10.0.0.0/8", "::FFFF:192.0.2.1"]').shelf))
    expect(list.blocks()).toEqual(['10.0.0.0/8', '192.0.2.1'])
  })

  test.each([
    ['', 'Unexpected end of JSON input'],
    ['["10.0.0.1"', 'JSON'],
    ['{}', 'allow-list.json must be a JSON array of addresses and blocks'],
    ['[10]', 'allow-list.json must be a JSON array of addresses and blocks'],
    ['["10.0.0.1", "10.0.0.300"]', 'allow-list.json: "10.0.0.300" must be an IPv4 or IPv6 address'],
    [JSON.stringify(Array.from({ length: 1_001 }, (_, at) => `10.0.${at >> 8}.${at & 255}`)), 'at most 1000'],
  ])('a record that is %.20s stops the start with a sentence', async (text, reason) => {
    const opening = opened(createAllowList(makeShelf(text).shelf))
    await expect(opening).rejects.toThrow(/^the allow list cannot be read: /)
    await expect(opening).rejects.toThrow(reason)
  })

  test('a record that cannot be read stops the start too', async () => {
    const { shelf } = makeShelf()
    const refused = { ...shelf, read: () => Promise.reject(new Error('EACCES: permission denied')) }
    const opening = opened(createAllowList(refused))
    await expect(opening).rejects.toThrow(/^the allow list cannot be read: EACCES: permission denied$/)
    await expect(opening).rejects.toMatchObject({ cause: { message: 'EACCES: permission denied' } })
  })
})

describe('a list on a shelf that another process had', () => {
  test('is what that one left, for changes too', async () => {
    const { shelf, takeOver, saved } = makeShelf('["10.0.0.1"]')
    const list = await opened(createAllowList(shelf))
    await shelf.write('allow-list.json', Buffer.from('["10.0.0.2"]'))
    takeOver()
    await list.add(['10.0.0.3'])
    expect(saved()).toEqual(['10.0.0.2', '10.0.0.3'])
    expect(list.blocks()).toEqual(['10.0.0.2', '10.0.0.3'])
  })

  test('is joined with what others write at the same moment', async () => {
    const { shelf, others, saved } = makeShelf('["10.0.0.1"]')
    const list = await opened(createAllowList(shelf))
    others.push('["10.0.0.1", "10.0.0.2"]', '["10.0.0.2"]')
    await list.add(['10.0.0.3'])
    expect([list.blocks(), saved()]).toEqual([
      ['10.0.0.2', '10.0.0.3'],
      ['10.0.0.2', '10.0.0.3'],
    ])
    others.push('["10.0.0.3"]')
    await expect(list.remove(['10.0.0.2'])).rejects.toMatchObject({ status: 404 })
    expect(list.blocks()).toEqual(['10.0.0.3'])
    others.push('nonsense')
    await expect(list.add(['10.0.0.4'])).rejects.toMatchObject({ status: 500 })
    expect(list.blocks()).toEqual(['10.0.0.3'])
  })

  test('stays as it was when what that one left cannot be read', async () => {
    const { shelf, takeOver } = makeShelf('["10.0.0.1"]')
    const list = await opened(createAllowList(shelf))
    await shelf.write('allow-list.json', Buffer.from('nonsense'))
    takeOver()
    await list.add(['10.0.0.3'])
    expect(list.blocks()).toEqual(['10.0.0.1', '10.0.0.3'])
  })
})

test.each([['10.0.0.300'], ['example.org'], ['10.0.0.0/33'], ['*']])('%s is refused by its parameter', (text) => {
  expect(() => readBlocks('ips', ['10.0.0.1', text])).toThrow(
    `ips: "${text}" must be an IPv4 or IPv6 address or a block like 10.0.0.0/8`,
  )
})
