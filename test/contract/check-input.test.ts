// Tests the input of link checks: valid requests, errors that name the parameter, and never a 500.

import { describe, expect, test } from 'vitest'
import { checkResponse } from '../../src/contract/check.ts'
import { parseRateRules } from '../../src/http/access/rate-limits.ts'
import { allThere, checksInRealTime } from '../kit/checks.ts'
import { testApp } from './app-parts.ts'

const share = 'https://pan.quark.cn/s/0ffa00000001'

/** An app whose only cloud is quark; every share on it is available. */
function checkApp() {
  const { checks } = checksInRealTime({ quark: allThere }, { manners: { parallel: 8, spacingMs: 0 } })
  const { app } = testApp({ checkLinks: checks.check })
  const post = (payload: string | Buffer) => app.inject({ method: 'POST', url: '/api/check/links', payload })
  return { app, post }
}

function items(...all: readonly unknown[]): string {
  return JSON.stringify({ items: all })
}

const long = 'x'.repeat(2_049)

describe('a request for checks', () => {
  test('is answered without an envelope; unknown fields are ignored', async () => {
    const { post } = checkApp()
    const item = { disk_type: 'quark', url: share, password: 'k3m9', note: 'a film', view_token: 1 }
    const response = await post(JSON.stringify({ items: [item], view_token: { any: 'thing' }, limit: 'x' }))
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    const text = { disk_type: 'quark', url: share, normalized_url: share, state: 'ok', cache_hit: false }
    const { results, ...more } = checkResponse.parse(response.json())
    expect({ results, more }).toMatchObject({ results: [{ ...text, summary: 'it is there' }], more: {} })
    const [{ checked_at, expires_at } = { checked_at: 0, expires_at: 0 }] = results
    expect(expires_at - checked_at).toBe(24 * 3_600_000)
  })

  test.each([
    ['nothing but an address', { url: share }],
    ['null for what it does not know', { url: share, disk_type: null, password: null }],
    ['an empty type and code', { url: share, disk_type: '', password: '' }],
  ])('may have items with %s', async (_what, item) => {
    const { post } = checkApp()
    const { results } = checkResponse.parse((await post(items(item))).json())
    expect(results).toMatchObject([{ disk_type: 'quark', url: share, state: 'ok' }])
  })

  test.each([
    ['no items', '{}', 'items'],
    ['items that are none', '{"items":"https://pan.quark.cn/s/0ffa00000001"}', 'items'],
    ['an object of items', '{"items":{"0":{}}}', 'items'],
    ['an empty list', '{"items":[]}', 'items'],
    ['257 items', items(...Array.from({ length: 257 }, () => ({ url: share }))), 'items'],
    ['an address in place of an item', items(share), 'items.0'],
    ['null in place of an item', items({ url: share }, null), 'items.1'],
    ['an item without an address', items({ disk_type: 'quark' }), 'items.0.url'],
    ['an empty address', items({ url: '' }), 'items.0.url'],
    ['a number as an address', items({ url: 1 }), 'items.0.url'],
    ['a list of addresses', items({ url: [share] }), 'items.0.url'],
    ['an address of 2049 characters', items({ url: share }, { url: long }), 'items.1.url'],
    ['a type of 41 characters', items({ url: share, disk_type: 'x'.repeat(41) }), 'items.0.disk_type'],
    ['a number as a type', items({ url: share, disk_type: 115 }), 'items.0.disk_type'],
    ['an access code of 101 characters', items({ url: share, password: 'x'.repeat(101) }), 'items.0.password'],
    ['an object as an access code', items({ url: share, password: {} }), 'items.0.password'],
  ])('with %s is refused by the name of what is wrong', async (_what, body, name) => {
    const { post } = checkApp()
    const response = await post(body)
    expect(response.json()).toEqual({
      code: 400,
      message: expect.stringMatching(new RegExp(`^${name}[.:] .*must`)),
    })
    expect(response.body).not.toContain(long)
  })

  test('may have 256 items with addresses of 200 characters; above 64 KB it is refused as too large', async () => {
    const { post } = checkApp()
    const address = `${share}?pwd=k3m9&from=${'x'.repeat(200 - share.length - 15)}`
    const whole = items(...Array.from({ length: 256 }, () => ({ disk_type: 'quark', url: address })))
    expect([address.length, whole.length < 64 * 1024]).toEqual([200, true])
    expect(checkResponse.parse((await post(whole)).json()).results).toHaveLength(256)
    const response = await post(items(...Array.from({ length: 256 }, () => ({ url: address.repeat(10) }))))
    expect(response.json()).toEqual({ code: 413, message: expect.stringMatching(/^body: must be at most 65536 bytes/) })
  })
})

test.each([
  [10, '99'],
  [11, '98'],
  [256, '74'],
])('a check of %i links leaves %s of a hundred requests: each ten count as one', async (count, remaining) => {
  const app = testApp({ checkLinks: async () => [], access: { rates: parseRateRules('/api/check/links=100/min') } }).app
  const payload = items(...Array.from({ length: count }, () => ({ url: share })))
  const response = await app.inject({ method: 'POST', url: '/api/check/links', payload, remoteAddress: '192.0.2.1' })
  expect([response.statusCode, response.headers['ratelimit-remaining']]).toEqual([200, remaining])
})
