// Feed items: ids, titles, times, and extra fields.
import { expect, test } from 'vitest'
import { makeSite } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { feedItems } from './json-list.ts'

const url = 'https://site.example/feed'

function itemsOf(feed: string) {
  return feedItems(makeSite(() => feed).begin().io, url)
}

function rss(...entries: readonly string[]): string {
  return `<rss version="2.0"><channel><title>x</title>${entries.map((entry) => `<item>${entry}</item>`).join('')}</channel></rss>`
}

test('an entry of RSS is known by its link and titled in plain text', async () => {
  const items = await itemsOf(
    rss(
      '<title><![CDATA[纸鹤 &amp; <b>守塔人</b>]]></title><link>https://site.example/1</link><guid>g1</guid><pubDate>Mon, 06 Jul 2026 09:16:00 +0800</pubDate>',
      '<title>次</title><link>https://site.example/2</link><pubDate>some day</pubDate>',
    ),
  )
  expect(items).toEqual([
    {
      id: 'https://site.example/1',
      title: '纸鹤 & 守塔人',
      url: 'https://site.example/1',
      pubDate: new Date('2026-07-06T01:16:00Z'),
    },
    { id: 'https://site.example/2', title: '次', url: 'https://site.example/2', pubDate: undefined },
  ])
})

test('an entry of Atom leads to its page, and its time is the one of its last change', async () => {
  const entry = (times: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry><id>e</id><title>一</title><link rel="self" href="https://site.example/e.xml"/><link rel="alternate" href="https://site.example/e"/>${times}</entry></feed>`
  const published = '<published>2026-07-05T23:10:00-07:00</published>'
  const later = '<updated>2026-07-06T03:10:00-07:00</updated>'
  expect(await itemsOf(entry(published + later))).toMatchObject([
    { id: 'https://site.example/e', url: 'https://site.example/e', pubDate: new Date('2026-07-06T10:10:00Z') },
  ])
  expect(await itemsOf(entry(published))).toMatchObject([{ pubDate: new Date('2026-07-06T06:10:00Z') }])
})

test('what is no feed is a mismatch', async () => {
  expect(await failureOf(itemsOf('<html><body>enable JavaScript</body></html>'))).toMatchObject({ kind: 'mismatch' })
})
