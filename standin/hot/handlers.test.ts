// Tests the mocks of hot-list upstreams: samples byte for byte, refusals, 404 for unknown URLs.
import { expect, test } from 'vitest'
import { type Exchange, readFixtures } from '../../test/kit/fixtures.ts'
import { plainGet, type Reply, type Sent } from '../mock-response.ts'
import { createHotHandlers } from './handlers.ts'
import { createSteps } from './list-members.ts'

const now = new Date('2026-11-20T12:00:00Z')
const steps = createSteps(() => 0, 60_000)
const handlers = createHotHandlers({ seed: 1, now, stepMs: 60_000, lists: 'samples', steps })
/** Without refusals, which are short. */
const all = ['hotlist', 'own-lists']
  .flatMap(readFixtures)
  .flatMap(({ folder, exchanges }) => exchanges.map((exchange) => ({ ...exchange, folder })))
  .filter(({ status, body }) => status === 200 && body.length > 100)

/** The test vector of coolapk.md. */
const coolapkToken = '59e91f860c2583030cda1009797c99980a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d0x6a4b2840'

function headerFor(expected: string): string {
  const values = [coolapkToken, 'Mozilla/5.0', 'NGA_skull/7.3.1(iPhone13,2;iOS 17.2.1)']
  const form = /^matches (.*)$/.exec(expected)?.[1]
  if (form === undefined) return expected.replace(/^contains (.*)$/, 'a=1; $1x')
  return values.find((value) => new RegExp(form).test(value)) ?? ''
}

function sentFor({ method, request, sent }: Exchange): Sent {
  const headers = Object.fromEntries(Object.entries(sent).map(([name, expected]) => [name, headerFor(expected)]))
  return { method, headers, body: typeof request === 'string' ? request : (JSON.stringify(request) ?? '') }
}

function ask(url: string, sent: Partial<Sent> = {}): Reply {
  const handler = handlers.get(new URL(url).host)
  if (handler === undefined) throw new Error(`nobody plays ${url}`)
  return handler.answer(new URL(url), { ...plainGet, ...sent })
}

test('every sample is answered byte for byte with its headers, or that of another fixture at its address', () => {
  const placeOf = ({ method, url }: Exchange) => `${method} ${url.replace(/[?#].*/, '').replaceAll(/\d+/g, '0')}`
  const places = Map.groupBy(all, placeOf)
  const refused: string[] = []
  for (const one of all) {
    const { status, headers, body } = ask(one.url, sentFor(one))
    if (status !== 200) refused.push(one.folder)
    const same = places.get(placeOf(one))?.filter((other) => Buffer.from(body).equals(other.body)) ?? []
    if (status === 200)
      expect(
        same.map((other) => other.headers),
        one.url,
      ).toContainEqual(headers)
  }
  // The fixture of this list that is played wants a cookie.
  expect(refused).toEqual(['xueqiu-hotstock-open'])
  expect(places.size).toBeGreaterThan(250)
})

function byUrl(folder: string, part = ''): string {
  return all.find((one) => one.folder === folder && one.url.includes(part))?.url ?? ''
}

test.each([
  byUrl('douban'),
  byUrl('tencent-hot'),
  byUrl('douyin', 'web/hot/search'),
  'https://s.weibo.com/top/summary?cate=realtimehot',
])('%s refuses a request without the headers of the fixture', (url) => {
  expect(ask(url).status).toBe(403)
})

test('a body that is not that of the fixture is refused; times in it may differ', () => {
  const one = all.find(({ folder }) => folder === 'producthunt-with-token')
  const body = JSON.stringify(one?.request ?? {}).replace('2026-07-05T07:00', '2026-11-19T08:00')
  const headers = { authorization: 'Bearer mine' }
  expect(ask(one?.url ?? '', { method: 'POST', headers, body }).status).toBe(200)
  for (const other of ['{"page_params":{}}', 'no json'])
    expect(ask(one?.url ?? '', { method: 'POST', headers, body: other }).status).toBe(403)
})

test('every host answers 404 to an unknown URL', () => {
  for (const host of handlers.keys()) expect(ask(`https://${host}/no/such/page?x=1`).status, host).toBe(404)
  const zhihu = 'https://www.zhihu.com/api/v3/feed/topstory/hot-list-web?limit=20&desktop=true'
  expect(ask(zhihu, { method: 'POST' }).status).toBe(404)
  expect(handlers.size).toBeGreaterThan(55)
})
