// SSPAI: most-liked articles, overall and by tag (upstreams/hot/sspai.md, b-sspai.md).
import { z } from 'zod'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem, type List } from '../list-definition.ts'
import { jsonRows } from '../sites/json-list.ts'
import { resolveLink, toHttps } from '../sites/links.ts'

const author = z.object({ nickname: maybeText }).nullish()
const optional = { summary: maybeText, banner: maybeText, like_count: maybeNumber, released_time: maybeNumber }
const row = z.object({ id: nonEmptyText(), title: z.string(), ...optional, author })
const reply = { ok: ['error', 0, 'msg'], rows: 'data', row } as const

export default defineFamily({
  name: '少数派',
  home: 'https://sspai.com',
  column: 'tech',
  color: '#d71a1b',
  lists: {
    sspai: { type: 'hottest', interval: 600, ask },
    'sspai-app': tagged('应用推荐'),
    'sspai-life': tagged('生活方式'),
    'sspai-efficiency': tagged('效率技巧'),
    'sspai-podcast': tagged('少数派播客'),
  },
})

function tagged(tag: string): List {
  return {
    title: tag,
    home: 'https://sspai.com/',
    type: 'hottest',
    interval: 3600,
    ask: (io) => articles(io, `limit=40&tag=${encodeURIComponent(tag)}`),
  }
}

async function ask(io: Io): Promise<HotItem[]> {
  const query = `limit=30&offset=0&created_at=${io.now.getTime()}&tag=${encodeURIComponent('热门文章')}&released=false`
  const found = await articles(io, query)
  // This list has never shown authors or images.
  return found.map(({ id, title, url, pubDate, hot, hover }) => ({ id, title, url, pubDate, hot, hover }))
}

async function articles(io: Io, query: string): Promise<HotItem[]> {
  const found = await jsonRows(io, `https://sspai.com/api/v1/article/tag/page/get?${query}`, reply)
  return found.map(({ id, title, summary: hover, like_count: hot, author, ...article }) => {
    const url = `https://sspai.com/post/${id}`
    const pubDate = unixTime(article.released_time)
    const icon = toHttps(resolveLink('https://cdn.sspai.com/', article.banner))
    return { id, title, url, mobileUrl: url, pubDate, hot, hover, info: author?.nickname, icon }
  })
}
