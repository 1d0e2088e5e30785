// Tests several processes behind one port: clients and upstreams see one service.
import { readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { encodeKey, hashKey } from '../src/http/auth/api-keys.ts'
import { type Standin, type StandinOptions, startStandin } from '../standin/server.ts'
import { run } from './kit/process.ts'
import { type Crowd, isRunning, type PinnedClient, startCrowd } from './kit/workers.ts'

interface Played extends Crowd {
  readonly standin: Standin
  readonly one: PinnedClient
  readonly other: PinnedClient
}

/** A service of two workers over a stand-in, with one client per worker. */
async function start(options: StandinOptions = {}, env: Readonly<Record<string, string>> = {}): Promise<Played> {
  const standin = await startStandin(options)
  onTestFinished(() => standin.close())
  const crowd = await startCrowd({ UPSTREAM_GATEWAY: standin.url, ...env })
  // It asks t.me once after its start.
  await vi.waitFor(() => expect(standin.asked().some(({ answer }) => answer === '200')).toBe(true))
  const [one, other] = await crowd.clients()
  if (!one || !other) throw new Error('two workers were expected')
  return { ...crowd, standin, one, other }
}

const slowly = { medianMs: 400, p95Ms: 401, hangShare: 0, errorShare: 0, errors: [] }
const list = '/api/v1/sources/baidu'
const search = '/api/search?kw=%E7%BA%B8%E9%B9%A4&src=tg&channels=demo_share,demo_other'
const batch = '/api/v1/batch?sources=zhihu,ithome,hackernews'
const allowPath = '/api/v1/security/ip-whitelist'

/** Asks until the worker answers from its own cache. */
async function warm(client: PinnedClient, target: string): Promise<void> {
  for (let at = 0; at < 2; at += 1) expect((await client.ask(target)).status).toBe(200)
}

describe('the upstreams', () => {
  test('are asked once for the same thing, however many ask both workers for it at once', async () => {
    const { standin, clients } = await start()
    const many = await clients(10)
    standin.setWeather(slowly)
    for (const target of [search, `${search}&refresh=true`, list, `${list}?force=true`, batch]) {
      const before = standin.asked().length
      const answers = await Promise.all(many.map((client) => client.ask(target)))
      expect(answers.map(({ status }) => status)).toEqual(many.map(() => 200))
      const urls = standin
        .asked()
        .slice(before)
        .map(({ upstreamUrl }) => upstreamUrl)
      expect(urls.length).toBeGreaterThan(0)
      expect(urls.toSorted(), target).toEqual([...new Set(urls)].sort())
    }
  })

  test('are left alone once the client at a worker has left', async () => {
    const { standin, one } = await start()
    standin.setFaults({ kind: 'hang', match: 'leaving' })
    const leaving = new AbortController()
    const asked = one.ask('/api/search?kw=leaving&src=tg&channels=demo_share&refresh=true', { signal: leaving.signal })
    const waiting = () => standin.asked().filter(({ upstreamUrl }) => upstreamUrl.includes('leaving'))
    await vi.waitFor(() => expect(waiting().length).toBe(1))
    leaving.abort()
    await expect(asked).rejects.toThrow('aborted')
    // The log shows the request as aborted, so the main process has been notified.
    const logged = async () => String((await one.ask('/api/v1/logs?limit=50')).body)
    await vi.waitFor(async () => expect(await logged()).toContain('"left":true'))
  })
})

test('what one worker was told to ask anew, no worker answers the older of', async () => {
  const ids = ['baidu', 'zhihu', 'ithome', 'hackernews', 'thepaper', 'toutiao', 'tieba', 'douban', 'juejin', 'solidot']
  const { standin, one, other } = await start({ lists: 'growing' })
  const dataOf = ({ body }: { body: Buffer }) => JSON.stringify(JSON.parse(String(body)).data)
  let changed = 0
  for (const [at, id] of ids.entries()) {
    const target = `/api/v1/sources/${id}`
    const before = dataOf(await other.ask(target))
    await warm(other, target)
    standin.setStep(100 * (at + 1))
    const forced = dataOf(await one.ask(`${target}?force=true`))
    expect(dataOf(await other.ask(target)), id).toBe(forced)
    if (forced !== before) changed += 1
  }
  expect(changed).toBeGreaterThan(5)
})

describe('figures', () => {
  test('add up to what was answered, whoever answered it, and are the same whoever is asked for them', async () => {
    const { one, other } = await start()
    const clients = [one, other]
    for (const client of clients) {
      for (let at = 0; at < 50; at += 1) expect((await client.ask(list)).status).toBe(200)
      for (let at = 0; at < 5; at += 1) expect((await client.ask('/api/v1/sources/nobody')).status).toBe(404)
    }
    const { headers } = await one.ask(list)
    const held = await other.ask(list, { headers: { 'if-none-match': String(headers.etag) } })
    expect([held.status, held.body.length]).toEqual([304, 0])

    const counted = async (client: PinnedClient) =>
      String((await client.ask('/metrics')).body).match(/^trawl_request_seconds_count.*sources\/:id.*$/gm)
    const labels = (status: number, count: number) =>
      `trawl_request_seconds_count{route="/api/v1/sources/:id",method="GET",status="${status}"} ${count}`
    await vi.waitFor(async () =>
      expect((await counted(one))?.toSorted()).toEqual([labels(200, 101), labels(304, 1), labels(404, 10)]),
    )
    expect(await counted(other)).toEqual(await counted(one))
    const asks = String((await other.ask('/metrics')).body)
    expect(asks).toContain('trawl_asks_total{outcome="cached"} 101')

    const detailed = async (client: PinnedClient) =>
      JSON.parse(String((await client.ask('/api/v1/metrics?detailed=true')).body)).summary.totalRequests
    const [first, second] = [await detailed(one), await detailed(other)]
    expect(second).toBe(first + 1)
    const logged = String((await other.ask('/api/v1/logs?limit=200&path=/api/v1/sources/')).body)
    expect(logged.match(/"requestId"/g)?.length).toBe(112)
  })
})

test('a change of the allow list holds at all workers once it is answered', async () => {
  const { one, other } = await start({}, { ADMIN_TOKEN: 'correct-horse-battery' })
  const headers = { authorization: 'Bearer correct-horse-battery' }
  await warm(other, list)
  for (let at = 0; at < 20; at += 1) {
    const asking = { headers, body: '{"ip":"10.0.0.1"}' }
    expect((await one.ask(allowPath, { method: 'POST', ...asking })).status).toBe(200)
    const refused = await other.ask(list)
    expect([refused.status, String(refused.body)]).toEqual([
      403,
      expect.stringContaining('127.0.0.1 is not on the allow list'),
    ])
    expect((await one.ask(allowPath, { method: 'DELETE', ...asking })).status).toBe(200)
    expect((await other.ask(list)).status).toBe(200)
  }
})

test('a worker answers what it has although the main process is busy, and the rest when it is busy no more', async () => {
  const { program, one, other } = await start()
  for (const client of [one, other]) await warm(client, list)
  process.kill(program.pid, 'SIGSTOP')
  const waiting = other.ask('/livez')
  expect((await one.ask(list)).status).toBe(200)
  process.kill(program.pid, 'SIGCONT')
  expect((await waiting).status).toBe(200)
})

describe('a worker that is killed', () => {
  test('is replaced, and meanwhile nobody gets a wrong answer', async () => {
    const { program, pids, one, other, port, clients } = await start()
    await warm(one, list)
    const right = String((await other.ask(list)).body)
    const before = pids()
    process.kill(one.pid, 'SIGKILL')
    let isOver = false
    const asking = (async () => {
      for (let asked = 1; ; asked += 1) {
        const answer = await fetch(`http://127.0.0.1:${port}${list}`).catch(() => undefined)
        if (answer) expect([answer.status, await answer.text()]).toEqual([200, right])
        if (isOver) return asked
      }
    })()
    await program.says(/a worker exited \(SIGKILL\); starting another/)
    await vi.waitFor(() => expect(pids().filter((pid) => !before.includes(pid)).length).toBe(1))
    const [first, second] = await clients()
    expect(String((await first?.ask(list))?.body)).toBe(right)
    expect(String((await second?.ask(list))?.body)).toBe(right)
    isOver = true
    expect(await asking).toBeGreaterThan(1)
  })

  test('leaves the port to be taken up again even when nobody is left who has it', async () => {
    const { pids, port, clients } = await start()
    const before = pids()
    for (const pid of before) process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(pids().filter((pid) => !before.includes(pid)).length).toBe(2), { timeout: 10_000 })
    for (const client of await clients()) expect((await client.ask('/livez')).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200)
  })
})

describe('a stream', () => {
  const stream = '/api/v1/stream?sources=baidu,zhihu,ithome'

  test('comes through a worker as it is made', async () => {
    const { standin, one } = await start()
    standin.setFaults({ kind: 'hang', match: 'zhihu' })
    const answer = await one.open(stream, { headers: { accept: 'text/event-stream' } })
    const pieces = answer.iterator({ destroyOnReturn: false })
    let came = ''
    while (!came.includes('"sourceId":"baidu"') || !came.includes('"sourceId":"ithome"')) {
      const piece = await pieces.next()
      came += String(piece.value)
    }
    expect(came).not.toContain('event: end')
    answer.destroy()
  })

  test.each([
    ['SIGTERM, which the main process gets', 'SIGTERM', () => []],
    ['Ctrl+C, which a terminal tells all processes', 'SIGINT', (workers: number[]) => workers],
  ] as const)('is finished on %s, and then all processes end', async (_what, signal, alsoTold) => {
    const { program, standin, one, other, pids, folder, clients } = await start()
    standin.setWeather(slowly)
    const workers = pids()
    const streams = await Promise.all([one, other].map((client) => client.open(`${stream}&delay=200&chunkSize=1`)))
    const [late] = await clients()
    for (const pid of [...alsoTold(workers), program.pid]) process.kill(pid, signal)
    await vi.waitFor(async () => expect((await late?.ask('/readyz'))?.status).toBe(503))
    for (const answer of streams) expect((await text(answer)).trim().split('\n').length).toBeGreaterThan(3)
    expect(await program.ended).toBe(0)
    expect(workers.filter(isRunning)).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })
})

test('a port that is taken is told in the words in which one process tells it', async () => {
  const { port, standin } = await start()
  const told = async (workers: string) => {
    const env = { UPSTREAM_GATEWAY: standin.url, HOST: '127.0.0.1', PORT: `${port}`, WORKERS: workers }
    const program = run('src/main.ts', [], env)
    expect(await program.ended).toBe(1)
    return program.output().replaceAll(/"time":\d+/g, '')
  }
  expect(await told('2')).toBe(await told('1'))
  expect(await told('2')).toContain('set PORT to a free one')
})

test('when the main process is killed nothing of it is left', async () => {
  const { program, pids, folder } = await start()
  const workers = pids()
  program.signal('SIGKILL')
  await program.ended
  await vi.waitFor(() => expect(workers.filter(isRunning)).toEqual([]))
  expect(readdirSync(folder)).toEqual([])
})

describe('who may ask is the same at every worker', () => {
  const stranger = { host: 'trawl.example' }

  test('a client that has asked one worker too often has to wait at all of them, and how long is said', async () => {
    const { one, other } = await start({}, { RATE_LIMITS: '*=20/h' })
    await warm(one, list)
    await warm(other, list)
    const ask = async (client: PinnedClient) => (await client.ask(list, { headers: stranger })).status
    // The main process counts a worker's own answers with a delay, so a few more may pass.
    await vi.waitFor(async () => expect(await ask(one)).toBe(429), { interval: 5 })
    await vi.waitFor(async () => expect(await ask(other)).toBe(429), { interval: 5 })
    const refused = await other.ask(list, { headers: stranger })
    expect(refused.headers).toMatchObject({ 'ratelimit-remaining': '0', 'retry-after': expect.stringMatching(/^\d+$/) })
    expect((await other.ask(list)).status).toBe(200)
  })

  test('a rate holds in a flood, but for what is answered before the main process has heard of it', async () => {
    const { one } = await start({}, { RATE_LIMITS: '*=600/min' })
    await warm(one, list)
    const ask = async () => (await one.ask(list, { headers: stranger })).status
    let letIn = 0
    while ((await ask()) === 200 && letIn < 10_000) letIn += 1
    expect(letIn).toBeLessThan(10_000)
    const later: number[] = []
    for (const until = performance.now() + 2_500; performance.now() < until; ) later.push(await ask())
    // One request per 100 ms becomes available, and requests that arrive before the main process has counted may pass:
    // few, unless the machine is busy.
    const allowed = 25 + later.length / 3
    expect(later.filter((status) => status === 200).length).toBeLessThan(allowed)
  })

  test('a key opens what a worker has ready, and nothing else does', async () => {
    const key = encodeKey(Buffer.alloc(32, 7))
    const { program, one, other } = await start({}, { API_KEYS: `bot:${hashKey(key)}` })
    const headers = { 'x-api-key': key }
    const ask = async (client: PinnedClient, sent: Record<string, string>) => {
      const { status, headers: told } = await client.ask(list, { headers: sent })
      return [status, told['x-cache']]
    }
    for (const client of [one, other]) {
      await ask(client, headers)
      await ask(client, headers)
    }
    expect(await ask(one, {})).toEqual([401, undefined])
    expect(await ask(one, { 'x-api-key': encodeKey(Buffer.alloc(32, 8)) })).toEqual([401, undefined])
    process.kill(program.pid, 'SIGSTOP')
    expect(await Promise.all([ask(one, headers), ask(other, headers)])).toEqual([
      [200, 'HIT'],
      [200, 'HIT'],
    ])
    process.kill(program.pid, 'SIGCONT')
  })

  test('what a proxy forwards is believed by a worker as by the main process, only where the proxy is named', async () => {
    const named = await start({}, { TRUST_PROXY: 'loopback', ADMIN_TOKEN: 'correct-horse-battery' })
    const headers = { authorization: 'Bearer correct-horse-battery' }
    await warm(named.one, list)
    await named.other.ask(allowPath, { method: 'POST', headers, body: '{"ip":"192.0.2.1"}' })
    const from = async (address: string) =>
      (await named.one.ask(list, { headers: { ...stranger, 'x-forwarded-for': address } })).status
    expect([await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.1, 192.0.2.2')]).toEqual([
      200, 403, 403,
    ])
  })
})
