// League of Legends: official announcements in China (upstreams/hot/b-lol.md).
import { z } from 'zod'
import { maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'
import { encodeForQuery } from '../sites/links.ts'
import { newestFirst } from '../sites/newest-first.ts'

const optional = { sAuthor: maybeText, sIMG: maybeText, sDesc: maybeText, iTotalPlay: maybeWord, sCreated: maybeText }
const query = 'r0=json&page=1&num=30&target=24&source=web_pc'

const notices = jsonList({
  address: `https://apps.game.qq.com/cmc/zmMcnTargetContentList?${query}`,
  ok: ['status', 1, 'msg'],
  rows: 'data.result',
  row: z.object({ iDocID: nonEmptyText(), sTitle: z.string(), ...optional }),
  item: ({ iDocID: id, sTitle: title, sDesc: hover, sAuthor: info, sIMG: icon, ...row }) => {
    const url = `https://lol.qq.com/news/detail.shtml?docid=${encodeForQuery(id)}`
    const [pubDate, hot] = [chinaTime(row.sCreated), amountOf(row.iTotalPlay)]
    return articleItem({ id, title, url, pubDate, hot, hover, info, icon })
  },
})

export default defineFamily({
  name: '英雄联盟',
  home: 'https://lol.qq.com/gicp/news/423/2/1334/1.html',
  column: 'game',
  color: '#c89b3c',
  // Some are pinned.
  lists: {
    lol: {
      title: '更新公告',
      type: 'realtime',
      interval: 3600,
      ask: async (io) => newestFirst(await notices(io), io.now),
    },
  },
})
