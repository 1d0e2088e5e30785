// GameRes 游资网: game industry news from the front page, in its new and its previous layout (upstreams/hot/b-gameres.md).
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { resolveLink, toHttps } from '../sites/links.ts'
import { newestFirst } from '../sites/newest-first.ts'
import { pageRows } from '../sites/page-rows.ts'
import { parseRelativeTime } from '../sites/relative-time.ts'

const site = 'https://www.gameres.com/'
/** The other panes have single topics. */
const panes = ['.news-tabs__pane.is-active ', 'div[data-news-pane-id="100000"] ', '']

export default defineFamily({
  name: 'GameRes 游资网',
  home: site,
  column: 'game',
  color: '#ff6600',
  needs: 'an IP address that the site does not block',
  lists: { gameres: { type: 'realtime', interval: 1800, limits: { attemptMs: 20_000, askMs: 25_000 }, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const selectors = panes.map((pane) => `${pane}article.feed-item`)
  const articles = await pageRows(io, site, selectors, { referer: site })
  const items = articles.map((row) => {
    const thumb = '.feed-item-thumb__link'
    const url = row.link('a.feed-item-title-a') ?? row.link(thumb)
    // The previous layout loads the image lazily and has the time as bare text before other words.
    const time = row.text('time.feed-item-time')
    const icon = (time && row.attribute('src', '.thumb')) || row.attribute('data-original', '.thumb')
    return {
      id: url && (/(?<!\d)(\d+)\.html$/.exec(url)?.[1] ?? url),
      title: row.text('.feed-item-title-text') || row.text('.feed-item-title-a') || row.attribute('aria-label', thumb),
      url,
      mobileUrl: url,
      pubDate: parseRelativeTime(time || row.opening('.mark-info'), io.now),
      hover: row.text('p.feed-item-summary') || row.text('.feed-item-right > p'),
      icon: toHttps(resolveLink(site, icon)),
    }
  })
  return newestFirst(items, io.now)
}
