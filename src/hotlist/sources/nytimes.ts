// The New York Times: its Chinese site and its world news (upstreams/hot/b-nytimes.md).
import { titleText } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { feedItems } from '../sites/feed-items.ts'
import { toHttps } from '../sites/links.ts'
import { newestFirst } from '../sites/newest-first.ts'

const both = { type: 'realtime', interval: 1800 } as const

export default defineFamily({
  name: '纽约时报',
  home: 'https://cn.nytimes.com/',
  column: 'world',
  color: '#000000',
  needs: 'a network outside mainland China',
  lists: {
    nytimes: { ...both, title: '中文网', ask: (io) => news(io, 'https://cn.nytimes.com/rss/') },
    'nytimes-global': {
      ...both,
      title: '全球版',
      home: 'https://www.nytimes.com/',
      ask: (io) => news(io, 'https://rss.nytimes.com/services/xml/rss/nyt/World.xml'),
    },
  },
})

async function news(io: Io, address: string): Promise<HotItem[]> {
  const items = await feedItems(io, address, ({ id, summary, author: info, image, ...entry }) => {
    // The query only marks visits from the feed.
    const [url = ''] = entry.url.split('?', 1)
    const icon = toHttps(image || /<img\s[^<>]*?\bsrc=["']([^"'<>]+)/i.exec(summary)?.[1])
    return { id: id || url, url, mobileUrl: url, hover: titleText(summary), info, icon }
  })
  return newestFirst(items, io.now)
}
