// Kuaishou: the hot list, from the script state in its home page, else from its interface (upstreams/hot/kuaishou.md, corrections-2026-11.md).
import { z } from 'zod'
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { checkShape, parseEmbeddedData } from '../../parsing/script-values.ts'
import { amountOf } from '../../parsing/text.ts'
import { encodeForQuery } from '../../parsing/web-links.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'

const state = z.object({ defaultClient: z.record(z.string(), z.unknown()) })
const ranking = z.object({ result: z.int().nullish(), items: lenientArray(z.object({ id: z.string() })).nullish() })
const record = z.object({ name: z.string(), hotValue: maybeText, iconUrl: maybeText, tagType: maybeText })
const entry = z.object({ key: z.string(), record })

export default defineFamily({
  name: '快手',
  home: 'https://www.kuaishou.com',
  column: 'china',
  color: '#ff4906',
  needs: 'an IP address in China: some others are blocked',
  lists: { kuaishou: { type: 'hottest', interval: 600, ask: (io) => io.firstOf([fromPage, fromInterface]) } },
})

async function fromPage(io: Io): Promise<HotItem[]> {
  const page = await io.text('https://www.kuaishou.com/?isHome=1', { headers: pageHeaders })
  return entriesOf(page).flatMap(({ key, record: row }) => itemsOf(key.replace(/^VisionHotRankItem:/, ''), row))
}

const query =
  'query hotRankQuery($page: String) { visionHotRank(page: $page) { result pcursor webPageArea items { rank id name viewCount hotValue iconUrl poster tagType photoIds __typename } } }'
const answer = z.object({
  data: z.object({
    visionHotRank: z.object({
      result: z.int().nullish(),
      items: lenientArray(record.extend({ id: nonEmptyText() })).nullish(),
    }),
  }),
})

async function fromInterface(io: Io): Promise<HotItem[]> {
  const site = 'https://www.kuaishou.com'
  const headers = { ...dataHeaders, origin: site, referer: `${site}/?isHome=1` }
  const body = { operationName: 'hotRankQuery', variables: { page: 'home' }, query }
  const { data } = await io.json(`${site}/graphql`, answer, { method: 'POST', headers, body })
  const { result, items } = data.visionHotRank
  if (result !== 1 || !items) throw visitorCheck(result)
  return items.flatMap((row) => itemsOf(row.id, row))
}

/** Without rows that the site puts first. */
function itemsOf(id: string, { name, hotValue, iconUrl, tagType }: z.output<typeof record>): HotItem[] {
  if (tagType === '置顶') return []
  const url = `https://www.kuaishou.com/search/video?searchKey=${encodeForQuery(name)}`
  return [{ id, title: name, url, hot: amountOf(hotValue), icon: iconUrl }]
}

function visitorCheck(result: number | null | undefined): UpstreamError {
  return new UpstreamError('blocked', `the site requires a visitor check (result ${result})`, {
    reason: { code: 'challenge' },
  })
}

/** The entries of the list; the state stores them separately, by key. */
function entriesOf(page: string): z.output<typeof entry>[] {
  const { defaultClient } = parseEmbeddedData(page, 'window.__APOLLO_STATE__', state)
  // The key of the list contains the request parameters, which change.
  const name = Object.keys(defaultClient).find((key) => key.startsWith('$ROOT_QUERY.visionHotRank('))
  if (name === undefined) throw new UpstreamError('mismatch', 'the state of the page has no hot list')
  const { result, items } = checkShape(defaultClient[name], ranking)
  if (typeof result === 'number' && result !== 1) throw visitorCheck(result)
  return checkShape(
    (items ?? []).map(({ id }) => ({ key: id, record: defaultClient[id] })),
    lenientArray(entry),
  )
}
