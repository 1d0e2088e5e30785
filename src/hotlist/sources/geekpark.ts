// 极客公园: the front page of a technology site (upstreams/hot/b-geekpark.md).
import { z } from 'zod'
import { maybeNumber, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'
import { newestFirst } from '../sites/newest-first.ts'

const author = z.object({ nickname: maybeText, realname: maybeText })
const optional = { abstract: maybeText, cover_url: maybeText, views: maybeNumber, published_timestamp: maybeWord }
const article = z.object({ id: nonEmptyText(), title: z.string(), ...optional, authors: z.array(author).nullish() })
const entry = z.union([z.object({ post: article }).transform(({ post }) => post), article])

const posts = jsonList({
  address: 'https://mainssl.geekpark.net/api/v2',
  rows: 'homepage_posts',
  row: entry,
  item: ({ id, title, views: hot, abstract: hover, cover_url: icon, published_timestamp: time, authors }) => {
    const info = authors?.[0]?.nickname || authors?.[0]?.realname
    const url = `https://www.geekpark.net/news/${id}`
    return articleItem({ id, title, url, pubDate: unixTime(time), hot, hover, info, icon })
  },
})

export default defineFamily({
  name: '极客公园',
  home: 'https://www.geekpark.net/',
  column: 'tech',
  color: '#1a1a1a',
  lists: { geekpark: { type: 'realtime', interval: 1800, ask: async (io) => newestFirst(await posts(io), io.now) } },
})
