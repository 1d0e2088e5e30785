// Tests of 腾讯新闻 that its fixture cannot show: refusals, and tabs that are not read.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import tencent from './tencent.ts'

test('only the first tab is read', async () => {
  const article = { id: '1', title: '早报', link_info: { url: 'https://view.inews.qq.com/a/1' } }
  const tabs = [{ articleList: [article] }, { name: '视频' }]
  const { ask } = makeAskingList(tencent, 'tencent-hot', () => ({ ret: 0, data: { tabs } }))
  expect((await ask()).ids).toEqual(['1'])
})

test.each([
  ['a refusal', { ret: -10_001, msg: 'tag not found', data: null }, 'answered with code -10001: tag not found'],
  ['a page without tabs', { ret: 0, data: { tabs: [] } }, expect.stringContaining('data.tabs')],
])('%s is said', async (_what, reply, message) => {
  const { ask } = makeAskingList(tencent, 'tencent-hot', () => reply)
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message })
})
