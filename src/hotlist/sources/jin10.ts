// 金十数据: market news flashes, without those for members (upstreams/hot/jin10.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeAmount, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { parseEmbeddedData } from '../sites/embedded-json.ts'
import { splitHeadline } from '../sites/headline.ts'

/** Entries other than flashes (economic figures) have neither title nor content. */
const data = z.object({ title: maybeText, content: maybeText }).nullish()
const extras = z.object({ ad: maybeAmount }).nullish()
const channel = lenientArray(nonEmptyText()).nullish()
const flash = z.object({ id: nonEmptyText(), time: maybeText, important: maybeAmount, channel, data, extras })
const membersChannel = '5'

export default defineFamily({
  name: '金十数据',
  home: 'https://www.jin10.com',
  column: 'finance',
  color: '#ffb300',
  lists: { jin10: { type: 'realtime', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const url = `https://www.jin10.com/flash_newest.js?t=${io.now.getTime()}`
  // A script that contains only `var newest = […];`.
  const flashes = parseEmbeddedData(await io.text(url, { headers: dataHeaders }), 'newest', lenientArray(flash))
  return flashes.filter(({ channel, extras }) => !channel?.includes(membersChannel) && !extras?.ad).map(itemOf)
}

function itemOf({ id, time, important, data }: z.output<typeof flash>): HotItem {
  const { title, rest: hover } = splitHeadline(titleText(data?.title || data?.content))
  const info = important ? '✰' : undefined
  return { id, title, url: `https://flash.jin10.com/detail/${id}`, pubDate: chinaTime(time), info, hover }
}
