// Hupu: today's hot threads of its main board, and of other boards (upstreams/hot/hupu.md, b-hupu.md).
import { z } from 'zod'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem, type List } from '../list-definition.ts'
import { treatAsBlocked } from '../sites/blocked-status.ts'
import { jsonList } from '../sites/json-list.ts'
import { pageRows } from '../sites/page-rows.ts'

/** Topic id of 步行街主干道. */
const mainStreet = 1

export default defineFamily({
  name: '虎扑',
  home: 'https://hupu.com',
  column: 'sports',
  color: '#c01e2f',
  lists: {
    hupu: {
      title: '主干道热帖',
      type: 'hottest',
      interval: 600,
      ask: (io) => io.firstOf([fromPage, fromPhone]),
    },
    // The same list as `hupu`, by the facts sheet.
    'hupu-main': { ...boardOf('主干道', mainStreet), isOff: true },
    'hupu-love': boardOf('恋爱区', 6),
    'hupu-campus': boardOf('校园区', 11),
    'hupu-history': boardOf('历史区', 12),
    'hupu-photo': boardOf('摄影区', 612),
  },
})

function boardOf(title: string, topic: number): List {
  return {
    title,
    home: 'https://bbs.hupu.com/all-gambia',
    column: 'community',
    type: 'hottest',
    interval: 900,
    ask: board(topic),
  }
}

async function fromPage(io: Io): Promise<HotItem[]> {
  const address = 'https://bbs.hupu.com/topic-daily-hot'
  const threads = await pageRows(io, address, 'li.bbs-sl-web-post-body').catch(treatAsBlocked(405))
  return threads.map((row) => {
    const url = row.link('a.p-title')
    return { id: row.attribute('href', 'a.p-title'), title: row.text('a.p-title'), url, mobileUrl: url }
  })
}

/** Uses the ids of the page, so that rank changes stay comparable. */
async function fromPhone(io: Io): Promise<HotItem[]> {
  const threads = await board(mainStreet)(io)
  return threads.map(({ info, ...thread }) => ({ ...thread, id: `/${thread.id}.html` }))
}

/** The API of a topic's mobile page. */
function board(topic: number) {
  const optional = { username: maybeText, replies: maybeNumber, url: maybeText }
  return jsonList({
    address: `https://m.hupu.com/api/v2/bbs/topicThreads?topicId=${topic}&page=1`,
    rows: 'data.topicThreads',
    row: z.object({ tid: nonEmptyText(), title: z.string(), ...optional }),
    item: ({ tid: id, title, username: info, replies: hot, url: mobileUrl }) => {
      const url = `https://bbs.hupu.com/${id}.html`
      return { id, title: titleText(title), url, mobileUrl: mobileUrl || url, hot, info }
    },
  })
}
