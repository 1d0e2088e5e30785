// Tests the sousou mock: hunhepan's rows over GET; half of the tags are null.
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { findListings, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import type { DiskItem } from './hunhepan-item.ts'
import { createSousou, sousouTaste } from './sousou.ts'

interface Row extends DiskItem {
  readonly tags: readonly string[] | null
}

const player = createSousou(1, defaultNow)

function send(query: string, sent = plainGet) {
  return player.answer(new URL(`https://sousou.pro/api.php?${query}`), sent)
}

function ask(q: string, more = ''): { readonly total: number; readonly list: readonly Row[] | null } {
  return JSON.parse(send(`action=search&q=${encodeURIComponent(q)}&per_size=100${more}`).body).data
}

const many = ['的', '与', 'a', 'e', '集', '海', '山', '夜'].flatMap((q) => ask(q).list ?? [])

test('every address of every listing that is meant is a row, with its code', () => {
  const listings = findListings(listingsOf('sousou', sousouTaste, 1, defaultNow), '灯塔')
  const { list } = ask('灯塔', '&page=1&type=')
  expect(listings.length).toBeGreaterThan(1)
  for (const { title, offers } of listings) {
    for (const { url, code } of offers) {
      const row = list?.find((one) => one.link === url && one.disk_name.replaceAll(/<\/?em>/g, '') === title)
      expect(row).toMatchObject({ disk_pass: code, share_user_id: '', rel_movie: '' })
    }
  }
})

test('tags are a list or null, and rows of one kind can be asked for', () => {
  expect(many.some(({ tags }) => tags === null)).toBe(true)
  expect(many.some(({ tags }) => tags !== null && tags.length > 0)).toBe(true)
  expect(new Set(ask('e', '&type=BDY').list?.map(({ disk_type }) => disk_type))).toEqual(new Set(['BDY']))
})

test('pages are cut from one list, and nothing found is null', () => {
  const whole = ask('e')
  const page = JSON.parse(send('action=search&q=e&page=2&per_size=4').body).data
  expect(page).toMatchObject({ total: whole.total, per_size: 4, list: whole.list?.slice(4, 8) })
  expect(ask('zzqx')).toMatchObject({ total: 0, list: null })
})

test('a wrong action, no keyword or a wrong page is an error with code 400; other methods and doors are refused', () => {
  for (const query of ['action=find&q=x', 'action=search&q=', 'action=search&q=x&page=0', '']) {
    expect(JSON.parse(send(query).body)).toEqual({ code: 400, msg: '请求失败: 参数错误', data: null })
  }
  expect(send('action=search&q=x', { ...plainGet, method: 'POST' }).status).toBe(405)
  expect(player.answer(new URL('https://sousou.pro/'), plainGet).status).toBe(404)
})
