// 腾讯新闻: news by heat, in the order of its app (upstreams/hot/b-qq-news.md).
import { z } from 'zod'
import { maybeNumber, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonRows } from '../sites/json-list.ts'

const texts = { abstract: maybeText, miniProShareImage: maybeText, source: maybeText, chlname: maybeText }
const hotEvent = z.object({ hotScore: maybeNumber }).nullish()
const row = z.object({ id: nonEmptyText(), title: z.string(), timestamp: maybeWord, hotEvent, ...texts })

export default defineFamily({
  name: '腾讯新闻',
  home: 'https://news.qq.com/',
  column: 'china',
  color: '#0052d9',
  lists: { 'qq-news': { title: '热点榜', type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = 'https://r.inews.qq.com/gw/event/hot_ranking_list?page_size=50'
  const stories = await jsonRows(io, address, { ok: ['ret', 0, 'msg'], rows: 'idlist.0.newslist', row })
  return stories.flatMap(({ id, title, abstract: hover, source, hotEvent, ...one }, place) => {
    // The first entry is the banner of the list.
    if (place === 0 && !source && !hotEvent) return []
    const pages = { url: `https://new.qq.com/rain/a/${id}`, mobileUrl: `https://view.inews.qq.com/k/${id}` }
    const [pubDate, hot] = [unixTime(one.timestamp), hotEvent?.hotScore]
    const [info, icon] = [source || one.chlname, one.miniProShareImage]
    return articleItem({ id, title, ...pages, pubDate, hot, hover, info, icon })
  })
}
