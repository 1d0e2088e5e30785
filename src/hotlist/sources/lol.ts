// League of Legends: official announcements in China (upstreams/hot/b-lol.md).
import { z } from 'zod'
import { lenientArray, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'
import { encodeForQuery } from '../sites/links.ts'
import { newestFirst } from '../sites/newest-first.ts'

const optional = { sAuthor: maybeText, sIMG: maybeText, sDesc: maybeText, iTotalPlay: maybeWord, sCreated: maybeText }
const notices = z.object({
  result: lenientArray(z.object({ iDocID: nonEmptyText(), sTitle: z.string(), ...optional })),
})
const reply = { code: 'status', success: 1, words: 'msg', holds: z.object({ data: notices }) }

export default defineFamily({
  name: '英雄联盟 · 更新公告',
  home: 'https://lol.qq.com/gicp/news/423/2/1334/1.html',
  column: 'game',
  color: '#c89b3c',
  lists: { lol: { type: 'realtime', interval: 3600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const query = 'r0=json&page=1&num=30&target=24&source=web_pc'
  const { data } = await unwrapEnvelope(io, `https://apps.game.qq.com/cmc/zmMcnTargetContentList?${query}`, reply)
  const items = data.result.map(({ iDocID: id, sTitle: title, sDesc: hover, sAuthor: info, sIMG: icon, ...row }) => {
    const url = `https://lol.qq.com/news/detail.shtml?docid=${encodeForQuery(id)}`
    const [pubDate, hot] = [chinaTime(row.sCreated), amountOf(row.iTotalPlay)]
    return articleItem({ id, title, url, pubDate, hot, hover, info, icon })
  })
  // Some are pinned.
  return newestFirst(items)
}
