// Tests of the allow list: matching, changes, and persistence.
import { describe, expect, test } from 'vitest'
import { makeSharedRecords } from '../../../test/kit/disk.ts'
import { opened } from '../../../test/kit/opened.ts'
import { createAllowList, readBlocks } from './ip-allow-list.ts'

function make(text?: string) {
  const { records, stored } = makeSharedRecords()
  if (text !== undefined) stored.set('allow-list.json', Buffer.from(text))
  return records
}

describe('an allow list', () => {
  test('that is empty lets in everybody', () => {
    const list = createAllowList(make())
    expect(['127.0.0.1', '2001:db8::1', 'what', undefined].map(list.allows)).toEqual([true, true, true, true])
  })

  test('lets in whom it names and nobody else', async () => {
    const list = createAllowList(make())
    await list.add(['10.0.0.0/8', '2001:db8::/32'])
    expect(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1'].map(list.allows)).toEqual([true, true, true])
    expect(['127.0.0.1', '2001:db9::1', '', undefined].map(list.allows)).toEqual([false, false, false, false])
  })

  test('lets in everybody again once the last entry is gone', async () => {
    const list = createAllowList(make(), ['10.0.0.1'])
    expect(list.allows('127.0.0.1')).toBe(false)
    await list.remove(['10.0.0.1'])
    expect(list.allows('127.0.0.1')).toBe(true)
  })

  test('holds no entry twice', async () => {
    const list = createAllowList(make())
    await list.add(readBlocks('ip', ['10.0.0.7/8', '10.0.0.0/8', '::ffff:10.0.0.0/104']))
    await list.add(['10.0.0.0/8', '::1'])
    expect(list.blocks()).toEqual(['10.0.0.0/8', '::1'])
  })

  test('is not changed by removing what is not there, whatever else was to go', async () => {
    const list = createAllowList(make(), ['10.0.0.1', '10.0.0.2'])
    await expect(list.remove(['10.0.0.1', '10.0.0.3'])).rejects.toMatchObject({
      status: 404,
      message: 'allow list: 10.0.0.3 is not on it',
    })
    expect(list.blocks()).toEqual(['10.0.0.1', '10.0.0.2'])
  })

  test('holds 1,000 entries and not one more', async () => {
    const blocks = Array.from({ length: 1_000 }, (_, at) => `10.0.${at >> 8}.${at & 255}`)
    const list = createAllowList(make())
    await list.add(blocks)
    await expect(list.add(['::1'])).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('1001 entries; at most 1000'),
    })
    expect(list.blocks()).toEqual(blocks)
    expect([list.allows('10.0.3.231'), list.allows('10.0.3.232'), list.allows('::1')]).toEqual([true, false, false])
  })
})

describe('after a restart', () => {
  test('the list is as it was', async () => {
    const records = make()
    await createAllowList(records).add(['10.0.0.0/8', '2001:db8::1'])
    expect((await opened(createAllowList(records))).blocks()).toEqual(['10.0.0.0/8', '2001:db8::1'])
  })

  test('entries written by hand are read in any spelling', async () => {
    const list = await opened(createAllowList(make('["10.0.0.7/8", "10.0.0.0/8", "::FFFF:192.0.2.1"]')))
    expect(list.blocks()).toEqual(['10.0.0.0/8', '192.0.2.1'])
  })

  test.each([
    ['', 'Unexpected end of JSON input'],
    ['{}', 'allow-list.json must be a JSON array of addresses and blocks'],
    ['[10]', 'allow-list.json must be a JSON array of addresses and blocks'],
    ['["10.0.0.1", "10.0.0.300"]', 'allow-list.json: "10.0.0.300" must be an IPv4 or IPv6 address'],
    [JSON.stringify(Array.from({ length: 1_001 }, (_, at) => `10.0.${at >> 8}.${at & 255}`)), 'at most 1000'],
  ])('a record that is %.20s stops the start with a sentence', async (text, reason) => {
    const opening = opened(createAllowList(make(text)))
    await expect(opening).rejects.toThrow(/^the allow list cannot be read: /)
    await expect(opening).rejects.toThrow(reason)
  })
})

test.each([['10.0.0.300'], ['example.org'], ['10.0.0.0/33'], ['*']])('%s is refused by its parameter', (text) => {
  expect(() => readBlocks('ips', ['10.0.0.1', text])).toThrow(
    `ips: "${text}" must be an IPv4 or IPv6 address or a block like 10.0.0.0/8`,
  )
})
