// Baidu: the hot search, and top searches by category (upstreams/hot/baidu.md, b-baidu.md).
import { amountOf, distinct, oneLine, titleText } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type Family, type HotItem, type List } from '../list-definition.ts'
import { type BoardEntry, fetchMobileBoard, fetchPageBoard } from '../sites/baidu-board.ts'
import { encodeForQuery, toHttps } from '../sites/links.ts'

export default defineFamily({
  name: '百度',
  home: 'https://www.baidu.com',
  column: 'china',
  color: '#2932e1',
  lists: {
    baidu: { title: '热搜', type: 'hottest', interval: 600, ask: hotSearch },
    'baidu-novel': listOf('小说', 'novel', 'entertainment'),
    'baidu-movie': listOf('电影', 'movie', 'entertainment'),
    'baidu-teleplay': listOf('电视剧', 'teleplay', 'entertainment'),
    'baidu-car': listOf('汽车', 'car', 'life'),
    'baidu-game': listOf('游戏', 'game', 'game'),
  },
})

function listOf(title: string, tab: string, column: Family['column']): List {
  return {
    title,
    home: 'https://top.baidu.com/board',
    column,
    type: 'hottest',
    interval: 3600,
    ask: (io) => subject(io, tab),
  }
}

function hotSearch(io: Io): Promise<HotItem[]> {
  const boards = [fetchPageBoard, fetchMobileBoard]
  return io.firstOf(boards.map((board) => async (own: Io) => (await board(own, 'realtime')).map(searched)))
}

/** The query serves as id: the mobile URLs differ from those of the page. */
function searched({ word, query, rawUrl, hotScore, desc }: BoardEntry): HotItem {
  const url = rawUrl || searchFor(query || word)
  return { id: url, title: word, url, hot: amountOf(hotScore), hover: desc }
}

async function subject(io: Io, tab: string): Promise<HotItem[]> {
  return (await fetchPageBoard(io, tab)).map((entry) => {
    const title = entry.word || entry.title
    const url = entry.rawUrl || entry.url || searchFor(entry.query || title)
    return {
      id: title || entry.query,
      title: titleText(title),
      url,
      mobileUrl: entry.appUrl || entry.url || url,
      // 0 means unknown.
      hot: amountOf(entry.hotScore) || undefined,
      hover: entry.desc,
      info: distinct((entry.show ?? []).map(oneLine)).join(' / '),
      icon: toHttps(entry.img || entry.imgInfo?.src),
    }
  })
}

function searchFor(words: string | null | undefined): string | undefined {
  return words ? `https://www.baidu.com/s?wd=${encodeForQuery(words)}` : undefined
}
