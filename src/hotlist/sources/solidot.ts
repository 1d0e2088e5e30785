// Solidot: science and software news (upstreams/hot/solidot.md).
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { feedItems } from '../sites/feed-items.ts'
import { pageList } from '../sites/page-rows.ts'

const homePage = pageList('https://www.solidot.org', '.block_m', (block) => {
  // Earlier links lead to the topics of the story.
  const title = '.bg_htit a[href*="/story?"]'
  const url = block.link(title)
  return { id: url, title: block.text(title), url, pubDate: postedAt(block.text('.talk_time')) }
})

export default defineFamily({
  name: 'Solidot',
  home: 'https://solidot.org',
  column: 'science',
  color: '#14b8a6',
  lists: {
    solidot: {
      type: 'realtime',
      interval: 3600,
      ask: (io) => io.firstOf([(own) => feedItems(own, 'https://www.solidot.org/index.rss'), homePage]),
    },
  },
})

/** Parses `… 发表于2026年07月06日 00时16分 …`. */
function postedAt(text: string): Date | undefined {
  const [, year, month, day, hour, minute] =
    /发表于\s*(\d{4})年(\d{1,2})月(\d{1,2})日\s*(\d{1,2})时(\d{1,2})分/.exec(text) ?? []
  return year === undefined ? undefined : chinaTime(`${year}-${month}-${day} ${hour}:${minute}`)
}
