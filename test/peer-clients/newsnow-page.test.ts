// Simulates NewsNow's page: all cached lists of a tab at once, then each card, and a refresh button.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { entireResponse, newsNowError, newsNowList } from '../../src/contract/newsnow.ts'
import { enabledIds, type HotTrawl, makeRunningClock, startHotTrawl } from '../kit/hot-trawl.ts'

const minute = 60_000
const hottest = ['weibo', 'zhihu', 'bilibili', '36kr', 'v2ex-share', 'ithome', 'producthunt']

/** The page. It shows the error of a failed answer and continues. */
function createPage({ ask }: Pick<HotTrawl, 'ask'>) {
  const read = async (request: Parameters<typeof ask>[0]): Promise<unknown> => {
    const response = await ask(request)
    if (response.statusCode !== 200) throw new Error(newsNowError.parse(response.json()).message)
    return response.json()
  }
  return {
    login: async () => z.looseObject({ enable: z.boolean() }).parse(await read('/api/enable-login')),
    version: async () => z.looseObject({ v: z.string().min(1) }).parse(await read('/api/latest')),
    entire: async (sources: readonly string[]) =>
      entireResponse.parse(await read({ method: 'POST', url: '/api/s/entire', payload: { sources } })),
    card: async (id: string, isForced = false) =>
      newsNowList.parse(await read(`/api/s?id=${id}${isForced ? '&latest=true' : ''}`)),
  }
}

test('opens: no login, a version, and nothing cached for lists that were not requested', async () => {
  const service = await startHotTrawl()
  const page = createPage(service)
  expect(await page.login()).toEqual({ enable: false })
  expect((await page.version()).v).toMatch(/^\d+\.\d+\.\d+/)
  expect(await page.entire(hottest)).toEqual([])
  expect(service.standin.asked()).toEqual([])
  for (const path of ['/api/login', '/api/me', '/api/me/sync', '/api/oauth/github'])
    expect((await service.ask(path)).statusCode).toBe(404)
})

test('every card of every list has items, and is there at once the next time, by the same id', async () => {
  const service = await startHotTrawl()
  const page = createPage(service)
  for (const id of hottest) {
    const { status, items, updatedTime, ...card } = await page.card(id)
    expect([card.id, status, items.length > 0, items.length <= 30]).toEqual([id, 'success', true, true])
    expect(updatedTime).toBe(service.time.epochMs())
  }
  const asked = service.standin.asked().length
  service.time.advance(minute)
  const stored = await page.entire([...hottest, 'nobody', '__proto__', 'pcbeta-windows'])
  expect(stored.map(({ id }) => id)).toEqual(hottest)
  for (const { updatedTime, status } of stored)
    expect([updatedTime, status]).toEqual([service.time.epochMs() - minute, 'success'])
  expect(service.standin.asked().length).toBe(asked)
})

test('the cached lists of a tab are sent again as soon as one of them changed, or is too old', async () => {
  const service = await startHotTrawl()
  const page = createPage(service)
  const reported = async () => (await page.entire(['weibo', 'zhihu'])).map(({ id, status }) => `${id} ${status}`)
  expect([await reported(), await reported()]).toEqual([[], []])
  await page.card('weibo')
  expect([await reported(), await reported()]).toEqual([['weibo success'], ['weibo success']])
  await page.card('zhihu')
  expect(await reported()).toEqual(['weibo success', 'zhihu success'])
  service.time.advance(2 * minute)
  expect(await reported()).toEqual(['weibo cache', 'zhihu success'])
  await page.card('weibo', true)
  expect(await reported()).toEqual(['weibo success', 'zhihu success'])
})

test('all enabled lists are described in NewsNow’s terms', async () => {
  const { ask } = await startHotTrawl({ time: makeRunningClock() })
  const answer = async (id: string) => {
    const response = await ask(`/api/s?id=${id}`)
    expect(response.statusCode, id).toBe(200)
    return newsNowList.parse(response.json()).id
  }
  expect(await Promise.all(enabledIds.map(answer))).toEqual(enabledIds)
})

test('a card is as old as it says: cache once its interval is over, and when its site fails', async () => {
  const service = await startHotTrawl()
  const page = createPage(service)
  await page.card('weibo')
  const at = service.time.epochMs()
  service.standin.setFaults({ kind: '503' })
  service.time.advance(10 * minute)
  expect((await page.entire(['weibo']))[0]).toMatchObject({ status: 'cache', updatedTime: at })
  expect(await page.card('weibo')).toMatchObject({ status: 'cache', updatedTime: at })
  expect(await page.card('weibo', true)).toMatchObject({ status: 'cache', updatedTime: at })
  service.standin.setFaults()
  service.time.advance(30 * minute)
  expect(await page.card('weibo', true)).toMatchObject({ status: 'success', updatedTime: service.time.epochMs() })
})

test('latest asks anew, but for false, and not more often than every ten seconds', async () => {
  const { ask, standin, time } = await startHotTrawl()
  const asks = async (query: string) => {
    const before = standin.asked().length
    expect((await ask(`/api/s?id=zhihu${query}`)).statusCode).toBe(200)
    return standin.asked().length > before
  }
  expect([await asks(''), await asks(''), await asks('&latest=false'), await asks('&latest=False')]).toEqual([
    ...[true, false, false, false],
  ])
  expect([await asks('&latest'), await asks('&latest=true'), await asks('&latest=1')]).toEqual([true, false, false])
  time.advance(11_000)
  expect(await asks('&latest=1&latest=2')).toBe(true)
})

test('a failure is an error with a status and a message, where its clients look for them', async () => {
  const { ask, standin } = await startHotTrawl()
  standin.setFaults({ kind: '500', match: 'zhihu' })
  for (const [query, status, code] of [
    ['', 400, 'VALIDATION_ERROR'],
    ['?id=', 400, 'VALIDATION_ERROR'],
    ['?id=nobody', 404, 'SOURCE_NOT_FOUND'],
    ['?id=constructor', 404, 'SOURCE_NOT_FOUND'],
    ['?id=ghxi', 503, 'SOURCE_DISABLED'],
    ['?id=zhihu', 502, 'UPSTREAM_FAILED'],
  ] as const) {
    const response = await ask(`/api/s${query}`)
    expect(response.statusCode, query).toBe(status)
    const { error, statusCode, statusMessage, message } = newsNowError.parse(response.json())
    expect([error.code, statusCode, error.message]).toEqual([code, status, message])
    expect(statusMessage).toMatch(/^[A-Z][A-Za-z ]+$/)
  }
})

test.each([
  ['nothing', '', 'body: is empty'],
  ['no ids', '{}', 'sources: is missing: must be an array of at most 200 ids'],
  ['a text for ids', '{"sources":"weibo"}', 'sources: must be an array of at most 200 ids'],
  ['a number for an id', '{"sources":[1]}', 'sources.0: must be an array of at most 200 ids'],
  ['a long id', `{"sources":["${'x'.repeat(61)}"]}`, 'sources.0: has an id that is too long'],
  [
    '201 ids',
    JSON.stringify({ sources: Array.from({ length: 201 }, (_, at) => `s${at}`) }),
    'sources: must be an array of at most',
  ],
])('a body of %s is refused in words, and the page goes on with its cards', async (_what, payload, words) => {
  const service = await startHotTrawl()
  const response = await service.ask({ method: 'POST', url: '/api/s/entire', payload })
  expect(response.statusCode).toBe(400)
  expect(newsNowError.parse(response.json()).message).toContain(words)
  expect((await createPage(service).card('weibo')).items.length).toBeGreaterThan(0)
})
