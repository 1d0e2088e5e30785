// 水木社区: the most discussed threads of all boards (upstreams/hot/b-newsmth.md).
import { z } from 'zod'
import { lenientArray, maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'
import { encodeForQuery } from '../sites/links.ts'

const account = z.object({ name: maybeText }).nullish()
const texts = { subject: maybeText, body: maybeText }
const article = z.object({ topicId: z.string(), ...texts, postTime: maybeNumber, account })
const board = z.object({ title: z.string() })
const topic = { firstArticleId: z.string(), subject: maybeText, availables: maybeNumber, board, article }
const topics = lenientArray(z.object(topic))
const reply = { code: 'code', success: 1, words: 'message', holds: z.object({ data: z.object({ topics }) }) }

export default defineFamily({
  name: '水木社区 · 热门话题',
  home: 'https://www.newsmth.net/',
  column: 'community',
  color: '#0055a2',
  lists: { newsmth: { type: 'hottest', interval: 900, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const { data } = await unwrapEnvelope(io, 'https://wap.newsmth.net/wap/api/hot/global', reply)
  return data.topics.map(({ firstArticleId: id, article, ...thread }) => {
    const url = `https://wap.newsmth.net/article/${article.topicId}?title=${encodeForQuery(thread.board.title)}&from=home`
    const title = titleText(article.subject || thread.subject || '')
    const pubDate = unixTime((article.postTime ?? 0) / 1000)
    // The count includes the first post, which is not a reply.
    const hot = thread.availables ? thread.availables - 1 : undefined
    return { id, title, url, mobileUrl: url, pubDate, hot, hover: article.body?.trim(), info: article.account?.name }
  })
}
