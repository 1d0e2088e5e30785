// Simulates DailyHotApi's page, tools and feed readers: the list of all lists, then each list by name.
import { parseRssFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import { type DailyHotList, dailyHotError, dailyHotList, dailyHotRoutesAnswer } from '../../src/contract/dailyhot.ts'
import { type HotTrawl, startHotTrawl } from '../kit/hot-trawl.ts'

const minute = 60_000

async function listOf({ ask }: Pick<HotTrawl, 'ask'>, target: string): Promise<DailyHotList> {
  const response = await ask(target)
  expect([response.statusCode, response.headers['content-type']], `${target} ${response.body.slice(0, 200)}`).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  return dailyHotList.parse(response.json())
}

async function errorOf({ ask }: Pick<HotTrawl, 'ask'>, target: string) {
  const response = await ask(target)
  const reported = dailyHotError.parse(response.json())
  expect(reported.code).toBe(response.statusCode)
  return reported
}

async function routesOf({ ask }: Pick<HotTrawl, 'ask'>) {
  return dailyHotRoutesAnswer.parse((await ask('/all')).json())
}

describe('a page that asks for all there is', () => {
  test('gets each list or the reason why it cannot be requested, and every list that has a path', async () => {
    const service = await startHotTrawl()
    const { count, routes } = await routesOf(service)
    expect(count).toBe(routes.length)
    expect(routes.slice(0, 56).flatMap((route) => ('message' in route ? [route] : []))).toEqual([
      { name: 'jianshu', message: '简书 is disabled; add jianshu to ENABLED_SOURCES to enable it' },
    ])
    const there = routes.flatMap((route) => ('path' in route ? [route] : []))
    const lists = await Promise.all(there.map(({ path }) => listOf(service, path)))
    expect(lists.map(({ name }) => name)).toEqual(there.map(({ name }) => name))
    expect(lists.every(({ total, data }) => total === data.length)).toBe(true)
    expect(lists.filter(({ total }) => total === 0).map(({ name }) => name)).toEqual(['history'])
    console.info(`dailyhot: ${lists.length} lists of /all were asked for`)
  })
})

describe('a list', () => {
  test('is cut to a limit, and whole with one that is larger or empty', async () => {
    const service = await startHotTrawl({ lists: 'growing' })
    const whole = await listOf(service, '/weibo')
    expect(whole.total).toBeGreaterThan(10)
    for (const [limit, total] of [
      ['1', 1],
      ['05', 5],
      ['50', whole.total],
      ['1000', whole.total],
      ['100000000000000000000', whole.total],
      ['', whole.total],
    ] as const) {
      const { data, ...cut } = await listOf(service, `/weibo?limit=${limit}`)
      expect([cut.total, data.length], limit).toEqual([total, total])
      expect(data).toEqual(whole.data.slice(0, total))
    }
  })

  test.each(['0', '-1', '1.9', '5abc', '1e3', 'abc', 'NaN', '1&limit=2'])('with limit=%s is refused', async (limit) => {
    const { message } = await errorOf(await startHotTrawl(), `/weibo?limit=${limit}`)
    expect(message).toBe('limit: must be a whole number from 1 up')
  })

  test('names the parameters that select another list of the same name, and serves it', async () => {
    const service = await startHotTrawl()
    const { params = {}, ...first } = await listOf(service, '/github')
    expect(params).toEqual({ type: { name: '周期', type: { daily: '日榜', weekly: '周榜', monthly: '月榜' } } })
    const types = await Promise.all(
      Object.keys(params.type?.type ?? {}).map(async (type) => (await listOf(service, `/github?type=${type}`)).type),
    )
    expect([first.type, ...types]).toEqual(['今日趋势', '今日趋势', '本周趋势', '本月趋势'])
    expect((await listOf(service, '/github?type=')).type).toBe('今日趋势')
    expect(await errorOf(service, '/github?type=yearly')).toEqual({
      code: 400,
      message: 'type: must be one of daily (日榜), weekly (周榜), monthly (月榜)',
    })
    expect((await errorOf(service, '/github?type=daily&type=weekly')).message).toBe('type: must be sent once')
    expect((await errorOf(service, '/weatheralarm?province=广东省')).message).toMatch(
      /^source: weatheralarm-guangdong is/,
    )
  })

  test('ignores what it does not know, keys of other lists too', async () => {
    const service = await startHotTrawl()
    const plain = await listOf(service, '/zhihu-daily')
    const odd = await listOf(service, '/zhihu-daily?type=hot&province=x&pretty&_=123&callback=f')
    expect(odd.data).toEqual(plain.data)
    expect((await service.ask('/zhihu-daily?rss=maybe')).statusCode).toBe(400)
  })

  test('is cached, and refreshed by cache=false, at most every ten seconds', async () => {
    const service = await startHotTrawl()
    const asks = async (target: string) => {
      const before = service.standin.asked().length
      const { fromCache } = await listOf(service, target)
      return [service.standin.asked().length > before, fromCache]
    }
    expect(await asks('/toutiao')).toEqual([true, false])
    expect(await asks('/toutiao?limit=1')).toEqual([false, true])
    expect(await asks('/toutiao?cache=true&limit=1')).toEqual([false, true])
    expect(await asks('/toutiao?cache=false')).toEqual([true, false])
    expect((await asks('/toutiao?cache=False'))[0]).toBe(false)
    service.time.advance(11_000)
    expect(await asks('/toutiao?cache=false')).toEqual([true, false])
  })

  test('is the last good one where its site fails, and says so; with none it is an error with a status', async () => {
    const service = await startHotTrawl()
    const good = await listOf(service, '/toutiao')
    service.standin.setFaults({ kind: '503' })
    service.time.advance(60 * minute)
    const { message, ...old } = await listOf(service, '/toutiao?cache=false')
    expect(old).toEqual({ ...good, fromCache: true })
    expect(message).toMatch(/^this list is from 2026-11-20T00:00:00\.000Z: toutiao could not be fetched \(unavail/)
    const feed = parseRssFeed((await service.ask('/toutiao?rss=1')).body)
    expect(feed.description).toMatch(/^this list is from /)
    expect(await errorOf(service, '/tieba')).toMatchObject({
      code: 502,
      message: expect.stringMatching(/^source: tieba/),
    })
    expect((await service.ask('/tieba?rss=true')).statusCode).toBe(502)
  })

  test('is there under a slash at the end, by HEAD, and again for who has it', async () => {
    const { ask } = await startHotTrawl()
    await ask('/weibo/')
    const answer = await ask('/weibo?limit=2')
    const head = await ask({ method: 'HEAD', url: '/weibo/?limit=2' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      answer.headers['content-length'],
    ])
    const again = await ask({ url: '/weibo?limit=2', headers: { 'if-none-match': String(answer.headers.etag) } })
    expect([again.statusCode, again.headers['x-cache']]).toEqual([304, 'HIT'])
    const packed = await ask({ url: '/weibo?rss=true', headers: { 'accept-encoding': 'gzip' } })
    expect([packed.headers['content-encoding'], packed.headers['content-type']]).toEqual([
      ...['gzip', 'application/xml; charset=utf-8'],
    ])
  })
})

describe('the paths', () => {
  test('leave all others as they were: ours go first, and what is none is none, by any method', async () => {
    const { ask } = await startHotTrawl()
    expect((await ask('/')).json().name).toBe('trawl')
    expect((await ask('/livez')).json().status).toBe('ok')
    for (const url of [
      '/nobody',
      '/WEIBO',
      '/weibo/hot',
      '/favicon.ico',
      '/hot',
      '/__proto__',
      '/constructor',
      '/%77eibo',
    ]) {
      expect([url, (await ask(url)).statusCode]).toEqual([url, 404])
      expect([url, (await ask({ method: 'POST', url })).statusCode]).toEqual([url, 404])
      expect([url, (await ask({ method: 'OPTIONS', url })).statusCode]).toEqual([url, 404])
    }
    expect((await ask('/nobody')).json()).toEqual({
      code: 404,
      message: 'path: there is no /nobody; GET / lists what there is',
    })
    const posted = await ask({ method: 'POST', url: '/weibo' })
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await ask({ method: 'OPTIONS', url: '/weibo' })).headers.allow).toBe('GET, HEAD, OPTIONS')
  })

  test('stand below a prefix where there is one, and at the root no more', async () => {
    const service = await startHotTrawl({ dailyHotPrefix: '/daily/hot' })
    expect((await listOf(service, '/daily/hot/weibo/?limit=1')).total).toBe(1)
    const { routes } = dailyHotRoutesAnswer.parse((await service.ask('/daily/hot/all')).json())
    expect(routes).toContainEqual({ name: 'weibo', path: '/daily/hot/weibo' })
    const { endpoints } = (await service.ask('/')).json()
    expect(Object.keys(endpoints)).toEqual(expect.arrayContaining(['GET /daily/hot/all', 'GET /daily/hot/{id}']))
    for (const url of ['/weibo', '/all', '/daily/hot', '/daily/weibo', '/daily/hot/nobody'])
      expect([url, (await service.ask(url)).statusCode]).toEqual([url, 404])
  })

  test('are counted and limited as one route', async () => {
    const rates = new Map([['/:id', { count: 2, perMs: minute }]])
    const { ask } = await startHotTrawl({ rates, ticks: () => 0 })
    const from = { remoteAddress: '203.0.113.7' }
    const statuses: number[] = []
    for (const url of ['/weibo', '/weibo', '/zhihu', '/weibo']) statuses.push((await ask({ url, ...from })).statusCode)
    expect(statuses).toEqual([200, 200, 429, 429])
    expect((await ask({ url: '/api/s?id=weibo', ...from })).statusCode).toBe(200)
  })
})
