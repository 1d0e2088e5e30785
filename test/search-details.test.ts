// Tests link details over HTTP: their contents, and updates right after a check.
import { expect, it, onTestFinished } from 'vitest'
import { createLinkCollector } from '../client/link-collector.ts'
import { checkResponse } from '../src/contract/check.ts'
import type { LinkItem } from '../src/contract/links.ts'
import { searchResponse } from '../src/contract/search.ts'
import { startStandin } from '../standin/server.ts'
import { run } from './kit/process.ts'

/** Starts the service as a process over a stand-in, without background checks. */
async function startTrawl(env: Readonly<Record<string, string>> = {}) {
  const standin = await startStandin()
  onTestFinished(() => standin.close())
  const place = { HOST: '127.0.0.1', PORT: '0', UPSTREAM_GATEWAY: standin.url, CHANNELS: 'demo_share,demo_films' }
  const service = run('src/main.ts', [], { ...place, ENABLED_PLUGINS: 'none', RECHECK: 'off', ...env })
  const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  return url
}

const expected = `kw=${encodeURIComponent('纸鹤')}&ext=${encodeURIComponent('{"details":"1"}')}`

async function search(url: string) {
  const response = await fetch(`${url}/api/search?${expected}`)
  const { data } = searchResponse.parse(await response.json())
  const links: LinkItem[] = 'merged_by_type' in data ? Object.values(data.merged_by_type).flat() : []
  return { links, cache: response.headers.get('x-cache'), etag: response.headers.get('etag') ?? '' }
}

async function check(url: string, link: LinkItem) {
  const body = JSON.stringify({ items: [{ url: link.url, password: link.password }] })
  const response = await fetch(`${url}/api/check/links`, { method: 'POST', body })
  return checkResponse.parse(await response.json()).results[0]
}

it('what a check found is in the next answer, for it is made anew', async () => {
  const url = await startTrawl()
  const { links } = await search(url)
  const before = await search(url)
  expect(before.cache).toBe('HIT')
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) {
    expect(link.sources?.[0]).toBe(link.source)
    expect(link).toMatchObject({ key: expect.stringMatching(/^\w+:./), relevance: expect.stringMatching(/^t/) })
    expect(link.health).toBeUndefined()
  }
  const link = links.find(({ url: address }) => /quark|alipan|aliyundrive/.test(address))
  if (!link) throw new Error('the invented posts have links of clouds that can be checked')
  const found = await check(url, link)
  const after = await search(url)
  expect(after.etag).not.toBe(before.etag)
  expect(after.links.find(({ key }) => key === link.key)?.health).toEqual({
    state: found?.state,
    checkedAt: found?.checked_at,
    expiresAt: found?.expires_at,
  })
  expect(await search(url)).toMatchObject({ cache: 'HIT', etag: after.etag })
})

it('a stream ends with the same links and details as the answer', async () => {
  const url = await startTrawl()
  const { links } = await search(url)
  const text = await (await fetch(`${url}/api/search/stream?${expected}`)).text()
  const reported = createLinkCollector()
  for (const [, data = ''] of text.matchAll(/^event: links\ndata: (.*)$/gm)) reported.add(JSON.parse(data))
  const collected = new Map(reported.links().map((link) => [link.key, link]))
  expect(collected.size).toBe(links.length)
  for (const { key = '', note, datetime, url, password, sources, relevance, images } of links)
    expect(collected.get(key)).toMatchObject({
      title: note,
      at: Date.parse(datetime),
      url,
      password,
      sources,
      relevance,
      images,
    })
})
