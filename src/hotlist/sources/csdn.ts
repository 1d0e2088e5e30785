// CSDN: developer articles by heat, over all fields (upstreams/hot/b-csdn.md).
import { z } from 'zod'
import { maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { defineFamily } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { treatAsBlocked } from '../sites/blocked-status.ts'
import { jsonList } from '../sites/json-list.ts'

const texts = { articleTitle: z.string(), articleDetailUrl: z.string(), nickName: maybeText, userName: maybeText }
const picList = z.array(z.string()).nullish()

const articles = jsonList({
  address: 'https://blog.csdn.net/phoenix/web/blog/hot-rank?page=0&pageSize=30&type=',
  headers: { referer: 'https://blog.csdn.net/rank/list' },
  ok: ['code', 200, 'message'],
  rows: 'data',
  row: z.object({ productId: nonEmptyText(), ...texts, hotRankScore: maybeWord, picList }),
  item: ({ productId: id, articleTitle: title, articleDetailUrl: url, ...row }) => {
    const info = row.nickName || row.userName
    return articleItem({ id, title, url, hot: amountOf(row.hotRankScore), info, icon: row.picList?.[0] })
  },
})

export default defineFamily({
  name: 'CSDN',
  home: 'https://www.csdn.net/',
  column: 'tech',
  color: '#fc5531',
  needs: 'an IP address that the site does not block',
  lists: { csdn: { type: 'hottest', interval: 1800, ask: (io) => articles(io).catch(treatAsBlocked(521)) } },
})
