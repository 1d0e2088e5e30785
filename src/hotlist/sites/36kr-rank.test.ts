// 36Kr's rankings: which list of a reply is read, and refusals.
import { expect, test } from 'vitest'
import { makeSite } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { fetchRanking } from './36kr-rank.ts'

const comments = { path: 'comment', list: 'remarkList' }
const about = { templateMaterial: { widgetTitle: '纸鹤' } }

function askedOf(reply: unknown) {
  const site = makeSite(() => reply)
  return { site, given: fetchRanking(site.begin().io, comments, { partner_id: 'wap' }) }
}

test('the list of the ranking is read row by row, and the request says who asks', async () => {
  const lists = { hotRankList: [{ ...about, itemId: 1 }], remarkList: [{ ...about, itemId: 2 }, { itemType: 60 }] }
  const { site, given } = askedOf({ code: 0, data: lists })
  expect(await given).toEqual([{ ...about, itemId: '2' }])
  expect(site.asked.map(({ url, sent }) => [url.pathname, JSON.parse(sent ?? '')])).toEqual([
    ['/api/mis/nav/home/nav/rank/comment', { partner_id: 'wap', param: { siteId: 1, platformId: 2 } }],
  ])
})

test.each([
  { code: 0, data: { hotRankList: [{ ...about, itemId: 1 }] } },
  { code: 0, data: null },
  { code: 1001, msg: '参数错误' },
])('%o is no such ranking', async (reply) => {
  expect(await failureOf(askedOf(reply).given)).toMatchObject({ kind: 'mismatch' })
})
