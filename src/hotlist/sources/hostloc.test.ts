// 全球主机交流: which topics are left out, and what the feed of its old address is worth.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import family from './hostloc.ts'

const topic = { id: 1, title: '纸鹤', slug: '', visible: true, archived: false, pinned: false, pinned_globally: false }

function feedOf(titles: readonly string[]): string {
  const items = titles.map(
    (title, at) => `<item><title>${title}</title><link>https://hostloc.com/thread-${at + 1}-1-1.html</link></item>`,
  )
  return `<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`
}

/** The old forum, whose feed has these titles, while the new one cannot be reached. */
function oldForum(titles: readonly string[]) {
  return makeAskingList(family, 'hostloc', ({ url }) => (url.host === 'jiza.net' ? 502 : feedOf(titles)))
}

test('hidden, archived and pinned topics are left out, and a topic without a slug has an address', async () => {
  const hidden = [{ visible: false }, { archived: true }, { pinned: true }, { pinned_globally: true }]
  const topics = [...hidden.map((more, at) => ({ ...topic, id: at + 2, ...more })), topic]
  const { ask } = makeAskingList(family, 'hostloc', () => ({ topic_list: { topics } }))
  expect((await ask()).items).toEqual([{ id: '1', title: '纸鹤', url: 'https://jiza.net/t/topic/1' }])
})

test('the feed of the old address serves while it has threads', async () => {
  expect((await oldForum(['纸鹤', '灯塔', '本站已迁移至 JIZA.NET', '雨巷', '星桥']).ask()).ids).toHaveLength(5)
})

test('a feed of notices that the forum moved is no list', async () => {
  const notices = readFileSync(join(import.meta.dirname, '../../../fixtures/hotlist/hostloc-feed/notices.xml'), 'utf8')
  const { ask } = makeAskingList(family, 'hostloc', ({ url }) => (url.host === 'jiza.net' ? undefined : notices))
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch' })
  expect(await failureOf(oldForum(['迁移至 Jiza.net 1', 'JIZA.NET 2', 'jiza.net 3']).ask())).toMatchObject({
    kind: 'unavailable',
  })
})
