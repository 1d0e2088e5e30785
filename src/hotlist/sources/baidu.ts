// Baidu: the hot search, from the comment in its page that holds it, or from what the phone's page asks (upstreams/hot/baidu.md).
import { z } from 'zod'
import { dataHeaders, pageHeaders } from '../../reading/browser.ts'
import { refused } from '../../reading/refused.ts'
import { rows } from '../../reading/rows.ts'
import { amountOf } from '../../reading/texts.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { embeddedData, fitting } from '../sites/embedded-json.ts'
import { inQuery } from '../sites/links.ts'

const entry = z.object({
  word: z.string(),
  query: z.string().nullish(),
  rawUrl: z.string().nullish(),
  desc: z.string().nullish(),
  hotScore: z.union([z.string(), z.number()]).nullish(),
  isTop: z.boolean().nullish(),
})
/** The phone's list stands one level deeper. */
const nested = z.tuple([z.object({ content: rows(entry) })], z.unknown()).transform(([{ content }]) => content)
const content = z.union([nested, rows(entry)])
const cards = rows(z.object({ component: z.string().nullish(), content: z.unknown() }))
const board = z.object({
  success: z.boolean().nullish(),
  data: z.object({ cards }).nullish(),
  /** Where older pages have them. */
  cards: cards.nullish(),
})

export default family({
  name: '百度热搜',
  home: 'https://www.baidu.com',
  column: 'china',
  color: '#3b82f6',
  lists: { baidu: { type: 'hottest', interval: 600, ask: (io) => io.firstOf([fromPage, fromPhone]) } },
})

async function fromPage(io: Io): Promise<HotItem[]> {
  const page = await io.text('https://top.baidu.com/board?tab=realtime', { headers: pageHeaders })
  return listOf(embeddedData(page, '<!--s-data:', board))
}

async function fromPhone(io: Io): Promise<HotItem[]> {
  const address = 'https://top.baidu.com/api/board?platform=wise&tab=realtime'
  return listOf(await io.json(address, board, { headers: dataHeaders }))
}

/** The phone's boards name it otherwise, older ones not at all. */
function isPhoneList({ component }: z.output<typeof cards>[number]): boolean {
  return !component || component === 'tabTextList'
}

function listOf({ success, data, cards: older }: z.output<typeof board>): HotItem[] {
  if (success === false) throw refused('')
  const given = data?.cards ?? older ?? []
  const hot = given.find(({ component }) => component === 'hotList') ?? given.find(isPhoneList)
  if (!hot) throw new UpstreamError('mismatch', 'a board without its list')
  return fitting(hot.content, content)
    .filter(({ isTop }) => isTop !== true)
    .map(({ word, query, rawUrl, desc, hotScore }) => {
      const url = rawUrl || `https://www.baidu.com/s?wd=${inQuery(query || word)}`
      return { id: url, title: word, url, hot: amountOf(hotScore), hover: desc }
    })
}
