// Bilibili: what is searched for, the videos that are popular, and the ranking of all (upstreams/hot/bilibili.md).
import { z } from 'zod'
import { rows } from '../../reading/rows.ts'
import { amountOf, distinct } from '../../reading/texts.ts'
import { unixTime } from '../../reading/times.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { answered, answeredToVisitor } from '../sites/bilibili.ts'
import { inQuery } from '../sites/links.ts'

export default family({
  name: '哔哩哔哩',
  home: 'https://www.bilibili.com',
  column: 'china',
  color: '#3b82f6',
  lists: {
    'bilibili-hot-search': {
      title: '热搜',
      type: 'hottest',
      interval: 600,
      ask: (io) => io.firstOf([hotWords, trending, trendingInApp]),
    },
    'bilibili-hot-video': {
      title: '热门视频',
      type: 'hottest',
      interval: 600,
      ask: (io) => videos(io, 'https://api.bilibili.com/x/web-interface/popular'),
    },
    'bilibili-ranking': {
      title: '排行榜',
      type: 'hottest',
      interval: 1800,
      ask: (io) =>
        io.firstOf([(one) => videos(one, 'https://api.bilibili.com/x/web-interface/ranking/v2'), olderRanking]),
    },
  },
})

const searched = z.object({
  keyword: z.string(),
  show_name: z.string().nullish(),
  icon: z.string().nullish(),
  heat_score: z.number().nullish(),
  stat_datas: z.object({ is_commercial: z.string().nullish() }).nullish(),
})
const words = z.object({ list: rows(searched) })

async function hotWords(io: Io): Promise<HotItem[]> {
  const { list } = await answered(io, 'https://s.search.bilibili.com/main/hotword?limit=30', words)
  return list.flatMap(wordItems)
}

async function trending(io: Io): Promise<HotItem[]> {
  const shape = z.object({ data: z.object({ trending: words }) })
  const { data } = await answered(io, 'https://api.bilibili.com/x/web-interface/search/square?limit=50', shape)
  return data.trending.list.flatMap(wordItems)
}

async function trendingInApp(io: Io): Promise<HotItem[]> {
  const shape = z.object({ data: words })
  const { data } = await answered(io, 'https://app.bilibili.com/x/v2/search/trending/ranking?limit=50', shape)
  return data.list.flatMap(wordItems)
}

/** The item of a word; none of one that is paid for. */
function wordItems({ keyword, show_name, icon, heat_score, stat_datas }: z.output<typeof searched>): HotItem[] {
  if (stat_datas?.is_commercial === '1') return []
  const url = `https://search.bilibili.com/all?keyword=${inQuery(keyword)}`
  return [{ id: keyword, title: show_name || keyword, url, hot: heat_score, icon }]
}

const video = z.object({
  bvid: z.string(),
  title: z.string(),
  pubdate: z.number().nullish(),
  desc: z.string().nullish(),
  pic: z.string().nullish(),
  owner: z.object({ name: z.string() }),
  stat: z.object({ view: z.number(), like: z.number() }),
})
const videoList = z.object({ data: z.object({ list: rows(video) }) })

async function videos(io: Io, address: string): Promise<HotItem[]> {
  const { data } = await answeredToVisitor(io, address, videoList)
  return data.list.map(({ bvid, title, pubdate, desc, pic, owner, stat }) => ({
    id: bvid,
    title,
    url: `https://www.bilibili.com/video/${bvid}`,
    pubDate: unixTime(pubdate),
    hot: stat.view,
    info: `${owner.name} · ${countText(stat.view)}观看 · ${countText(stat.like)}点赞`,
    hover: desc,
    icon: pic,
  }))
}

const olderVideo = z.object({
  bvid: z.string(),
  title: z.string(),
  author: z.string().nullish(),
  play: z.union([z.number(), z.string()]).nullish(),
  pic: z.string().nullish(),
})
const olderList = z.object({ data: z.object({ list: rows(olderVideo) }) })

async function olderRanking(io: Io): Promise<HotItem[]> {
  const address = 'https://api.bilibili.com/x/web-interface/ranking?rid=0&type=all'
  const { data } = await answered(io, address, olderList)
  return data.list.map(({ bvid, title, author, play, pic }) => {
    const views = amountOf(play)
    const info = distinct([author ?? '', views === undefined ? '' : `${countText(views)}观看`]).join(' · ')
    return { id: bvid, title, url: `https://www.bilibili.com/video/${bvid}`, hot: views, info, icon: pic }
  })
}

/** As the site shows counts, but always in whole ten thousands. */
function countText(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 10_000)}w+`
}
