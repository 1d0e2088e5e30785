// Tests of 网易新闻 that its fixture cannot show: rows that are no articles, and other names of fields.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import netease from './netease-news.ts'

async function itemsOf(list: readonly unknown[]) {
  return (await makeAskingList(netease, 'netease-news', () => ({ code: 200, msg: 'success', data: { list } })).ask())
    .items
}

test('videos and placeholders lead where they say themselves, and placeholders that do not say are left out', async () => {
  const items = await itemsOf([
    { skipID: 'V1', skipType: 'video', title: '视频', url: '//v.163.com/1.html' },
    { docid: 'special_1', title: '专题', url: 'https://m.163.com/special/1' },
    { docid: 'special_2', title: '无处可去' },
    { docid: '', skipID: 'K2', title: '文章', url: 'https://m.163.com/elsewhere' },
  ])
  expect(items.map(({ id, url, mobileUrl }) => [id, url, mobileUrl])).toEqual([
    ['V1', 'https://v.163.com/1.html', 'https://v.163.com/1.html'],
    ['special_1', 'https://m.163.com/special/1', 'https://m.163.com/special/1'],
    ['K2', 'https://www.163.com/dy/article/K2.html', 'https://m.163.com/dy/article/K2.html'],
  ])
})

test('the time has two names, keywords may be no text, and rows without title or number are left out', async () => {
  const items = await itemsOf([
    { docid: 'K1', title: '一', publishTime: '2026-09-14 08:30:12', _keyword: ['地铁'] },
    { docid: 'K2', title: '' },
    { title: '三' },
  ])
  expect(items.map(({ id, pubDate, hover }) => [id, pubDate, hover])).toEqual([['K1', 1_789_345_812_000, undefined]])
})
