// 游研社: articles about games, from the home page's API, else from the page of all articles (upstreams/hot/b-yystv.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { pageRows } from '../sites/page-rows.ts'
import { parseRelativeTime } from '../sites/relative-time.ts'

const site = 'https://www.yystv.cn'
const optional = { cover: maybeText, preface: maybeText, author: maybeText, createtime: maybeWord }
const reply = z.object({ data: lenientArray(z.object({ id: nonEmptyText(), title: z.string(), ...optional })) })

export default defineFamily({
  name: '游研社',
  home: `${site}/docs`,
  column: 'game',
  color: '#e60033',
  lists: { yystv: { type: 'realtime', interval: 1800, ask: (io) => io.firstOf([articles, pageOfArticles]) } },
})

async function articles(io: Io): Promise<HotItem[]> {
  const { data } = await io.json(`${site}/home/get_home_docs_by_page`, reply, { headers: dataHeaders })
  return data.map(({ id, title, preface: hover, author: info, cover: icon, createtime: time }) => {
    const pubDate = unixTime(time) ?? parseRelativeTime(time ?? '', io.now)
    return articleItem({ id, title, url: `${site}/p/${id}`, pubDate, hover, info, icon })
  })
}

async function pageOfArticles(io: Io): Promise<HotItem[]> {
  return (await pageRows(io, `${site}/docs`, '.list-container li')).map((row) => {
    const url = row.link('a[href*="/p/"]')
    const [id, title] = [/\/p\/([^/?#]+)/.exec(url ?? '')?.[1], row.text('.list-article-title')]
    const [hover, info] = [row.text('.list-article-intro'), row.text('.handler-author-link')]
    return { id, title, url, mobileUrl: url, pubDate: parseRelativeTime(row.text('.c-999'), io.now), hover, info }
  })
}
