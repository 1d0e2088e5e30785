// Tests the four hosts of hunhepan's API: one set of rows; each host lacks some of them or some fields.
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { chinaText, findListings, listingsOf } from '../corpus/listings.ts'
import { createHunhepan, hunhepanTaste } from './hunhepan.ts'
import type { DiskItem } from './hunhepan-item.ts'

interface Reply {
  readonly code: number
  readonly msg: string
  readonly data: { readonly total: number; readonly per_size: number; readonly list: readonly DiskItem[] | null } | null
}

const player = createHunhepan(1, defaultNow)
const addresses = {
  hunhepan: 'https://hunhepan.com/open/search/disk',
  qkpanso: 'https://www.melost.cn/v1/search/disk',
  kuake8: 'https://www.duanjuso.cc/v1/search/disk',
  misoso: 'https://www.lzpanx.com/v1/search/disk',
} as const

function send(address: string, body: unknown, method = 'POST') {
  const sent = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return player.answer(new URL(address), sent)
}

function ask(host: keyof typeof addresses, q: string, more: Readonly<Record<string, unknown>> = {}): Reply {
  const adv = { wechat_pwd: '', platform: 'pc' }
  const body = {
    page: 1,
    q,
    user: '',
    exact: false,
    format: [],
    size: 100,
    type: '',
    exclude_user: [],
    adv_params: adv,
  }
  return JSON.parse(send(addresses[host], { ...body, ...more }).body)
}

function rows(host: keyof typeof addresses, q: string): readonly DiskItem[] {
  return ask(host, q).data?.list ?? []
}

const keywords = ['的', '与', 'a', 'e', '集', '海', '山', '夜'] as const

/** Reads more than one page, because a host with missing rows has other rows on its first page. */
function all(host: keyof typeof addresses): DiskItem[] {
  return keywords.flatMap((q) => [1, 2, 3, 4, 5].flatMap((page) => ask(host, q, { page }).data?.list ?? []))
}

test('the first host has every address of every listing that is meant, with code and time', () => {
  const listings = findListings(listingsOf('hunhepan', hunhepanTaste, 1, defaultNow), '纸鹤')
  const found = rows('hunhepan', '纸鹤')
  expect(listings.length).toBeGreaterThan(1)
  for (const { title, at, offers } of listings) {
    for (const { url, code, truth } of offers) {
      const row = found.find((one) => one.link === url && one.disk_name.replaceAll(/<\/?em>/g, '') === title)
      expect(row).toMatchObject({ disk_pass: code, shared_time: chinaText(at) })
      expect(['', truth.code]).toContain(row?.disk_id)
    }
  }
})

test('the other hosts have fewer of the same rows, other files, and one has no codes', () => {
  const first = new Map(all('hunhepan').map((row) => [row.doc_id, row]))
  for (const host of ['qkpanso', 'kuake8', 'misoso'] as const) {
    const own = all(host)
    expect(own.length).toBeGreaterThan(20)
    expect(new Set(own.map(({ doc_id }) => doc_id)).size).toBeLessThan(first.size)
    expect(own.every(({ doc_id, link }) => first.get(doc_id)?.link === link)).toBe(true)
  }
  expect(all('kuake8').every(({ disk_pass }) => disk_pass === '')).toBe(true)
  expect(all('qkpanso').some(({ disk_pass }) => disk_pass !== '')).toBe(true)
  const richer = all('qkpanso').filter(({ doc_id, files }) => files.length > (first.get(doc_id)?.files.length ?? 0))
  expect(richer.length).toBeGreaterThan(20)
})

test('pages and kinds are cut from one list, which is null or empty behind its end', () => {
  const { data } = ask('hunhepan', 'e')
  expect(ask('hunhepan', 'e', { size: 5, page: 2 }).data).toEqual({
    total: data?.total,
    per_size: 5,
    list: data?.list?.slice(5, 10),
  })
  const quark = ask('hunhepan', 'e', { type: 'QUARK' }).data
  expect(new Set(quark?.list?.map(({ disk_type }) => disk_type))).toEqual(new Set(['QUARK']))
  expect(ask('hunhepan', 'e', { page: 50 }).data?.list).toEqual([])
  expect(ask('kuake8', 'e', { page: 50 }).data?.list).toBe(null)
})

test('an exact search brings no strangers', () => {
  const names = ask('hunhepan', '纸鹤', { exact: true }).data?.list?.map(({ disk_name }) => disk_name) ?? []
  expect(names.length).toBeGreaterThan(0)
  expect(names.every((name) => name.includes('<em>纸鹤</em>'))).toBe(true)
  expect(rows('hunhepan', '纸鹤').some(({ disk_name }) => !disk_name.includes('纸鹤'))).toBe(true)
})

test('there are rows without address, without id, without time, of a wrong kind, and strangers', () => {
  const found = all('hunhepan')
  expect(found.some(({ link }) => link === '')).toBe(true)
  expect(found.some(({ disk_id, link }) => disk_id === '' && link !== '')).toBe(true)
  expect(found.some(({ shared_time }) => shared_time === null)).toBe(true)
  expect(found.some(({ shared_time }) => shared_time === '')).toBe(true)
  expect(found.some(({ disk_type, link }) => link.includes('pan.quark.cn') && disk_type !== 'QUARK')).toBe(true)
  expect(found.some(({ link }) => link.startsWith('https://drive.example.org/'))).toBe(true)
})

test('an unreadable question is an error with code 500; doors differ by host, and other methods are refused', () => {
  for (const body of [
    null,
    {},
    { q: '', page: 1, size: 30 },
    { q: '纸鹤', page: 0, size: 30 },
    { q: '纸鹤', page: 1 },
  ]) {
    expect(JSON.parse(send(addresses.misoso, body).body)).toEqual({ code: 500, msg: '系统繁忙', data: null })
  }
  expect(send('https://hunhepan.com/v1/search/disk', {}).status).toBe(404)
  expect(send(addresses.kuake8, {}, 'GET').status).toBe(405)
  expect(JSON.parse(player.nothingFound(new URL(addresses.kuake8)).body).data.list).toBe(null)
})
