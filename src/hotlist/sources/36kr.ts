// 36Kr: news flashes, most-read articles, and the rankings of its mobile pages (upstreams/hot/36kr.md, b-36kr.md).
import { amountOf } from '../../parsing/text.ts'
import { chinaDate, shownTime, unixTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem, type List } from '../list-definition.ts'
import { fetchRanking, type RankedArticle, type Ranking } from '../sites/36kr-rank.ts'
import { articleItem } from '../sites/article-item.ts'
import { pageList, pageRows } from '../sites/page-rows.ts'

const flashes = pageList('https://www.36kr.com/newsflashes', '.newsflash-item', (row, io) => {
  const [url, time] = [row.link('a.item-title'), row.text('.time')]
  if (url === undefined || time === '') return []
  return { id: URL.parse(url)?.pathname, title: row.text('a.item-title'), url, pubDate: shownTime(time, io.now) }
})

export default defineFamily({
  name: '36氪',
  home: 'https://36kr.com',
  column: 'tech',
  color: '#4285f4',
  needs: 'an IP address in China: some others are blocked',
  lists: {
    '36kr-quick': { title: '快讯', type: 'realtime', interval: 600, ask: flashes },
    '36kr-renqi': {
      title: '人气榜',
      type: 'hottest',
      interval: 600,
      ask: (io) => io.firstOf([rankInterface, rankPage]),
    },
    // The same articles as `36kr-renqi`.
    '36kr-hot': { ...rankOf('人气榜', { path: 'hot', list: 'hotRankList' }, readers), isOff: true },
    '36kr-video': rankOf('视频榜', { path: 'video', list: 'videoList' }, readers),
    '36kr-comment': rankOf('热议榜', { path: 'comment', list: 'remarkList' }, ({ statComment }) => statComment),
    '36kr-collect': rankOf('收藏榜', { path: 'collect', list: 'collectList' }, ({ statCollect }) => statCollect),
  },
})

async function rankPage(io: Io): Promise<HotItem[]> {
  const address = `https://36kr.com/hot-list/renqi/${chinaDate(io.now)}/1`
  // Requests without a referer are rejected; any referer is accepted.
  const ranked = await pageRows(io, address, '.article-item-info', { referer: 'https://www.freebuf.com/' }).catch(
    (error: unknown) => {
      // The page shows a captcha to programs, in changing forms.
      if (!(error instanceof UpstreamError) || error.kind !== 'mismatch' || error.status !== undefined) throw error
      throw new UpstreamError('blocked', 'the page has a captcha in place of the list', {
        reason: { code: 'challenge' },
        cause: error,
      })
    },
  )
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

/** The same list from the API of the mobile page. */
async function rankInterface(io: Io): Promise<HotItem[]> {
  const articles = await fetchRanking(io, { path: 'hot', list: 'hotRankList' }, { partner_id: 'web' })
  return articles.map(({ itemId, templateMaterial: about }) => ({
    id: itemId,
    title: about.widgetTitle,
    url: `https://36kr.com/p/${itemId}`,
    mobileUrl: `https://m.36kr.com/p/${itemId}`,
    pubDate: unixTime((about.publishTime ?? 0) / 1000),
    // The page shows this text, so the heat keeps its unit.
    hot: amountOf(about.statFormat) ?? about.statRead,
    info: infoOf(about.authorName ?? '', about.statFormat ?? ''),
  }))
}

function infoOf(author: string, heat: string): string {
  return [author, heat].filter((part) => part.trim() !== '').join('  |  ')
}

function rankOf(title: string, ranking: Ranking, heatOf: (article: RankedArticle) => RankedArticle['statRead']): List {
  return {
    title,
    home: 'https://m.36kr.com/hot-list-m',
    type: 'hottest',
    interval: 1800,
    async ask(io) {
      const articles = await fetchRanking(io, ranking, { partner_id: 'wap', timestamp: io.now.getTime() })
      return articles.map(({ itemId, publishTime, templateMaterial: about }) =>
        articleItem({
          id: itemId,
          title: about.widgetTitle,
          url: `https://www.36kr.com/p/${itemId}`,
          mobileUrl: `https://m.36kr.com/p/${itemId}`,
          pubDate: unixTime((publishTime ?? 0) / 1000),
          hot: heatOf(about),
          info: about.authorName,
          icon: about.widgetImage,
        }),
      )
    },
  }
}

/** Not all articles have a read count; all have a favorite count. */
function readers({ statRead, statCollect }: RankedArticle): RankedArticle['statRead'] {
  return statRead ?? statCollect
}
