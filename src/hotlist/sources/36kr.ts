// 36Kr: news flashes, and the articles most read (upstreams/hot/36kr.md).
import { z } from 'zod'
import { rows, word } from '../../reading/rows.ts'
import { amountOf } from '../../reading/texts.ts'
import { chinaDate, shownTime, unixTime } from '../../reading/times.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { enveloped } from '../sites/envelope.ts'
import { pageRows } from '../sites/page-rows.ts'

export default family({
  name: '36氪',
  home: 'https://36kr.com',
  column: 'tech',
  color: '#3b82f6',
  lists: {
    '36kr-quick': { title: '快讯', type: 'realtime', interval: 600, ask: flashes },
    '36kr-renqi': {
      title: '人气榜',
      type: 'hottest',
      interval: 600,
      ask: (io) => io.firstOf([rankPage, rankInterface]),
    },
  },
})

async function flashes(io: Io): Promise<HotItem[]> {
  const flashRows = await pageRows(io, 'https://www.36kr.com/newsflashes', '.newsflash-item')
  return flashRows.flatMap((row) => {
    const [url, time] = [row.link('a.item-title'), row.text('.time')]
    if (url === undefined || time === '') return []
    return { id: URL.parse(url)?.pathname, title: row.text('a.item-title'), url, pubDate: shownTime(time, io.now) }
  })
}

async function rankPage(io: Io): Promise<HotItem[]> {
  const address = `https://36kr.com/hot-list/renqi/${chinaDate(io.now)}/1`
  // Turns away who comes from nowhere; where from does not matter.
  const ranked = await pageRows(io, address, '.article-item-info', { referer: 'https://www.freebuf.com/' })
  return ranked.map((row) => {
    const link = 'a.article-item-title.weight-bold'
    const [url, heat] = [row.link(link), row.text('.kr-flow-bar-hot span')]
    return {
      id: /\/p\/(\d+)/.exec(url ?? '')?.[1],
      title: row.text(link),
      url,
      hot: amountOf(heat),
      info: infoOf(row.text('.kr-flow-bar-author'), heat),
      hover: row.text('a.article-item-description.ellipsis-2'),
    }
  })
}

const article = z.object({
  itemId: word(),
  templateMaterial: z.object({
    widgetTitle: z.string(),
    authorName: z.string().nullish(),
    statRead: z.number().nullish(),
    statFormat: z.string().nullish(),
    publishTime: z.number().nullish(),
  }),
})
const reply = {
  code: 'code',
  success: 0,
  words: 'msg',
  holds: z.object({ data: z.object({ hotRankList: rows(article) }) }),
}

async function rankInterface(io: Io): Promise<HotItem[]> {
  const { data } = await enveloped(io, 'https://gateway.36kr.com/api/mis/nav/home/nav/rank/hot', reply, {
    method: 'POST',
    body: { partner_id: 'web', param: { siteId: 1, platformId: 2 } },
  })
  return data.hotRankList.map(({ itemId, templateMaterial: about }) => ({
    id: itemId,
    title: about.widgetTitle,
    url: `https://36kr.com/p/${itemId}`,
    mobileUrl: `https://m.36kr.com/p/${itemId}`,
    pubDate: unixTime((about.publishTime ?? 0) / 1000),
    // The page shows this text, so the heat stays on its measure.
    hot: amountOf(about.statFormat) ?? about.statRead,
    info: infoOf(about.authorName ?? '', about.statFormat ?? ''),
  }))
}

function infoOf(author: string, heat: string): string {
  return [author, heat].filter((part) => part.trim() !== '').join('  |  ')
}
