// Hupu: the threads of its main street that are hot today, from the page or from what the phone's page asks (upstreams/hot/hupu.md).
import { z } from 'zod'
import { dataHeaders } from '../../reading/browser.ts'
import { rows, word } from '../../reading/rows.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { pageRows } from '../sites/page-rows.ts'
import { turnedAwayBy } from '../sites/turned-away.ts'

export default family({
  name: '虎扑',
  home: 'https://hupu.com',
  column: 'sports',
  color: '#ef4444',
  lists: {
    hupu: {
      title: '主干道热帖',
      type: 'hottest',
      interval: 600,
      ask: (io) => io.firstOf([fromPage, fromPhone]),
    },
  },
})

async function fromPage(io: Io): Promise<HotItem[]> {
  const address = 'https://bbs.hupu.com/topic-daily-hot'
  const threads = await pageRows(io, address, 'li.bbs-sl-web-post-body').catch(turnedAwayBy(405))
  return threads.map((row) => {
    const url = row.link('a.p-title')
    return { id: row.attribute('href', 'a.p-title'), title: row.text('a.p-title'), url, mobileUrl: url }
  })
}

const thread = z.object({
  tid: word(),
  title: z.string(),
  replies: z.number().nullish(),
  url: z.string().nullish(),
})
const reply = z.object({ data: z.object({ topicThreads: rows(thread) }) })

async function fromPhone(io: Io): Promise<HotItem[]> {
  const address = 'https://m.hupu.com/api/v2/bbs/topicThreads?topicId=1&page=1'
  const { data } = await io.json(address, reply, { headers: dataHeaders })
  return data.topicThreads.map(({ tid, title, replies, url }) => ({
    id: `/${tid}.html`,
    title,
    url: `https://bbs.hupu.com/${tid}.html`,
    mobileUrl: url,
    hot: replies,
  }))
}
