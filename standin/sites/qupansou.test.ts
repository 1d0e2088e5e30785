// Tests the qupansou mock: rows with one URL and a separate code, pages, highlights, irregular rows.
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { chinaText, findListings, listingsOf } from '../corpus/listings.ts'
import { createQupansou, qupansouTaste } from './qupansou.ts'

type Row = Readonly<Record<string, string | number | null>>

interface Reply {
  readonly status: number
  readonly message: string
  readonly total: number
  readonly data: readonly Row[] | null
}

const player = createQupansou(1, defaultNow)
const address = new URL('https://v.funletu.com/search')

function send(body: unknown, method = 'POST') {
  return player.answer(address, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function question(searchtext: string, pageSize = 1000, pageIndex = 1) {
  const query = { id: '', datetime: '', courseid: 1, categoryid: '', searchtext }
  return {
    style: 'get',
    datasrc: 'search',
    query,
    page: { pageSize, pageIndex },
    order: { prop: 'sort', order: 'desc' },
  }
}

function ask(kw: string, pageSize = 1000, pageIndex = 1): Reply {
  return JSON.parse(send(question(kw, pageSize, pageIndex)).body)
}

const many = ['的', '与', 'a', 'e', '集', '海', '山', '夜'].flatMap((kw) => ask(kw).data ?? [])

test('every address of every listing that is meant is a row, with its code and its time in China', () => {
  const listings = findListings(listingsOf('qupansou', qupansouTaste, 1, defaultNow), '灯塔')
  const { data, total } = ask('灯塔')
  expect(listings.length).toBeGreaterThan(1)
  expect(total).toBe(data?.length)
  for (const { title, at, offers } of listings) {
    for (const { url, code } of offers) {
      const row = data?.find((one) => one.url === url && String(one.title).replaceAll(/<[^>]+>/g, '') === title)
      expect(row).toMatchObject({ extcode: code, updatetime: chinaText(at), searchtext: '灯塔' })
    }
  }
})

test('hits are marked with one of several tags', () => {
  const tags = new Set(many.map((row) => /<(\w+)>/.exec(String(row.title))?.[1]))
  expect(tags.size).toBeGreaterThan(2)
})

test('pages are cut from one list', () => {
  const whole = ask('e')
  expect(ask('e', 7, 2)).toEqual({ ...whole, data: whole.data?.slice(7, 14) })
  expect(ask('e', 1000, 9).data).toEqual([])
})

test('there are rows without address, id or date, archive passwords, entities and strangers', () => {
  expect(many.some(({ url }) => url === '')).toBe(true)
  expect(many.some(({ id }) => id === null)).toBe(true)
  expect(many.some(({ updatetime }) => updatetime === null)).toBe(true)
  expect(many.some(({ unzipcode }) => unzipcode !== '')).toBe(true)
  expect(many.some(({ title }) => String(title).includes('&amp;'))).toBe(true)
  expect(many.some(({ url }) => String(url).startsWith('https://drive.example.org/'))).toBe(true)
  expect(many.some(({ extcode }) => extcode !== '')).toBe(true)
  expect(many.some(({ url }) => String(url).includes('?pwd='))).toBe(true)
})

test('nothing found is an empty list', () => {
  expect(ask('zzqx')).toMatchObject({ status: 200, total: 0, data: [] })
  expect(JSON.parse(player.nothingFound(address).body)).toMatchObject({ status: 200, data: [] })
})

test('a question that is not as the sheet has it is answered with another status', () => {
  const bad = [
    null,
    {},
    { ...question('纸鹤'), style: 'set' },
    question(''),
    question('纸鹤', 0),
    question('纸鹤', 30, 0),
  ]
  for (const body of bad) expect(JSON.parse(send(body).body).status).toBe(400)
  expect(send(question('纸鹤'), 'PUT').status).toBe(405)
})
