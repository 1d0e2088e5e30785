// Kuaishou: the hot list, from the script state in its home page (upstreams/hot/kuaishou.md).
import { z } from 'zod'
import { pageHeaders } from '../../reading/browser.ts'
import { maybeText, rows } from '../../reading/rows.ts'
import { amountOf } from '../../reading/texts.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { embeddedData, fitting } from '../sites/embedded-json.ts'
import { inQuery } from '../sites/links.ts'

const state = z.object({ defaultClient: z.record(z.string(), z.unknown()) })
const ranking = z.object({ result: z.int().nullish(), items: rows(z.object({ id: z.string() })).nullish() })
const entry = z.object({
  key: z.string(),
  record: z.object({
    name: z.string(),
    hotValue: maybeText,
    iconUrl: maybeText,
    tagType: maybeText,
  }),
})

export default family({
  name: '快手',
  home: 'https://www.kuaishou.com',
  column: 'china',
  color: '#f97316',
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
      url: `https://www.kuaishou.com/search/video?searchKey=${inQuery(name)}`,
      hot: amountOf(hotValue),
      icon: iconUrl,
    }))
}

/** The entries of the list; the state stores them separately, by key. */
function entriesOf(page: string): z.output<typeof entry>[] {
  const { defaultClient } = embeddedData(page, 'window.__APOLLO_STATE__', state)
  // The key of the list contains the request parameters, which change.
  const name = Object.keys(defaultClient).find((key) => key.startsWith('$ROOT_QUERY.visionHotRank('))
  if (name === undefined) throw new UpstreamError('mismatch', 'the state of the page has no hot list')
  const { result, items } = fitting(defaultClient[name], ranking)
  if (typeof result === 'number' && result !== 1)
    throw new UpstreamError('blocked', `the site requires a visitor check (result ${result})`)
  return fitting(
    (items ?? []).map(({ id }) => ({ key: id, record: defaultClient[id] })),
    rows(entry),
  )
}
