// Simulates PanHub's page: one request for each plugin and for every two channels, merged in the browser.
import { expect, test } from 'vitest'
import { keyword, type LinkRead, type SearchRead, searched, searchRead, startAll } from './parts.ts'

const enough = 90

/** Requests one part; a failed part is left out. */
async function part(url: string, query: Readonly<Record<string, string>>): Promise<SearchRead['data'] | undefined> {
  const ext = JSON.stringify({ __plugin_timeout_ms: 5_000, __deep_search: false })
  const sent = new URLSearchParams({ kw: keyword, res: 'merged_by_type', conc: '4', ext, ...query })
  const response = await fetch(`${url}/api/search?${sent}`)
  return response.ok ? searchRead.parse(await response.json()).data : undefined
}

/** All its parts, in its order. */
function partsOf({ channels, plugins }: { readonly channels: readonly string[]; readonly plugins: readonly string[] }) {
  const pairs = Array.from({ length: Math.ceil(channels.length / 2) }, (_, at) => channels.slice(2 * at, 2 * at + 2))
  return [
    ...plugins.map((plugin) => ({ src: 'plugin', plugins: plugin })),
    ...pairs.map((pair) => ({ src: 'tg', channels: pair.join(',') })),
  ]
}

/** Merges parts by address and stops at its limit. */
async function gather(url: string, asking: ReturnType<typeof partsOf>): Promise<ReadonlyMap<string, LinkRead>> {
  const found = new Map<string, LinkRead>()
  for (const query of asking) {
    if (found.size >= enough) break
    const data = await part(url, query)
    for (const link of Object.values(data?.merged_by_type ?? {}).flat())
      if (!found.has(link.url)) found.set(link.url, link)
  }
  return found
}

test('its parts come to what one search for all has', async () => {
  const { url } = await startAll()
  const asking = partsOf(searched)
  expect(asking.length).toBe(4)
  const found = await gather(url, asking)
  const whole = await part(url, { src: 'all', channels: searched.channels.join(), plugins: searched.plugins.join() })
  const urls = Object.values(whole?.merged_by_type ?? {}).flatMap((links) => links.map((link) => link.url))
  expect(urls.length).toBeGreaterThan(0)
  expect(new Set(found.keys()).isSupersetOf(new Set(urls))).toBe(true)
})

test('a part of what is not here is empty, and says so, and the others come as they would', async () => {
  const { url } = await startAll()
  const asking = partsOf({
    channels: [...searched.channels, 'nopreview_one'],
    plugins: ['nosuch', ...searched.plugins],
  })
  const odd = await fetch(`${url}/api/search?${new URLSearchParams({ kw: keyword, src: 'plugin', plugins: 'nosuch' })}`)
  expect(await odd.json()).toMatchObject({ code: 0, data: { total: 0 }, warnings: [{ kind: 'unknown_plugin' }, {}] })
  expect((await gather(url, asking)).size).toBe((await gather(url, partsOf(searched))).size)
})
