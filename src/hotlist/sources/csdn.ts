// CSDN: developer articles by heat, over all fields (upstreams/hot/b-csdn.md).
import { z } from 'zod'
import { lenientArray, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { treatAsBlocked } from '../sites/blocked-status.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'

const article = z.object({
  productId: nonEmptyText(),
  articleTitle: z.string(),
  articleDetailUrl: z.string(),
  hotRankScore: maybeWord,
  nickName: maybeText,
  userName: maybeText,
  picList: z.array(z.string()).nullish(),
})
const reply = { code: 'code', success: 200, words: 'message', holds: z.object({ data: lenientArray(article) }) }

export default defineFamily({
  name: 'CSDN',
  home: 'https://www.csdn.net/',
  column: 'tech',
  color: '#fc5531',
  needs: 'an IP address that the site does not block',
  lists: { csdn: { type: 'hottest', interval: 1800, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = 'https://blog.csdn.net/phoenix/web/blog/hot-rank?page=0&pageSize=30&type='
  const headers = { referer: 'https://blog.csdn.net/rank/list' }
  const { data } = await unwrapEnvelope(io, address, reply, { headers }).catch(treatAsBlocked(521))
  return data.map(({ productId: id, articleTitle: title, articleDetailUrl: url, ...row }) => {
    const info = row.nickName || row.userName
    return articleItem({ id, title, url, hot: amountOf(row.hotRankScore), info, icon: row.picList?.[0] })
  })
}
