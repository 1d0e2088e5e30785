// FreeBuf: security articles (upstreams/hot/freebuf.md).
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { treatAsBlocked } from '../sites/blocked-status.ts'
import { feedItems, ownIdAndSummary } from '../sites/feed-items.ts'
import { pageRows } from '../sites/page-rows.ts'

export default defineFamily({
  name: 'Freebuf',
  home: 'https://www.freebuf.com/',
  column: 'tech',
  color: '#22c55e',
  needs: 'an IP address that the site does not block',
  lists: {
    freebuf: { title: '网络安全', type: 'hottest', interval: 600, ask: (io) => io.firstOf([feed, homePage]) },
  },
})

/** Another status of its firewall, in addition to 403. */
const turnedAway = treatAsBlocked(405)

function feed(io: Io): Promise<HotItem[]> {
  return feedItems(io, 'https://www.freebuf.com/feed', ownIdAndSummary).catch(turnedAway)
}

async function homePage(io: Io): Promise<HotItem[]> {
  const articles = await pageRows(io, 'https://www.freebuf.com/', '.article-item').catch(turnedAway)
  return articles.map((row) => {
    // The upstream description does not say which of the two elements contains the other.
    const url = row.link('a:has(.title)') ?? row.link('.title-left .title a')
    return { id: url, title: row.text('.title-left .title'), url, hover: row.text('.item-right .text-line-2') }
  })
}
