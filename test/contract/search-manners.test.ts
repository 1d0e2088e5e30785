// Tests the contract of the search: endpoints, errors, the stream and link checks, with a whole service over scripted sites or a stand-in.
import { describe, expect, test } from 'vitest'
import { checkResponse } from '../../src/contract/check.ts'
import { streamEvents } from '../../src/contract/search-events.ts'
import { fixedPassword, fixedShares } from '../../standin/clouds/share-states.ts'
import { startWholeTrawl } from '../kit/whole-trawl.ts'
import { type MadeSites, startMadeSearch } from './made-sites.ts'

const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const sites: MadeSites = {
  channels: {
    alpha: [{ id: 1, at: '2024-05-02T09:15:30+00:00', html: `纸鹤<br/>${quark}` }],
    beta: [{ id: 2, at: '2024-05-01T09:15:30+00:00', html: `纸鹤<br/>${quark.slice(0, -1)}0` }],
  },
}
const asked = `kw=${encodeURIComponent('纸鹤')}`
const paths = ['/api/search', '/api/search/stream', '/api/health'] as const

describe('the endpoints', () => {
  test('answer JSON in UTF-8 with open CORS, HEAD and OPTIONS wherever they answer GET', async () => {
    const { app } = await startMadeSearch(sites)
    for (const path of paths) {
      const url = `${path}?${asked}`
      const [got, head, options] = [
        await app.inject({ url, headers: { origin: 'https://page.test' } }),
        await app.inject({ method: 'HEAD', url }),
        await app.inject({ method: 'OPTIONS', url }),
      ]
      const type = path.endsWith('/stream') ? /^text\/event-stream/ : /^application\/json; charset=utf-8$/
      expect(got.headers, path).toMatchObject({
        'content-type': expect.stringMatching(type),
        'access-control-allow-origin': '*',
      })
      expect([head.statusCode, head.body], path).toEqual([200, ''])
      expect([options.statusCode, options.headers.allow], path).toEqual([204, expect.stringContaining('GET')])
    }
  })
})

describe('errors', () => {
  test('no upstream can cause a 500', async () => {
    const { get, behave, errors } = await startMadeSearch(sites)
    for (const status of [403, 404, 500]) {
      for (const site of ['telegram', 'plugin']) behave(site, status)
      const answer = await get(`${asked}&refresh=true`)
      expect([answer.statusCode, answer.json().meta.sources.answered], `${status}`).toEqual([200, 0])
      expect(answer.json().warnings, `${status}`).toHaveLength(3)
    }
    expect(errors).toEqual([])
  })
})

describe('the stream', () => {
  test('is start, a source as each settles, links with only what is new, and end with the meta and took_ms', async () => {
    const { get } = await startMadeSearch(sites)
    const { headers, body } = await get(asked, '/api/search/stream')
    expect(headers['content-type']).toMatch(/^text\/event-stream/)
    const events = Array.from(
      body.matchAll(/^event: (.*)\n(?:id: .*\n)?data: (.*)$/gm),
      ([, name = '', data = '']) => ({
        name,
        data: JSON.parse(data),
      }),
    )
    expect(streamEvents.start.parse(events[0]?.data).sources).toEqual(['tg:alpha', 'tg:beta', 'plugin:qupansou'])
    const settled = events.flatMap(({ name, data }) => (name === 'source' ? [streamEvents.source.parse(data)] : []))
    expect(settled.map(({ source, state, count }) => [source, state, count]).toSorted()).toEqual([
      ['plugin:qupansou', 'fresh', 0],
      ['tg:alpha', 'fresh', 1],
      ['tg:beta', 'fresh', 1],
    ])
    const links = events.flatMap(({ name, data }) => (name === 'links' ? [streamEvents.links.parse(data)] : []))
    const urls = links.flatMap(({ merged_by_type }) => Object.values(merged_by_type).flat()).map(({ url }) => url)
    expect(urls.toSorted()).toEqual([`${quark.slice(0, -1)}0`, quark])
    const last = events.at(-1)
    expect(last?.name).toBe('end')
    expect(streamEvents.end.parse(last?.data)).toMatchObject({
      complete: true,
      sources: { asked: 3, answered: 3, failed: 0, pending: 0 },
      took_ms: expect.any(Number),
    })
  })
})

describe('the check of links', () => {
  test('answers without an envelope, in the order of the request, each address as it was sent', async () => {
    const { app } = await startWholeTrawl()
    const { quark: shares } = fixedShares
    const url = (code: string | undefined) => `https://pan.quark.cn/s/${code}`
    const items = [
      { disk_type: 'quark', url: url(shares?.open), password: '' },
      { disk_type: 'quark', url: `${url(shares?.coded)}#/list?x=1`, password: fixedPassword },
      { disk_type: 'quark', url: url(shares?.gone), password: null },
      { disk_type: 'quark', url: url(shares?.coded) },
      { disk_type: 'others', url: 'https://files.example.org/s/1' },
      { disk_type: 'quark', url: url(shares?.garbage) },
    ]
    const payload = { items, view_token: 'anything' }
    const answer = await app.inject({ method: 'POST', url: '/api/check/links', payload })
    const { results, ...more } = checkResponse.parse(answer.json())
    expect(more).toEqual({})
    expect(results.map(({ url: sent }) => sent)).toEqual(items.map(({ url: sent }) => sent))
    const states = ['ok', 'ok', 'bad', 'locked', 'unsupported', 'uncertain']
    expect(results.map(({ state }) => state)).toEqual(states)
    for (const { checked_at, expires_at, summary } of results.slice(0, 3)) {
      // Epoch milliseconds, not seconds.
      expect(checked_at).toBeGreaterThan(1e12)
      expect(expires_at).toBeGreaterThan(checked_at)
      expect(summary).not.toBe('')
    }
  })

  test('takes 1 to 256 items, and never fetches a host that is not the provider’s own', async () => {
    const { app, standin } = await startWholeTrawl()
    const check = async (count: number) => {
      const items = Array.from({ length: count }, (_, index) => ({ url: `https://10.0.0.1/s/${index}` }))
      return (await app.inject({ method: 'POST', url: '/api/check/links', payload: { items } })).statusCode
    }
    expect([await check(0), await check(1), await check(256), await check(257)]).toEqual([400, 200, 200, 400])
    expect(standin.asked()).toEqual([])
  })
})
