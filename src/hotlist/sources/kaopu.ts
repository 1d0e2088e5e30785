// Kaopu: stories covered by several news agencies (upstreams/hot/kaopu.md).
import { z } from 'zod'
import { maybeText } from '../../parsing/lenient-schemas.ts'
import { shownTime, zonedTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'
import { pageList } from '../sites/page-rows.ts'

const storyLink = 'a[href^="/story/"]'

const stories = pageList('https://kaopu.news', 'article', (card, io) => ({
  id: card.attribute('href', storyLink),
  title: card.text('h2'),
  url: card.link(storyLink),
  pubDate: shownTime(card.text('.story-meta span'), io.now),
  info: card.text('.story-provenance'),
  hover: card.text('p'),
}))

const texts = { description: maybeText, publisher: maybeText, pub_date: maybeText }
/** Publishers that the site hides. */
const unshown = new Set(['财新', '公视'])

/** The data file that the site used until June 2026. */
const oldFile = jsonList({
  address: 'https://kaopustorage.blob.core.windows.net/news-prod/news_list_hans_0.json',
  rows: '',
  row: z.object({ title: z.string(), link: z.string(), ...texts }),
  item: ({ title, link: url, description: hover, publisher: info, pub_date: time }) => {
    // Times have no zone and are in UTC.
    const pubDate = zonedTime(time) ?? zonedTime(`${time}Z`)
    return unshown.has(info ?? '') ? [] : { id: url, title, url, pubDate, info, hover }
  },
})

export default defineFamily({
  name: '靠谱新闻',
  home: 'https://kaopu.news/',
  column: 'world',
  color: '#6b7280',
  lists: { kaopu: { type: 'realtime', interval: 1800, ask: (io) => io.firstOf([stories, oldFile]) } },
})
