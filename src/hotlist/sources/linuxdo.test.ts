// LINUX DO: which topics are no news, and what serves when there is nothing else.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import family from './linuxdo.ts'

const shown = { title: '纸鹤', visible: true, archived: false, pinned: false }
const feed =
  '<rss version="2.0"><channel><title>x</title><item><title>守塔人</title><link>https://linux.do/t/topic/9</link><guid>linux.do-topic-9</guid></item></channel></rss>'

function makeForum(topics: readonly unknown[]) {
  return makeAskingList(family, 'linuxdo-latest', ({ url }) =>
    url.pathname.endsWith('.rss') ? feed : { topic_list: { topics } },
  )
}

test('hidden, archived and pinned topics are left out', async () => {
  const topics = [
    { ...shown, id: 1, visible: false },
    { ...shown, id: 2, archived: true },
    { ...shown, id: 3, pinned: true },
    { ...shown, id: 4, created_at: null },
  ]
  expect((await makeForum(topics).ask()).items).toEqual([{ id: '4', title: '纸鹤', url: 'https://linux.do/t/topic/4' }])
})

test('when all topics are left out, the feed serves', async () => {
  const { ids, bypassed } = await makeForum([{ ...shown, id: 1, pinned: true }]).ask()
  expect(ids).toEqual(['9'])
  expect(bypassed).toMatchObject({ kind: 'mismatch' })
})
