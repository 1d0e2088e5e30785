// 新浪网: a channel that is given up, heat in several forms, links of the older kind.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import sina from './sina.ts'

test('a channel that is given up is a failure in the words of the site', async () => {
  const { ask } = makeAskingList(sina, 'sina-mother', () => ({ status: -1, msg: 'empty data', data: {} }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'answered with code -1: empty data' })
})

test('heat is a number however it is written, and links are https', async () => {
  const hotList = ['1.2亿', 98231, '', null].map((hotValue, at) => ({
    base: { base: { uniqueId: `id${at}`, url: `http://news.sina.cn/${at}.html` } },
    info: { title: '纸鹤', hotValue },
  }))
  const { items } = await makeAskingList(sina, 'sina', () => ({ status: 0, data: { hotList } })).ask()
  expect(items.map(({ hot }) => hot)).toEqual([120_000_000, 98_231, undefined, undefined])
  expect(items[0]).toMatchObject({ url: 'https://news.sina.cn/0.html', mobileUrl: 'https://news.sina.cn/0.html' })
})
