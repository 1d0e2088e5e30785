// 新浪新闻: today's most-read news by topic (upstreams/hot/b-sina-news.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { chinaDate, chinaHour, chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type Family, type HotItem, type List } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { checkShape, parseEmbeddedJson } from '../sites/embedded-json.ts'

const news = z.object({
  id: nonEmptyText(),
  /** `false` when there is none. */
  title: z.union([z.string(), z.literal(false)]),
  url: z.string(),
  media: maybeText,
  create_date: maybeText,
  create_time: maybeText,
  top_num: maybeWord,
})
const board = z.object({ data: lenientArray(news) })

export default defineFamily({
  name: '新浪新闻',
  home: 'https://news.sina.com.cn/hotnews/',
  column: 'china',
  color: '#e6162d',
  lists: {
    'sina-news': listOf('总排行', 'china', 'news', 'www_www_all_suda_suda'),
    'sina-news-video': listOf('视频排行', 'china', 'news', 'video_news_all_by_vv'),
    'sina-news-photo': listOf('图片排行', 'china', 'news', 'total_slide_suda'),
    'sina-news-china': listOf('国内新闻', 'china', 'news', 'news_china_suda'),
    'sina-news-world': listOf('国际新闻', 'world', 'news', 'news_world_suda'),
    'sina-news-society': listOf('社会新闻', 'china', 'news', 'news_society_suda'),
    'sina-news-sports': listOf('体育新闻', 'sports', 'sports', 'sports_suda'),
    'sina-news-finance': listOf('财经新闻', 'finance', 'finance', 'finance_0_suda'),
    'sina-news-ent': listOf('娱乐新闻', 'entertainment', 'ent', 'ent_suda'),
    'sina-news-tech': listOf('科技新闻', 'tech', 'tech', 'tech_news_suda'),
    'sina-news-mil': listOf('军事新闻', 'china', 'news', 'news_mil_suda'),
  },
})

function listOf(title: string, column: Family['column'], host: string, category: string): List {
  const address = `https://top.${host}.sina.com.cn/ws/GetTopDataList.php?top_type=day&top_cat=${category}`
  return { title, column, type: 'hottest', interval: 1800, ask: (io) => latest(io, address) }
}

const dayMs = 24 * 60 * 60_000

/** Today's board; yesterday's before 3:00 in China while today's has fewer than five entries. */
async function latest(io: Io, address: string): Promise<HotItem[]> {
  const today = await boardOf(io, address, io.now)
  const isTooNew = chinaHour(io.now) < 3 && today.length < 5
  return isTooNew ? boardOf(io, address, new Date(io.now.getTime() - dayMs)) : today
}

async function boardOf(io: Io, address: string, day: Date): Promise<HotItem[]> {
  const date = chinaDate(day).replaceAll('-', '')
  const script = await io.text(`${address}&top_time=${date}&top_show_num=50`, { headers: dataHeaders })
  const { data } = checkShape(parseEmbeddedJson(script, 0), board)
  return data.map(({ id, title, url, media: info, create_date, create_time, top_num }) => {
    const pubDate = chinaTime(`${create_date ?? ''} ${create_time ?? ''}`)
    return articleItem({ id, title: title || '', url, pubDate, hot: amountOf(top_num), info })
  })
}
