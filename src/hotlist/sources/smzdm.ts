// 什么值得买: most-liked shopping articles from its page, and its rankings (upstreams/hot/smzdm.md, b-smzdm.md).
import { z } from 'zod'
import { maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem, type List } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonRows } from '../sites/json-list.ts'
import { resolveLink } from '../sites/links.ts'
import { pageList } from '../sites/page-rows.ts'

const site = 'https://post.smzdm.com'

const texts = { content: maybeText, pic_url: maybeText, nickname: maybeText }
const figures = { collection_count: maybeWord, time_sort: maybeWord }
const links = { jump_link: maybeText, article_url: maybeText }
const row = z.object({ article_id: nonEmptyText(), title: z.string(), ...texts, ...figures, ...links })
const reply = { ok: ['error_code', 0, 'error_msg'], rows: 'data', row } as const

const fromPage = pageList(`${site}/hot_1/`, '#feed-main-list .z-feed-title a', (link) => ({
  id: link.link(),
  title: link.text(),
  url: link.link(),
}))

export default defineFamily({
  name: '什么值得买',
  home: 'https://www.smzdm.com',
  column: 'life',
  color: '#e62828',
  needs: 'an IP address that the site does not block',
  lists: {
    smzdm: { type: 'hottest', interval: 600, isOff: true, ask: (io) => io.firstOf([fromPage, fromRanking]) },
    'smzdm-day': ranking('今日热门', { unit: 1, interval: 1800 }),
    'smzdm-week': ranking('周热门', { unit: 7, interval: 3600 }),
    'smzdm-month': ranking('月热门', { unit: 30, interval: 21_600 }),
  },
})

function ranking(title: string, { unit, interval }: { readonly unit: number; readonly interval: number }): List {
  const shown = { home: `${site}/`, type: 'hottest' } as const
  return { title, ...shown, interval, ask: (io) => ranked(io, unit) }
}

/** The articles of the day; the page's links serve as ids, so that rank changes stay comparable. */
async function fromRanking(io: Io): Promise<HotItem[]> {
  const articles = await ranked(io, 1)
  return articles.map(({ title, url, hover }) => ({ id: url, title, url, hover }))
}

async function ranked(io: Io, unit: number): Promise<HotItem[]> {
  const address = `${site}/rank/json_more/?unit=${unit}`
  const articles = await jsonRows(io, address, { ...reply, headers: { referer: `${site}/rank/` } })
  return articles.map(({ article_id: id, title, content: hover, nickname: info, pic_url: icon, ...row }) => {
    const url = resolveLink(site, row.jump_link || row.article_url)
    const [pubDate, hot] = [unixTime(row.time_sort), amountOf(row.collection_count)]
    return articleItem({ id, title, url, pubDate, hot, hover, info, icon })
  })
}
