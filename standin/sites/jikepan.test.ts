// Tests the jikepan mock: response envelope, rows, and unusable rows.
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { findListings, listingsOf } from '../corpus/listings.ts'
import { createJikepan, jikepanTaste } from './jikepan.ts'

interface Reply {
  readonly msg: string
  readonly list?: ReadonlyArray<{
    readonly name: string
    readonly links: ReadonlyArray<{ readonly service: string; readonly link: string; readonly pwd?: string }> | null
  }>
}

const player = createJikepan(1, defaultNow)
const address = new URL('https://api.jikepan.xyz/search')

function send(body: string, method = 'POST', url = address) {
  return player.answer(url, { method, headers: { 'content-type': 'application/json' }, body })
}

function ask(name: string, isAll = true): Reply {
  return JSON.parse(send(JSON.stringify({ name, is_all: isAll })).body)
}

/** A single character that many titles contain returns many rows. */
const many = ['的', '与', 'a', 'e', '集', '海', '山', '夜'].flatMap((name) => ask(name).list ?? [])

test('every listing that is meant comes with all its addresses, and codes beside those that do not say them', () => {
  const listings = findListings(listingsOf('jikepan', jikepanTaste, 1, defaultNow), '灯塔')
  const rows = ask('灯塔').list ?? []
  expect(listings.length).toBeGreaterThan(1)
  for (const { title, offers } of listings) {
    const found = rows.filter(({ name }) => name === title).flatMap(({ links }) => links ?? [])
    for (const { url, code } of offers) {
      expect(found.some((one) => one.link === url && (one.pwd ?? '') === code)).toBe(true)
    }
  }
})

test('the same question gets the same answer', () => {
  expect(ask('灯塔')).toEqual(ask('灯塔'))
})

test('only a full search shows more than forty rows', () => {
  expect(ask('e', false).list).toEqual(ask('e').list?.slice(0, 40))
})

test('services have the site’s names, in any letter case, now and then a wrong one', () => {
  const links = many.flatMap((row) => row.links ?? [])
  const services = new Set(links.map(({ service }) => service))
  for (const name of ['baidu', 'quark', '189cloud', 'caiyun', 'magnet', 'ed2k', 'other', 'unknown', 'Quark']) {
    expect(services).toContain(name)
  }
  expect(links.some(({ link, service }) => link.includes('quark.cn') && service.toLowerCase() !== 'quark')).toBe(true)
  expect(links.some(({ pwd }) => pwd === undefined)).toBe(true)
})

test('there are rows without links, with links nobody can use, and with hosts nobody knows', () => {
  expect(many.some(({ links }) => links?.length === 0)).toBe(true)
  expect(many.some(({ links }) => links === null)).toBe(true)
  expect(many.some(({ links }) => links?.length && links.every(({ service }) => service === 'unknown'))).toBe(true)
  expect(many.some(({ links }) => links?.some(({ link }) => link.startsWith('https://drive.example.org/')))).toBe(true)
})

test('nothing found is an empty list or none at all', () => {
  expect(ask('zzqx').list).toBeUndefined()
  expect(ask('zzqxz').list).toEqual([])
  expect(JSON.parse(player.nothingFound(address).body)).toEqual({ msg: 'success', list: [] })
})

test('what cannot be read is answered with an error text; other doors and methods are refused', () => {
  for (const body of ['', '{', '{"name":"纸鹤"}', '{"name":"","is_all":false}', '{"name":3,"is_all":false}']) {
    expect(JSON.parse(send(body).body)).toEqual({ msg: '参数错误', list: [] })
  }
  expect(send('{}', 'GET').status).toBe(405)
  expect(send('{}', 'POST', new URL('https://api.jikepan.xyz/other')).status).toBe(404)
})
