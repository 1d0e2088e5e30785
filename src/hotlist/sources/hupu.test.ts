// Hupu: the status by which it turns programs away.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import hupu from './hupu.ts'

test('405 for the page is a block, and the phone serves', async () => {
  const topicThreads = [{ tid: 640000001, title: '夜跑' }]
  const { ask } = makeAskingList(hupu, 'hupu', ({ url }) =>
    url.host === 'bbs.hupu.com' ? 405 : { data: { topicThreads } },
  )
  const { ids, bypassed } = await ask()
  expect(ids).toEqual(['/640000001.html'])
  expect(bypassed).toMatchObject({ kind: 'blocked', status: 405 })
})
