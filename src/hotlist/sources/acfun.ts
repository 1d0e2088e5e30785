// AcFun: video and article rankings, for the whole site and by channel (upstreams/hot/b-acfun.md).
import { z } from 'zod'
import { maybeNumber, maybeText, maybeWord } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import { defineFamily, type HotItem, type List } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'

/** A video, or an article, which has no `dougaId`. */
const entry = z.object({
  dougaId: maybeWord,
  contentId: maybeWord,
  contentTitle: z.string(),
  contentDesc: maybeText,
  shareUrl: maybeText,
  coverUrl: maybeText,
  userName: maybeText,
  contributeTime: maybeNumber,
  likeCount: maybeNumber,
  viewCount: maybeNumber,
})

export default defineFamily({
  name: 'AcFun',
  home: 'https://www.acfun.cn/rank/list/',
  column: 'entertainment',
  color: '#fd4c5d',
  lists: {
    acfun: ranking('综合日榜', ''),
    'acfun-3days': { ...ranking('综合三日榜', '', 'THREE_DAYS'), interval: 3600 },
    'acfun-week': { ...ranking('综合周榜', '', 'WEEK'), interval: 3600 },
    'acfun-bangumi': ranking('番剧', 155),
    'acfun-anime': ranking('动画', 1),
    'acfun-ent': ranking('娱乐', 60),
    'acfun-life': { ...ranking('生活', 201), column: 'life' },
    'acfun-music': ranking('音乐', 58),
    'acfun-dance': ranking('舞蹈·偶像', 123),
    'acfun-game': { ...ranking('游戏', 59), column: 'game' },
    'acfun-tech': { ...ranking('科技', 70), column: 'tech' },
    'acfun-film': ranking('影视', 68),
    'acfun-sports': { ...ranking('体育', 69), column: 'sports' },
    'acfun-fishpond': { ...ranking('鱼塘', 125), column: 'community' },
    'acfun-article': { ...ranking('文章', 63), column: 'community' },
  },
})

function ranking(title: string, channel: number | '', period = 'DAY'): List {
  const query = `channelId=${channel}&subChannelId=&rankLimit=30&rankPeriod=${period}`
  const address = `https://www.acfun.cn/rest/pc-direct/rank/channel?${query}`
  const ask = jsonList({ address, ok: ['result', 0, 'error'], rows: 'rankList', row: entry, item: itemOf })
  return { title, type: 'hottest', interval: 1800, ask }
}

function itemOf({ dougaId, contentId, ...row }: z.output<typeof entry>): HotItem {
  const id = dougaId || contentId
  const kind = dougaId ? 'v' : 'a'
  return articleItem({
    id,
    title: row.contentTitle,
    url: `https://www.acfun.cn/${kind}/ac${id}`,
    mobileUrl: row.shareUrl || `https://m.acfun.cn/${kind}/?ac=${id}`,
    pubDate: unixTime((row.contributeTime ?? 0) / 1000),
    hot: dougaId ? row.likeCount : row.viewCount,
    hover: row.contentDesc,
    info: row.userName,
    icon: row.coverUrl,
  })
}
