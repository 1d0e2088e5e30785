// Kuaishou: the hot list, from the script state in its home page (upstreams/hot/kuaishou.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { checkShape, parseEmbeddedData } from '../sites/embedded-json.ts'
import { encodeForQuery } from '../sites/links.ts'

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
  lists: { kuaishou: { type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const page = await io.text('https://www.kuaishou.com/?isHome=1', { headers: pageHeaders })
  return entriesOf(page)
    .filter(({ record }) => record.tagType !== '置顶')
    .map(({ key, record: { name, hotValue, iconUrl } }) => ({
      id: key.replace(/^VisionHotRankItem:/, ''),
      title: name,
      url: `https://www.kuaishou.com/search/video?searchKey=${encodeForQuery(name)}`,
      hot: amountOf(hotValue),
      icon: iconUrl,
    }))
}

/** The entries of the list; the state stores them separately, by key. */
function entriesOf(page: string): z.output<typeof entry>[] {
  const { defaultClient } = parseEmbeddedData(page, 'window.__APOLLO_STATE__', state)
  // The key of the list contains the request parameters, which change.
  const name = Object.keys(defaultClient).find((key) => key.startsWith('$ROOT_QUERY.visionHotRank('))
  if (name === undefined) throw new UpstreamError('mismatch', 'the state of the page has no hot list')
  const { result, items } = checkShape(defaultClient[name], ranking)
  if (typeof result === 'number' && result !== 1)
    throw new UpstreamError('blocked', `the site requires a visitor check (result ${result})`)
  return checkShape(
    (items ?? []).map(({ id }) => ({ key: id, record: defaultClient[id] })),
    lenientArray(entry),
  )
}
