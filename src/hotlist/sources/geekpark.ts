// 极客公园: the front page of a technology site (upstreams/hot/b-geekpark.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeNumber, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { newestFirst } from '../sites/newest-first.ts'

const author = z.object({ nickname: maybeText, realname: maybeText })
const optional = { abstract: maybeText, cover_url: maybeText, views: maybeNumber, published_timestamp: maybeWord }
const article = z.object({ id: nonEmptyText(), title: z.string(), ...optional, authors: z.array(author).nullish() })
const entry = z.union([z.object({ post: article }).transform(({ post }) => post), article])
const reply = z.object({ homepage_posts: lenientArray(entry) })

export default defineFamily({
  name: '极客公园',
  home: 'https://www.geekpark.net/',
  column: 'tech',
  color: '#1a1a1a',
  lists: { geekpark: { type: 'realtime', interval: 1800, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = 'https://mainssl.geekpark.net/api/v2'
  const { homepage_posts: posts } = await io.json(address, reply, { headers: dataHeaders })
  const items = posts.map((post) =>
    articleItem({
      id: post.id,
      title: post.title,
      url: `https://www.geekpark.net/news/${post.id}`,
      pubDate: unixTime(post.published_timestamp),
      hot: post.views,
      hover: post.abstract,
      info: post.authors?.[0]?.nickname || post.authors?.[0]?.realname,
      icon: post.cover_url,
    }),
  )
  return newestFirst(items)
}
