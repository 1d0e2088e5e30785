// AIHOT: news about artificial intelligence (upstreams/hot/aihot.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { agentName } from '../../parsing/source-settings.ts'
import { titleText } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import type { FeedEntry, Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { feedItems, jsonRows } from '../sites/json-list.ts'

const settings = z.object({ user_agent: agentName().describe('user agent sent to the site') })

const optional = { source: maybeText, category: maybeText, publishedAt: maybeText, summary: maybeText }
const row = z.object({ id: nonEmptyText(), title: z.string(), url: z.string(), ...optional })

export default defineFamily<z.output<typeof settings>>({
  name: 'AIHOT',
  home: 'https://aihot.virxact.com/all',
  column: 'tech',
  color: '#3b82f6',
  settings,
  lists: {
    aihot: {
      type: 'realtime',
      interval: 300,
      ask: (io, { user_agent }) =>
        io.firstOf([
          (own) => feedItems(own, 'https://aihot.virxact.com/feed/all.xml', ownFields),
          (own) => latest(own, user_agent),
        ]),
    },
  },
})

function ownFields({ id, url, summary }: FeedEntry): Pick<HotItem, 'id' | 'hover'> {
  return { id: id || url, hover: titleText(summary) }
}

async function latest(io: Io, agent: string): Promise<HotItem[]> {
  // The site asks API clients to identify themselves.
  const headers = { 'user-agent': `${dataHeaders['user-agent']} ${agent}` }
  const address = 'https://aihot.virxact.com/api/public/items?mode=all&take=30'
  const items = await jsonRows(io, address, { rows: 'items', row, headers })
  return items.map(({ id, title, url, source, category, publishedAt, summary }) => ({
    id,
    title,
    url,
    pubDate: zonedTime(publishedAt),
    info: [source, category].filter(Boolean).join(' · '),
    hover: summary,
  }))
}
