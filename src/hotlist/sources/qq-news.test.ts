// Tests of 腾讯新闻 · 热点榜 that its fixture cannot show: lists without a banner.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import qqNews from './qq-news.ts'

const plain = { id: '2', title: '无来源' }

test.each([
  ['has a source', { id: '1', title: '新闻', source: '晚报' }],
  ['is an event', { id: '1', title: '新闻', hotEvent: { hotScore: 7 } }],
])('the first row is kept when it %s, and later ones whatever they lack', async (_how, first) => {
  const reply = { ret: 0, idlist: [{ newslist: [first, plain] }] }
  expect((await makeAskingList(qqNews, 'qq-news', () => reply).ask()).ids).toEqual(['1', '2'])
})
