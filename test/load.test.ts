// Tests overload: a service with a busy event loop answers cheap requests and rejects others with a retry time.
import { expect, it, vi } from 'vitest'
import { launchTrawl } from './kit/process.ts'
import { standinOfTest } from './kit/standin.ts'

/** SIGUSR2 switches a busy loop on and off that blocks the service most of the time. */
const busy = `
  let timer
  const work = () => { for (const until = performance.now() + 220; performance.now() < until;); }
  process.on('SIGUSR2', () => { timer = timer === undefined ? setInterval(work, 225) : clearInterval(timer) })
`

async function start() {
  const standin = await standinOfTest({ seed: 3, weather: 'calm' })
  const { service, url } = await launchTrawl({
    HOST: '127.0.0.1',
    PORT: '0',
    UPSTREAM_GATEWAY: standin.url,
    MAX_LAG_MS: '100',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(busy)}`,
  })
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, init)
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  return { service, ask }
}

function search(kw: string): string {
  return `/api/search?kw=${kw}&src=tg&channels=demo_one`
}

it('a busy service answers what is cheap, and turns the rest away with 503 and Retry-After until it is over', {
  timeout: 120_000,
}, async () => {
  const { service, ask } = await start()
  expect((await ask(search('kept'))).status).toBe(200)
  expect((await ask('/api/hot-list?id=weibo')).status).toBe(200)
  expect((await ask('/readyz')).body).toBe('{"status":"ok"}')

  service.signal('SIGUSR2')
  const asked = { last: 0 }
  await vi.waitFor(async () => {
    asked.last += 1
    expect((await ask(search(`new-${asked.last}`))).status).toBe(503)
  })

  const dear = await Promise.all([
    ask(search('other')),
    ask('/api/search', { method: 'POST', body: '{"kw":"other","src":"tg","channels":"demo_one"}' }),
    ask(`${search('kept')}&refresh=true`),
    ask('/api/search/stream?kw=other&src=tg&channels=demo_one'),
    ask('/api/v1/sources/weibo?force=1'),
    ask('/api/hot-list?id=weibo&refresh=true'),
    ask('/api/v1/batch?sources=weibo&force=1'),
    ask(search('other'), { method: 'HEAD' }),
  ])
  expect(dear.map(({ status }) => status)).toEqual(dear.map(() => 503))
  for (const { headers } of dear) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(4)
  const words = /^service: overloaded \(the event loop is \d+ ms late\); retry in [4-8] s$/
  for (const { body } of dear.slice(0, 4))
    expect(JSON.parse(body)).toEqual({ code: 503, message: expect.stringMatching(words) })
  for (const { body } of dear.slice(4, 7))
    expect(JSON.parse(body)).toMatchObject({
      statusCode: 503,
      error: { code: 'SERVICE_BUSY', message: expect.stringMatching(words) },
    })

  const cheap = await Promise.all([
    ask(search('kept')),
    ask('/api/health'),
    ask('/livez'),
    ask('/api/hot-list?id=weibo'),
    ask('/api/v1/sources/zhihu'),
    ask('/api/v1/batch?sources=weibo,zhihu'),
    ask(search('other'), { method: 'OPTIONS' }),
  ])
  expect(cheap.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 204])
  const { status, troubles } = JSON.parse((await ask('/readyz')).body)
  expect([status, troubles.filter((line: string) => line.startsWith('the service is overloaded')).length]).toEqual([
    'degraded',
    1,
  ])
  expect((await ask('/metrics')).body).toMatch(/trawl_refused_total\{why="busy"\} (?:[6-9]|\d\d)/)

  service.signal('SIGUSR2')
  await vi.waitFor(async () => expect((await ask(search('other'))).status).toBe(200))
  await service.says(/no longer overloaded/)
  expect(service.output().match(/overloaded \(/g)).toHaveLength(1)
})
