// Solidot: science and software news (upstreams/hot/solidot.md).
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { feedItems } from '../sites/feed-items.ts'
import { pageRows } from '../sites/page-rows.ts'

export default defineFamily({
  name: 'Solidot',
  home: 'https://solidot.org',
  column: 'tech',
  color: '#14b8a6',
  lists: {
    solidot: {
      type: 'realtime',
      interval: 3600,
      ask: (io) => io.firstOf([(own) => feedItems(own, 'https://www.solidot.org/index.rss'), homePage]),
    },
  },
})

async function homePage(io: Io): Promise<HotItem[]> {
  const blocks = await pageRows(io, 'https://www.solidot.org', '.block_m')
  return blocks.map((block) => {
    // Earlier links lead to the topics of the story.
    const title = '.bg_htit a[href*="/story?"]'
    const url = block.link(title)
    return { id: url, title: block.text(title), url, pubDate: postedAt(block.text('.talk_time')) }
  })
}

/** Parses `… 发表于2026年07月06日 00时16分 …`. */
function postedAt(text: string): Date | undefined {
  const [, year, month, day, hour, minute] =
    /发表于\s*(\d{4})年(\d{1,2})月(\d{1,2})日\s*(\d{1,2})时(\d{1,2})分/.exec(text) ?? []
  return year === undefined ? undefined : chinaTime(`${year}-${month}-${day} ${hour}:${minute}`)
}
