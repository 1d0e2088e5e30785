// Lianhe Zaobao of Singapore: latest news, from its page on China, else from a mirror that is not the paper's own (upstreams/hot/zaobao.md, corrections-2026-11.md).
import { shownTime, zonedTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { newestFirst } from '../sites/newest-first.ts'
import { pageList, pageRows } from '../sites/page-rows.ts'

const paper = 'https://www.zaobao.com'
/** Shorter texts are names of sections. */
const minTitleCharacters = 6

/** Each story has a link with its picture, which has no text, and one with its headline. */
const fromPaper = pageList(`${paper}/realtime/china`, 'a[href*="/realtime/"][href*="/story"]', (link) => {
  const [url, title] = [link.link(), link.text()]
  if (title.length < minTitleCharacters) return []
  return { id: url && URL.parse(url)?.pathname, title, url, pubDate: zonedTime(link.attribute('datetime', 'time')) }
})

export default defineFamily({
  name: '联合早报',
  home: paper,
  column: 'world',
  color: '#ef4444',
  lists: { zaobao: { type: 'realtime', interval: 1800, ask: (io) => io.firstOf([fromPaper, fromMirror]) } },
})

async function fromMirror(io: Io): Promise<HotItem[]> {
  const stories = await pageRows(io, 'https://www.zaochenbao.com/realtime/', 'div.list-block > a.item')
  const items = stories.flatMap((row) => {
    // Seen as `2026-07-06- 11:20` and `(2026-07-06 11:20)`.
    const time = row.text('.pdt10').replaceAll(/[()（）]|-(?=\s)/g, '')
    if (time === '') return []
    return { id: row.attribute('href'), title: row.text('.eps'), url: row.link(), pubDate: shownTime(time, io.now) }
  })
  return newestFirst(items, io.now)
}
