// NodeSeek: the latest threads, from the feed host, else from the page host (upstreams/hot/b-nodeseek.md).
import { titleText } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { feedItems } from '../sites/feed-items.ts'
import { newestFirst } from '../sites/newest-first.ts'

export default defineFamily({
  name: 'NodeSeek',
  home: 'https://www.nodeseek.com/',
  column: 'community',
  color: '#2b8a3e',
  needs: 'an IP address that the site does not block',
  lists: {
    nodeseek: {
      title: '最新',
      type: 'realtime',
      interval: 600,
      ask: (io) =>
        io.firstOf([
          (one) => threads(one, 'https://rss.nodeseek.com/'),
          (other) => threads(other, 'https://www.nodeseek.com/rss.xml'),
        ]),
    },
  },
})

async function threads(io: Io, address: string): Promise<HotItem[]> {
  const items = await feedItems(io, address, ({ id, url, author, summary }) => ({
    id: id || /\/post-(\d+)-/.exec(url)?.[1],
    mobileUrl: url,
    hover: titleText(summary),
    info: author,
  }))
  return newestFirst(items, io.now)
}
