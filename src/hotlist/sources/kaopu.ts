// Kaopu: stories covered by several news agencies (upstreams/hot/kaopu.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText } from '../../parsing/lenient-schemas.ts'
import { shownTime, zonedTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { pageRows } from '../sites/page-rows.ts'

export default defineFamily({
  name: '靠谱新闻',
  home: 'https://kaopu.news/',
  column: 'world',
  color: '#6b7280',
  lists: { kaopu: { type: 'realtime', interval: 1800, ask: (io) => io.firstOf([stories, oldFile]) } },
})

const storyLink = 'a[href^="/story/"]'

async function stories(io: Io): Promise<HotItem[]> {
  const cards = await pageRows(io, 'https://kaopu.news', 'article')
  return cards.map((card) => ({
    id: card.attribute('href', storyLink),
    title: card.text('h2'),
    url: card.link(storyLink),
    pubDate: shownTime(card.text('.story-meta span'), io.now),
    info: card.text('.story-provenance'),
    hover: card.text('p'),
  }))
}

const file = lenientArray(
  z.object({
    title: z.string(),
    link: z.string(),
    description: maybeText,
    publisher: maybeText,
    pub_date: maybeText,
  }),
)
/** Publishers that the site hides. */
const unshown = new Set(['财新', '公视'])

/** The data file that the site used until June 2026. */
async function oldFile(io: Io): Promise<HotItem[]> {
  const url = 'https://kaopustorage.blob.core.windows.net/news-prod/news_list_hans_0.json'
  const told = await io.json(url, file, { headers: dataHeaders })
  const shown = told.filter(({ publisher }) => !unshown.has(publisher ?? ''))
  return shown.map(({ title, link, description, publisher, pub_date: time }) => ({
    id: link,
    title,
    url: link,
    // Times have no zone and are in UTC.
    pubDate: zonedTime(time) ?? zonedTime(`${time}Z`),
    info: publisher,
    hover: description,
  }))
}
