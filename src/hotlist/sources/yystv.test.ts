// Tests of 游研社 that its fixtures cannot show: times as the site shows them to people.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import yystv from './yystv.ts'

test.each([
  ['1789344000', '2026-09-14T00:00:00.000Z'],
  [1_789_344_000, '2026-09-14T00:00:00.000Z'],
  ['5小时前', '2026-09-13T23:00:00.000Z'],
  ['2026-09-14', '2026-09-13T16:00:00.000Z'],
  ['09-13 10:20', '2026-09-13T02:20:00.000Z'],
  ['不久前', undefined],
])('%j is read as %s', async (createtime, at) => {
  const reply = { data: [{ id: 1, title: '文章', createtime }] }
  const { ask } = makeAskingList(yystv, 'yystv', () => reply, Date.parse('2026-09-14T04:00:00Z'))
  expect((await ask()).items[0]?.pubDate).toEqual(at === undefined ? undefined : Date.parse(at))
})
