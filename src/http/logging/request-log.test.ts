// Tests of the request log.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/contract/app-parts.ts'
import { createLog } from '../../observability/log.ts'
import { createLogBuffer } from '../../observability/log-buffer.ts'
import { createRequestLog } from './request-log.ts'

async function logged(url: string, ms: number) {
  const times = [1_000, 1_000 + ms]
  const { app, lines } = testApp({ monotonicMs: () => times.shift() ?? 0 })
  await app.inject({ url, headers: { 'x-request-id': 'abc' } })
  return lines
}

/** The lines of a finished request. */
function linesOf(request: object) {
  const lines: unknown[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const { note } = createRequestLog({ log, monotonicMs: () => 0, onFinished: () => undefined })
  const sent = { requestId: 'a', method: 'GET', target: '/x', route: '/x', address: '192.0.2.1' }
  note({ ...sent, status: 200, tookMs: 5, bytes: 0, ...request })
  return lines
}

test('an ordinary request is one line for those who debug, without what was searched for and with the network of its client only', async () => {
  const lines = await logged('/api/search?kw=secret', 999.4)
  expect(lines).toEqual([
    {
      level: 20,
      time: expect.anything(),
      requestId: 'abc',
      method: 'GET',
      path: '/api/search',
      route: '/api/search',
      status: 200,
      ms: 999,
      bytes: 152,
      ip: '127.0.0.0/24',
      msg: 'request',
    },
  ])
})

test.each([
  ['/api/v1/works/film%3Asecret', '/api/v1/works/:key'],
  ['/api/v1/watches/secret/events?limit=5', '/api/v1/watches/:name/events'],
  ['/feeds/watch/secret.rss?token=secret', '/feeds/watch/:name.:format'],
])('the line of %s has the path of its route instead of the words in it', (target, route) => {
  expect(linesOf({ target, route })).toMatchObject([{ path: route }])
  expect(JSON.stringify(linesOf({ target, route }))).not.toContain('secret')
})

test('a request that took longer than any should is for everybody, one that was a mistake of its sender is not', async () => {
  expect(await logged('/api/search?kw=a', 35_000)).toMatchObject([{ level: 30, status: 200, ms: 35_000 }])
  expect(await logged('/api/search?kw=a', 34_000)).toMatchObject([{ level: 20, status: 200, ms: 34_000 }])
  expect(await logged('/api/search', 5)).toMatchObject([{ level: 20, status: 400, ms: 5 }])
})

test.each([
  [500, 30],
  [502, 30],
  [503, 20],
  [429, 20],
  [499, 20],
])('a request that ended with %i is logged at %i', (status, level) => {
  expect(linesOf({ status })).toMatchObject([{ level, status }])
})

test('a path no route takes has the route of all such paths, a path that is none too', async () => {
  expect(await logged('/nowhere', 1)).toMatchObject([{ path: '/nowhere', route: 'unrouted', status: 404 }])
  expect(await logged('/%zz', 1)).toMatchObject([{ path: '/%zz', route: 'unrouted', status: 400 }])
})

test('a path is logged at most 100 characters long, without control characters', async () => {
  const [line] = await logged(`/${'x'.repeat(300)}`, 1)
  expect(line?.path).toBe(`/${'x'.repeat(98)}…`)
})

/** Logs this many requests at each of these times; returns the readable lines, oldest first. */
async function noted(requests: number, times: readonly number[]) {
  const ring = createLogBuffer()
  const clock = { at: 0 }
  const { note } = createRequestLog({
    log: (await createLog('silent', false)).log,
    monotonicMs: () => 0,
    onFinished: () => undefined,
    bufferedOnly: { write: ring.write, epochMs: () => clock.at },
  })
  const one = { requestId: 'abc', method: 'GET', target: '/api/search?kw=secret', route: '/api/search' }
  for (const at of times) {
    clock.at = at
    for (let count = 0; count < requests; count += 1)
      note({ ...one, status: 200, tookMs: 1.4, bytes: 7, address: '192.0.2.77' })
  }
  return ring.read({ limit: 1_000 }).toReversed()
}

test('where the log shows no ordinary requests they can still be read about, as the log would tell it', async () => {
  expect(await noted(1, [5_000])).toEqual([
    {
      time: 5_000,
      level: 'debug',
      message: 'request',
      requestId: 'abc',
      method: 'GET',
      path: '/api/search',
      route: '/api/search',
      status: 200,
      ms: 1,
      bytes: 7,
      ip: '192.0.2.0/24',
    },
  ])
})

test('of a flood of ordinary requests 200 a second have a line, and one line says how many have none', async () => {
  const lines = await noted(203, [5_000, 5_999, 6_000])
  const messages = Map.groupBy(lines, ({ message, time }) => `${time} ${message}`)
  expect(new Map([...messages].map(([message, { length }]) => [message, length]))).toEqual(
    new Map([
      ['5000 request', 200],
      ['6000 206 more requests were not logged one by one', 1],
      ['6000 request', 200],
    ]),
  )
})
