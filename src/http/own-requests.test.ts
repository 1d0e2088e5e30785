// Tests requests of the service to itself: whose they are, how they count, and how they end.
import fastify, { type FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { createOwnSender, type SendOwn } from './own-requests.ts'

const own = { isIncluded: false, route: '/other' }

/** An app whose route `/outer` sends requests to it; `received` are the requests of its other routes, `counted` how they count. */
function appOf(use: (send: SendOwn) => Promise<unknown>) {
  const received: FastifyRequest[] = []
  const counted: unknown[] = []
  const runOwn = <Result>(own: object, send: () => Result): Result => {
    counted.push(own)
    return send()
  }
  const app = fastify()
  app.get('/outer', async (request) => use(createOwnSender(app, request, { runOwn })))
  app.all('/api/*', async (request) => {
    received.push(request)
    return {}
  })
  return { app, received, counted }
}

describe('a request of the service to itself', () => {
  it('has the address and the credentials of its sender, and nothing that describes the message', async () => {
    const { app, received, counted } = appOf((send) =>
      send('/api/check/links', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }, own),
    )
    const identity = { authorization: 'Bearer key', 'x-forwarded-for': '192.0.2.1', host: 'trawl.example.org' }
    const message = { 'accept-encoding': 'gzip', 'if-none-match': '*', 'mcp-session-id': 'a', 'last-event-id': 'end' }
    const headers = { ...identity, ...message, via: '1.1 proxy' }
    await app.inject({ url: '/outer', headers, remoteAddress: '203.0.113.9' })
    const [sent] = received
    expect(sent?.raw.socket.remoteAddress).toBe('203.0.113.9')
    expect(sent?.headers).toMatchObject({ ...identity, via: '1.1 proxy', 'content-type': 'application/json' })
    for (const name of Object.keys(message)) expect(sent?.headers).not.toHaveProperty(name)
    expect(sent?.body).toEqual({})
    expect(counted).toEqual([own])
  })

  it('is not one of this machine when its sender has left', async () => {
    const { app, received } = appOf((send) => send('/api/a', {}, own))
    app.addHook('onRequest', async ({ raw, url }) => {
      if (url === '/outer') Object.assign(raw.socket, { remoteAddress: undefined })
    })
    await app.inject('/outer')
    expect(received[0]?.raw.socket.remoteAddress).toBe('unknown')
  })

  it('is one of a proxy when its sender speaks HTTP/1.0', async () => {
    const { app, received } = appOf((send) => send('/api/a', {}, own))
    app.addHook('onRequest', async ({ raw, url }) => {
      if (url === '/outer') raw.httpVersion = '1.0'
    })
    await app.inject('/outer')
    expect(received[0]?.headers.via).toBe('1.0 proxy')
  })
})

it('a request is answered while a shutdown waits for the call', async () => {
  const { app, received } = appOf(async (send) => {
    void app.close()
    await send('/api/a', {}, own)
  })
  expect((await app.inject('/outer')).statusCode).toBe(200)
  expect(received).toHaveLength(1)
})

it('a request that is cancelled closes its response, before the headers and after', async () => {
  const leaving = new AbortController()
  const closed: string[] = []
  const { app } = appOf(async (send) => {
    const options = { signal: leaving.signal }
    const stream = send('/api/stream', options, own).then((response) => response.text())
    return Promise.allSettled([send('/api/hangs', options, own), stream])
  })
  app.addHook('onRequest', async ({ url }, { raw }) => void raw.once('close', () => closed.push(url)))
  app.get('/api/hangs', () => new Promise(() => undefined))
  app.get('/api/stream', (_request, reply) => {
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.hijack()
    setImmediate(() => leaving.abort(new Error('cancelled')))
  })
  const { body } = await app.inject('/outer')
  expect(body).not.toContain('fulfilled')
  await vi.waitFor(() => expect(closed).toEqual(expect.arrayContaining(['/api/hangs', '/api/stream'])))
})
