// 腾讯新闻: news by heat, in the order of its app (upstreams/hot/b-qq-news.md).
import { z } from 'zod'
import { first, maybeNumber, maybeText, maybeWord, rows, word } from '../../reading/rows.ts'
import { unixTime } from '../../reading/times.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { enveloped } from '../sites/envelope.ts'
import { plainItem } from '../sites/plain-item.ts'

const texts = { abstract: maybeText, miniProShareImage: maybeText, source: maybeText, chlname: maybeText }
const hotEvent = z.object({ hotScore: maybeNumber }).nullish()
const story = z.object({ id: word(), title: z.string(), timestamp: maybeWord, hotEvent, ...texts })
const holds = z.object({ idlist: first(z.object({ newslist: rows(story) })) })

export default family({
  name: '腾讯新闻 · 热点榜',
  home: 'https://news.qq.com/',
  column: 'china',
  color: '#0052d9',
  lists: { 'qq-news': { type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = 'https://r.inews.qq.com/gw/event/hot_ranking_list?page_size=50'
  const { idlist } = await enveloped(io, address, { code: 'ret', success: 0, words: 'msg', holds })
  return idlist.newslist.flatMap(({ id, title, abstract: hover, source, hotEvent, ...one }, place) => {
    // The first entry is the banner of the list.
    if (place === 0 && !source && !hotEvent) return []
    const pages = { url: `https://new.qq.com/rain/a/${id}`, mobileUrl: `https://view.inews.qq.com/k/${id}` }
    const [pubDate, hot] = [unixTime(one.timestamp), hotEvent?.hotScore]
    const [info, icon] = [source || one.chlname, one.miniProShareImage]
    return plainItem({ id, title, ...pages, pubDate, hot, hover, info, icon })
  })
}
