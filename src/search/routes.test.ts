// The search routes: parsed requests and responses.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { emptyAnswer, listen, testApp } from '../../test/contract/app-parts.ts'
import { healthResponse, type SearchRequest, searchResponse } from '../contract/search.ts'
import { RequestError } from '../http/errors.ts'

function recording() {
  const requests: SearchRequest[] = []
  const { app } = testApp({
    search: {
      answer: async (request) => {
        requests.push(request)
        return emptyAnswer
      },
    },
  })
  return { app, requests }
}

test('a query and a body that say the same reach the search the same', async () => {
  const { app, requests } = recording()
  const query = new URLSearchParams({
    kw: '速度 激情',
    channels: 'somechannel,other',
    conc: '20',
    refresh: 'True',
    res: 'merge',
    ext: '{"title_en":"Fast"}',
    filter: '{"include":["4K"]}',
  })
  const body = {
    kw: '速度 激情',
    channels: ['somechannel', 'other'],
    conc: 20,
    refresh: true,
    res: 'merge',
    ext: { title_en: 'Fast' },
    filter: { include: ['4K'] },
  }
  expect((await app.inject(`/api/search?${query}`)).statusCode).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/api/search', payload: body })).statusCode).toBe(200)
  expect(requests[0]).toEqual(requests[1])
  expect(requests[0]).toMatchObject({ kw: '速度 激情', channels: ['somechannel', 'other'], conc: 20, refresh: true })
})

test.each([
  ['application/x-www-form-urlencoded'],
  ['text/plain'],
  ['multipart/form-data'],
  ['application/json; charset=gbk'],
  [';'],
])('a JSON body sent as %s is read', async (type) => {
  const { app, requests } = recording()
  const payload = '{"kw":"a"}'
  const response = await app.inject({ method: 'POST', url: '/api/search', payload, headers: { 'content-type': type } })
  expect([response.statusCode, requests.length]).toEqual([200, 1])
})

test('an answer has its figures in headers and its body as the contract says', async () => {
  const answer = { ...emptyAnswer, cache: 'partial', ageMs: 61_999, tookMs: 12.345 } as const
  const response = await testApp({ search: { answer: async () => answer } }).app.inject('/api/search?kw=a')
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'server-timing': 'search;dur=12.3',
    'x-cache': 'PARTIAL',
    age: '61',
  })
  expect(searchResponse.parse(response.json())).toEqual(emptyAnswer.body)
})

test('HEAD answers the headers of GET and no body', async () => {
  const { app, requests } = recording()
  const get = await app.inject('/api/search?kw=a')
  const head = await app.inject({ method: 'HEAD', url: '/api/search?kw=a' })
  expect([head.statusCode, head.body, requests.length]).toEqual([200, '', 2])
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  expect(head.headers['x-cache']).toBe('MISS')
})

test('health is a bare object, and a slash at the end does no harm', async () => {
  const { app } = testApp()
  const response = await app.inject('/api/health/')
  expect(healthResponse.parse(response.json()).channels).toEqual(['somechannel'])
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect((await app.inject('/api/search/?kw=a')).statusCode).toBe(200)
})

test('a stream that there is no capacity for is refused by its status', async () => {
  const { app } = testApp({
    search: {
      events() {
        throw new RequestError(503, 'service: overloaded', { code: 'SERVICE_BUSY', headers: { 'retry-after': '6' } })
      },
    },
  })
  const { statusCode, headers } = await app.inject('/api/search/stream?kw=a')
  expect([statusCode, headers['retry-after'], headers['content-type']]).toEqual([
    503,
    '6',
    'application/json; charset=utf-8',
  ])
})

test('a client has at most 32 search streams, read or not, and another one when one has ended', async () => {
  const opened: AbortSignal[] = []
  let onOpened: () => void = () => undefined
  const { app } = testApp({
    search: {
      async *events(_request, signal) {
        opened.push(signal)
        onOpened()
        yield { event: 'start', data: { sources: [] } }
        await once(signal, 'abort')
      },
    },
  })
  onTestFinished(() => app.close())
  const port = await listen(app)
  const path = '/api/search/stream?kw=a'
  // A forwarded request is not a local one, so that it is limited.
  const headers = { 'x-real-ip': '203.0.113.9' }
  const open = async () => {
    const begun = Promise.withResolvers<void>()
    onOpened = begun.resolve
    const socket = connect(port, '127.0.0.1').pause()
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Real-IP: 203.0.113.9\r\n\r\n`)
    await begun.promise
    return socket
  }
  const unread: Socket[] = []
  for (let count = 0; count < 32; count += 1) unread.push(await open())
  const refused = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  const [first] = opened
  const ended = first && once(first, 'abort')
  unread[0]?.destroy()
  await ended
  await open()
  expect(opened).toHaveLength(33)
})
