// 水木社区: the most discussed threads of all boards (upstreams/hot/b-newsmth.md).
import { z } from 'zod'
import { maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import { encodeForQuery } from '../../parsing/web-links.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'

const account = z.object({ name: maybeText }).nullish()
const texts = { subject: maybeText, body: maybeText }
const article = z.object({ topicId: z.string(), ...texts, postTime: maybeNumber, account })
const board = z.object({ title: z.string() })

const ask = jsonList({
  address: 'https://wap.newsmth.net/wap/api/hot/global',
  ok: ['code', 1, 'message'],
  rows: 'data.topics',
  row: z.object({ firstArticleId: z.string(), subject: maybeText, availables: maybeNumber, board, article }),
  item: ({ firstArticleId: id, article, ...thread }) => {
    const url = `https://wap.newsmth.net/article/${article.topicId}?title=${encodeForQuery(thread.board.title)}&from=home`
    const title = titleText(article.subject || thread.subject || '')
    const pubDate = unixTime((article.postTime ?? 0) / 1000)
    // The count includes the first post, which is not a reply.
    const hot = thread.availables ? thread.availables - 1 : undefined
    return { id, title, url, mobileUrl: url, pubDate, hot, hover: article.body?.trim(), info: article.account?.name }
  },
})

export default defineFamily({
  name: '水木社区',
  home: 'https://www.newsmth.net/',
  column: 'community',
  color: '#0055a2',
  lists: { newsmth: { title: '热门话题', type: 'hottest', interval: 900, ask } },
})
