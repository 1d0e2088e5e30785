// 游研社: articles about games, from the home page's API, else from the page of all articles (upstreams/hot/b-yystv.md).
import { z } from 'zod'
import { maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'
import { pageList } from '../sites/page-rows.ts'
import { parseRelativeTime } from '../sites/relative-time.ts'

const site = 'https://www.yystv.cn'
const optional = { cover: maybeText, preface: maybeText, author: maybeText, createtime: maybeWord }

const articles = jsonList({
  address: `${site}/home/get_home_docs_by_page`,
  rows: 'data',
  row: z.object({ id: nonEmptyText(), title: z.string(), ...optional }),
  item: ({ id, title, preface: hover, author: info, cover: icon, createtime: time }, io) => {
    const pubDate = unixTime(time) ?? parseRelativeTime(time ?? '', io.now)
    return articleItem({ id, title, url: `${site}/p/${id}`, pubDate, hover, info, icon })
  },
})

const pageOfArticles = pageList(`${site}/docs`, '.list-container li', (row, io) => {
  const url = row.link('a[href*="/p/"]')
  const [id, title] = [/\/p\/([^/?#]+)/.exec(url ?? '')?.[1], row.text('.list-article-title')]
  const [hover, info] = [row.text('.list-article-intro'), row.text('.handler-author-link')]
  return { id, title, url, mobileUrl: url, pubDate: parseRelativeTime(row.text('.c-999'), io.now), hover, info }
})

export default defineFamily({
  name: '游研社',
  home: `${site}/docs`,
  column: 'game',
  color: '#e60033',
  lists: { yystv: { type: 'realtime', interval: 1800, ask: (io) => io.firstOf([articles, pageOfArticles]) } },
})
