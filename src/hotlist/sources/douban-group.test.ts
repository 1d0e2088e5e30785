// 豆瓣小组: how it turns programs away, and topics that are none.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import group from './douban-group.ts'
import movie from './douban-movie.ts'

test.each([
  ['douban-group', group],
  ['douban-movie', movie],
])('%s is blocked where the site answers 418', async (id, exported) => {
  const { ask, sent } = makeAskingList(exported, id, () => 418)
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked', status: 418 })
  expect(sent()).toHaveLength(1)
})

test('a topic without a number is left out, one without likes has no heat', async () => {
  const topic = (href: string) => `<div class="channel-item"><h3><a href="${href}">题</a></h3></div>`
  const page = `<div class="article">${topic('/group/explore')}${topic('/group/topic/7/?_i=1#c')}</div>`
  const { items } = await makeAskingList(group, 'douban-group', () => page).ask()
  const url = 'https://www.douban.com/group/topic/7/'
  expect(items).toEqual([{ id: '7', title: '题', url, mobileUrl: 'https://m.douban.com/group/topic/7/' }])
})
