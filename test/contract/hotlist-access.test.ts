// Tests the allow list, and its routes.
import { describe, expect, test } from 'vitest'
import { errorResponse } from '../../src/contract/hotlist-error.ts'
import { allowListResponse } from '../../src/contract/monitoring.ts'
import { type AllowList, createAllowList } from '../../src/http/access/ip-allow-list.ts'
import { noRecordStore } from '../../src/store/records/records.ts'
import type { SomeAppOptions } from '../kit/empty-app.ts'
import { testApp, testTime } from './app-parts.ts'

const path = '/api/v1/security/ip-whitelist'
const token = 'correct-horse-battery'
const withToken = { authorization: `Bearer ${token}` }

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS'
  readonly path?: string
  /** The client address. */
  readonly from?: string
  readonly headers?: Record<string, string>
  readonly body?: object
}

interface Reported {
  readonly status: number
  readonly json: unknown
  readonly headers: Readonly<Record<string, unknown>>
}

/** A service that is asked from addresses of this machine. */
function start(own: SomeAppOptions = {}) {
  const { app } = testApp(own)
  return async ({ from = '127.0.0.1', path: url = path, body, ...asked }: Asked = {}): Promise<Reported> => {
    const {
      statusCode,
      headers,
      body: text,
    } = await app.inject({ ...asked, url, remoteAddress: from, ...(body && { payload: body }) })
    return { status: statusCode, json: text.startsWith('{') ? JSON.parse(text) : text, headers }
  }
}

function allowing(...blocks: string[]): AllowList {
  return createAllowList(noRecordStore, blocks)
}

function code(reported: Reported) {
  return [reported.status, errorResponse.parse(reported.json).error.code]
}

function whitelist(reported: Reported) {
  return allowListResponse.parse(reported.json).whitelist
}

describe('an allow list', () => {
  test('refuses other addresses on every path but /livez, and names the address', async () => {
    const get = start({ access: { allowList: allowing('127.0.0.2') } })
    const paths = ['/', '/api/health', '/api/search?kw=a', '/metrics', '/readyz', '/nowhere', '/%zz', '/livez/x']
    for (const path of paths) {
      expect([path, (await get({ path, from: '127.0.0.2' })).status]).not.toEqual([path, 403])
      expect(await get({ path, from: '127.0.0.3' })).toMatchObject({
        status: 403,
        json: { code: 403, message: 'address: 127.0.0.3 is not on the allow list of this service' },
      })
    }
    expect(code(await get({ path: '/api/v1/nowhere' }))).toEqual([403, 'FORBIDDEN'])
    expect(await get({ path: '/livez' })).toMatchObject({ status: 200, json: { status: 'ok' } })
  })

  test('a change holds for the first request after its answer', async () => {
    const get = start({ access: { rules: { adminToken: token } } })
    expect((await get({ path: '/api/health' })).status).toBe(200)
    const headers = withToken
    expect(whitelist(await get({ method: 'POST', headers, body: { ip: '127.0.0.2/31' } }))).toEqual(['127.0.0.2/31'])
    expect((await get({ path: '/api/health' })).status).toBe(403)
    expect((await get({ path: '/api/health', from: '127.0.0.3' })).status).toBe(200)
    expect(whitelist(await get({ method: 'DELETE', headers, body: { ip: '127.0.0.3/31' } }))).toEqual([])
    expect((await get({ path: '/api/health' })).status).toBe(200)
  })
})

describe('reading the allow list', () => {
  test('GET lists the entries', async () => {
    const { json, headers } = await start({ access: { allowList: allowing('127.0.0.0/8', '::1') } })()
    expect(allowListResponse.parse(json)).toEqual({
      apiVersion: '1.0',
      timestamp: testTime,
      enabled: true,
      whitelist: ['127.0.0.0/8', '::1'],
      count: 2,
    })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
  })

  test.each([
    ['127.5.5.5', '127.5.5.5', true],
    ['::ffff:127.5.5.5', '127.5.5.5', true],
    ['128.0.0.1', '128.0.0.1', false],
    ['2001:DB8:0::1', '2001:db8::1', false],
  ])('GET with ip=%s says whether that address would pass', async (ip, spelled, allowed) => {
    const get = start({ access: { allowList: allowing('127.0.0.0/8') } })
    expect((await get({ path: `${path}?ip=${ip}` })).json).toMatchObject({ ip: spelled, allowed, enabled: true })
  })

  test('an empty allow list admits every address', async () => {
    const reported = await start()({ path: `${path}?ip=192.0.2.1` })
    expect(allowListResponse.parse(reported.json)).toMatchObject({ enabled: false, count: 0, allowed: true })
  })

  test.each([['10.0.0.0/8'], ['nobody'], ['10.0.0.256'], [''], ['1&ip=2']])(
    'does not take %j for an address',
    async (ip) => {
      const reported = await start()({ path: `${path}?ip=${ip}` })
      expect(code(reported)).toEqual([400, 'VALIDATION_ERROR'])
      expect(reported.json).toMatchObject({ error: { details: { parameter: 'ip' } } })
    },
  )
})

test.each(['action=add&ip=192.0.2.1', 'action=remove', 'action'])(
  'GET ?%s changes nothing, and says which methods do',
  async (query) => {
    const { json } = await start()({ path: `${path}?${query}` })
    expect(json).toMatchObject({
      message: expect.stringMatching(/^action: .*POST adds .* DELETE removes/),
      error: { code: 'VALIDATION_ERROR' },
    })
  },
)

describe('changing the allow list', () => {
  test.each([
    ['a body with one', { body: { ip: '127.0.0.1/8' } }, ['127.0.0.0/8']],
    [
      'a body with several',
      { body: { ips: ['127.0.0.1', '::ffff:127.0.0.2', '127.0.0.1/32'] } },
      ['127.0.0.1', '127.0.0.2'],
    ],
    ['a body with both', { body: { ip: '127.0.0.1', ips: ['2001:DB8::/32'] } }, ['127.0.0.1', '2001:db8::/32']],
    ['a body with a text for several', { body: { ips: '127.0.0.1，127.0.0.2' } }, ['127.0.0.1', '127.0.0.2']],
    ['a query with one', { path: `${path}?ip=127.0.0.1%2F8` }, ['127.0.0.0/8']],
    ['a query with several', { path: `${path}?ips=127.0.0.1,::1&ips=127.0.0.2` }, ['127.0.0.1', '::1', '127.0.0.2']],
  ] as const)('takes %s', async (_name, asked, expected) => {
    const get = start()
    const added = await get({ method: 'POST', ...asked })
    expect([added.status, whitelist(added)]).toEqual([200, expected])
    const removed = await get({ method: 'DELETE', ...asked })
    expect([removed.status, whitelist(removed)]).toEqual([200, []])
  })

  test.each([
    ['nothing', {}, 'ip'],
    ['a number', { body: { ip: 10 } }, 'ip'],
    ['a bad one among good ones', { body: { ips: ['127.0.0.1', '10.0.0.0/33'] } }, 'ips'],
    ['201 of them', { body: { ips: Array.from({ length: 201 }, (_, at) => `10.0.0.${at}`) } }, 'ips'],
    ['a body that is none', { body: ['127.0.0.1'] }, 'body'],
  ] as const)('refuses %s by its name and changes nothing', async (_name, asked, parameter) => {
    const allowList = allowing()
    const get = start({ access: { allowList } })
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await get({ method, ...asked })
      expect(code(answer)).toEqual([400, 'VALIDATION_ERROR'])
      expect(answer.json).toMatchObject({
        message: expect.stringMatching(new RegExp(`^${parameter}: `)),
        error: { details: { parameter } },
      })
    }
    expect(allowList.blocks()).toEqual([])
  })
})
