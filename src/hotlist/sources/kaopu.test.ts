// Kaopu's file of old: whom it names and is not shown, and its times.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import family from './kaopu.ts'

test('publishers the site leaves out are left out, and a time is UTC unless it has a zone', async () => {
  const story = (name: string, publisher: string | null, pub_date: string | null) => ({
    title: '纸鹤',
    link: `https://news.example/${name}`,
    publisher,
    pub_date,
  })
  const file = [
    story('a', '财新', '2026-07-06T03:35:00'),
    story('b', '甲报', '2026-07-06T03:35:00'),
    story('c', '公视', null),
    story('d', null, '2026-07-06T03:35:00+08:00'),
    story('e', '乙报', null),
  ]
  const { ask } = makeAskingList(family, 'kaopu', ({ url }) => (url.host === 'kaopu.news' ? '<p>soon</p>' : file))
  const { items } = await ask()
  expect(items.map(({ id, info, pubDate }) => [id.at(-1), info, pubDate])).toEqual([
    ['b', '甲报', Date.parse('2026-07-06T03:35:00Z')],
    ['d', undefined, Date.parse('2026-07-05T19:35:00Z')],
    ['e', '乙报', undefined],
  ])
})
