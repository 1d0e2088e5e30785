// Tests the wanou mock: lists joined by `$$$`, pages of 20, matches by alias.
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { chinaText, findListings, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createWanou, wanouTaste } from './wanou.ts'

type Row = Readonly<Record<string, string | number | null>>

interface Reply {
  readonly code: number
  readonly page: number
  readonly pagecount: number
  readonly limit: string
  readonly total: number
  readonly list: readonly Row[]
}

const player = createWanou(1, defaultNow)

function send(query: string, method = 'GET') {
  return player.answer(new URL(`https://woog.nxog.eu.org/api.php/provide/vod${query}`), { ...plainGet, method })
}

function ask(wd: string, pg = 1): Reply {
  return JSON.parse(send(`?ac=detail&wd=${encodeURIComponent(wd)}&pg=${pg}`).body)
}

const { pagecount } = ask('')
const many = Array.from({ length: pagecount }, (_, at) => ask('', at + 1)).flatMap(({ list }) => list)

function parts(value: string | number | null | undefined): string[] {
  return String(value ?? '').split('$$$')
}

test('every listing that is meant is a film with its addresses in order and its time in China', () => {
  const listings = findListings(listingsOf('wanou', wanouTaste, 1, defaultNow), '灯塔')
  const { list } = ask('灯塔')
  expect(listings.length).toBeGreaterThan(1)
  for (const { id, title, at, offers } of listings) {
    const film = list.find(({ vod_id }) => vod_id === 90_000 + id)
    expect(film).toMatchObject({ vod_name: title, vod_time: chinaText(at) })
    const urls = offers.map(({ url }) => url)
    expect(parts(film?.vod_down_url).filter((url) => urls.includes(url))).toEqual(urls)
  }
})

test('the four download fields have as many positions each', () => {
  for (const film of many.filter(({ vod_down_url }) => vod_down_url !== null && vod_down_url !== '')) {
    const { length } = parts(film.vod_down_url)
    for (const name of ['vod_down_from', 'vod_down_server', 'vod_down_note'])
      expect(parts(film[name]).length).toBe(length)
  }
})

test('there are positions without address, strangers, small letters, wrong drives, and films without any address', () => {
  const positions = many.flatMap((film) => {
    const from = parts(film.vod_down_from)
    return parts(film.vod_down_url).map((url, at) => ({ url, from: from[at] ?? '' }))
  })
  expect(positions.some(({ from, url }) => from === 'bd' && url === '')).toBe(true)
  expect(positions.some(({ from, url }) => from === 'XX' && url.includes('example.org'))).toBe(true)
  expect(positions.some(({ from }) => from === 'kg')).toBe(true)
  expect(positions.some(({ from, url }) => url.includes('pan.quark.cn') && from.toLowerCase() !== 'kg')).toBe(true)
  expect(positions.some(({ url }) => url.includes('?pwd='))).toBe(true)
  expect(positions.some(({ url }) => url.includes('#'))).toBe(true)
  expect(many.some(({ vod_down_url }) => vod_down_url === '')).toBe(true)
  expect(many.some(({ vod_down_url }) => vod_down_url === null)).toBe(true)
})

test('an alias finds films whose name says nothing of the keyword', () => {
  const names = ['Paper', 'Crane', 'Lantern', 'Salt'].flatMap((wd) =>
    ask(wd).list.map((film) => ({ wd: wd.toLowerCase(), name: String(film.vod_name).toLowerCase() })),
  )
  expect(names.some(({ wd, name }) => !name.includes(wd))).toBe(true)
})

test('pages have twenty films, say how many there are, and print the limit as text', () => {
  const first = ask('')
  expect(first).toMatchObject({ code: 1, page: 1, limit: '20', total: many.length })
  expect(first.list.length).toBe(20)
  expect(new Set(many.map(({ vod_id }) => vod_id)).size).toBe(many.length)
})

test('without details a film has no addresses', () => {
  const { list }: Reply = JSON.parse(send(`?wd=${encodeURIComponent('灯塔')}`).body)
  expect(list.length).toBeGreaterThan(0)
  expect(list.every((film) => !('vod_down_url' in film))).toBe(true)
})

test('nothing found is an empty list with code 1; other doors and methods are refused', () => {
  expect(ask('zzqx')).toMatchObject({ code: 1, total: 0, list: [] })
  expect(JSON.parse(player.nothingFound(new URL('https://woog.nxog.eu.org/')).body)).toMatchObject({
    code: 1,
    list: [],
  })
  expect(send('', 'POST').status).toBe(405)
  expect(send('x').status).toBe(404)
  expect(send('/?ac=detail&wd=x').status).toBe(200)
})
