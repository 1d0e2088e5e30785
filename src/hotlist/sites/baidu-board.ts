// Baidu's boards, from JSON in a comment of the page or from the mobile API (upstreams/hot/baidu.md, b-baidu.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { firstElement, lenientArray, maybeText } from '../../parsing/lenient-schemas.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { checkShape, parseEmbeddedData } from './embedded-json.ts'

const entry = z.object({
  word: maybeText,
  title: maybeText,
  query: maybeText,
  rawUrl: maybeText,
  url: maybeText,
  appUrl: maybeText,
  desc: maybeText,
  hotScore: z.union([z.string(), z.number()]).nullish(),
  isTop: z.boolean().nullish(),
  img: maybeText,
  imgInfo: z.object({ src: maybeText }).nullish(),
  /** Short notes: `作者：…`. */
  show: lenientArray(z.string()).nullish(),
})

export type BoardEntry = z.output<typeof entry>

/** The mobile list is nested one level deeper. */
const nested = firstElement(z.object({ content: lenientArray(entry) })).transform(({ content }) => content)
const content = z.union([nested, lenientArray(entry)])
const cards = lenientArray(z.object({ component: maybeText, content: z.unknown() }))
const board = z.object({
  success: z.boolean().nullish(),
  data: z.object({ cards }).nullish(),
  /** Location in older pages. */
  cards: cards.nullish(),
})

/** Fetches the board `tab` from its page, without pinned entries. @throws UpstreamError as `io.text` does, and `mismatch` without a list. */
export async function fetchPageBoard(io: Io, tab: string): Promise<BoardEntry[]> {
  const page = await io.text(`https://top.baidu.com/board?tab=${tab}`, { headers: pageHeaders })
  return entriesOf(parseEmbeddedData(page, '<!--s-data:', board))
}

/** Fetches the board from the mobile API. @throws UpstreamError as `io.json` does, and `mismatch` without a list. */
export async function fetchMobileBoard(io: Io, tab: string): Promise<BoardEntry[]> {
  const address = `https://top.baidu.com/api/board?platform=wise&tab=${tab}`
  return entriesOf(await io.json(address, board, { headers: dataHeaders }))
}

function entriesOf({ success, data, cards: older }: z.output<typeof board>): BoardEntry[] {
  if (success === false) throw apiRefusal('')
  const given = data?.cards ?? older ?? []
  const hot = given.find(({ component }) => component === 'hotList') ?? given.find(isPhoneList)
  if (!hot) throw new UpstreamError('mismatch', 'the board has no list')
  return checkShape(hot.content, content).filter(({ isTop }) => isTop !== true)
}

/** Mobile boards use another component name, older ones none. */
function isPhoneList({ component }: z.output<typeof cards>[number]): boolean {
  return !component || component === 'tabTextList'
}
