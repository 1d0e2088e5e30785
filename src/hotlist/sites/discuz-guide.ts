// Discuz! forums: the views of their guide, which are feeds (upstreams/hot/b-52pojie.md, b-hostloc.md).
import { titleText } from '../../parsing/text.ts'
import type { FeedEntry } from '../../upstream/source.ts'
import type { HotItem, List } from '../list-definition.ts'
import { feedItems } from './feed-items.ts'
import { toHttps } from './links.ts'

const views = { digest: '最新精华', hot: '最新热门', new: '最新回复', newthread: '最新发表' } as const

/** Creates the list of a guide view. Discuz! updates its feeds twice an hour. */
export function guideList(site: string, view: keyof typeof views): List {
  const address = `${site}/forum.php?mod=guide&view=${view}&rss=1`
  return {
    title: views[view],
    type: view === 'hot' ? 'hottest' : 'realtime',
    interval: 1800,
    ask: (io) => feedItems(io, address, threadOf),
  }
}

/** Entries have no id; a thread's URL has two forms. */
function threadOf({ url, summary, author, image }: FeedEntry): Partial<HotItem> {
  const [, id] = /(?:[?&]tid=|\/thread-)(\d+)/.exec(url) ?? []
  return { id, mobileUrl: url, hover: titleText(summary), info: author, icon: toHttps(image) }
}
