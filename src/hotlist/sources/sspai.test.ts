// SSPAI when it refuses, and its pictures.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import family from './sspai.ts'

test('an error in a good reply is a failure in the words of the site, whatever stands beside it', async () => {
  const reply = { error: 1, msg: '请求过于频繁', data: [{ id: 1, title: '纸鹤' }] }
  const { ask } = makeAskingList(family, 'sspai', () => reply)
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked', message: 'answered with code 1: 请求过于频繁' })
})

test('a picture may have an address of its own, or none', async () => {
  const banners = ['https://cdn.sspai.com/a.jpg', 'http://img.test/b.jpg', '', null, '2026/c.jpg']
  const data = banners.map((banner, id) => ({ id, title: '纸鹤', banner }))
  const { items } = await makeAskingList(family, 'sspai-life', () => ({ error: 0, data })).ask()
  expect(items.map(({ icon }) => icon)).toEqual([
    'https://cdn.sspai.com/a.jpg',
    'https://img.test/b.jpg',
    undefined,
    undefined,
    'https://cdn.sspai.com/2026/c.jpg',
  ])
})
