// Tests of which requests the fast path answers and what it leaves to the framework, against a node:http server in the framework's place.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { exchange } from '../../../test/contract/app-parts.ts'
import { createCachedResponse } from './cached-response.ts'
import { createFastPath, installFastPath } from './fast-path.ts'

const cachedBody = '{"kw":"cached"}'

/** Starts a server whose cache has one POST; what is not cached gets the body that it sent. */
async function start(answer: (request: IncomingMessage, response: ServerResponse) => void = echo) {
  const response = createCachedResponse({ text: 'from the cache' }, 0)
  const find = vi.fn((_target: string, body?: Uint8Array) =>
    body && Buffer.from(body).toString() === cachedBody
      ? { response, route: '/api/search', label: 'search', until: 1 }
      : undefined,
  )
  const server = createServer(answer)
  const fastPath = createFastPath({
    responseCache: { find, encodingFor: () => 'identity' },
    authorize: () => [],
    defaultHeaders: {},
    chooseRequestId: () => 'made-here',
    onHit: () => undefined,
    inFlight: { isClosing: () => false, track: () => undefined },
    epochMs: () => 0,
    monotonicMs: () => 0,
  })
  installFastPath({ server }, fastPath)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return { port: address.port, find, server }
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray())
  response.end(`the framework read ${body.length} bytes: ${body.toString('latin1', 0, 30)}`)
}

function post(body: string, more = ''): string {
  return `POST /api/search HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
}

const last = 'Connection: close\r\n'

it('answers posted requests that follow each other on one connection, and passes on those between', async () => {
  const { port } = await start()
  const received = await exchange(port, post(cachedBody) + post('{"kw":"new"}') + post(cachedBody, last))
  expect(received.match(/from the cache|the framework read[^}]*}/g)).toEqual([
    'from the cache',
    'the framework read 12 bytes: {"kw":"new"}',
    'from the cache',
  ])
})

it('passes on a body of the largest size that is allowed', async () => {
  const { port } = await start()
  expect(await exchange(port, post('a'.repeat(64 * 1024), last))).toContain('read 65536 bytes: aaa')
})

it('passes on a body that arrives after its head, or in parts', async () => {
  const { port, find, server } = await start()
  const text = post(cachedBody, last)
  for (const cut of [text.indexOf('\r\n\r\n') + 4, text.length - 3]) {
    const asked = new Promise((resolve) => server.once('request', () => setImmediate(resolve)))
    const socket = connect(port, '127.0.0.1')
    socket.write(text.slice(0, cut))
    await asked
    socket.write(text.slice(cut))
    expect(Buffer.concat(await socket.toArray()).toString()).toContain(`read ${cachedBody.length} bytes`)
  }
  expect(find).not.toHaveBeenCalled()
})

it('shows the framework a request whose body never arrives', async () => {
  const aborted = Promise.withResolvers<boolean>()
  const { port } = await start((request) => {
    request.once('close', () => aborted.resolve(request.complete))
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(post(cachedBody).slice(0, -1), () => socket.destroySoon())
  expect(await aborted.promise).toBe(false)
})

it('does not block a connection whose posted bodies the framework leaves unread', async () => {
  const { port } = await start((_request, response) => void response.writeHead(401).end())
  const refused = post('b'.repeat(64 * 1024))
  const received = await exchange(port, refused + refused + post(cachedBody, last))
  expect(received.match(/ 401 |from the cache/g)).toEqual([' 401 ', ' 401 ', 'from the cache'])
})

it.each([
  [
    'a body in chunks',
    `POST / HTTP/1.1\r\nHost: x\r\n${last}Transfer-Encoding: chunked\r\n\r\nf\r\n${cachedBody}\r\n0\r\n\r\n`,
  ],
  ['an expectation', post(cachedBody, `${last}Expect: 100-continue\r\n`)],
  ['a GET with a body', post(cachedBody, last).replace('POST', 'GET')],
  ['a PUT', post(cachedBody, last).replace('POST', 'PUT')],
  ['a POST without a body', post('', last)],
  ['a header twice', post(cachedBody, `${last}If-None-Match: "a"\r\nif-none-match: "b"\r\n`)],
  ['two hosts', post(cachedBody, `${last}Host: y\r\n`)],
])('leaves %s to the framework', async (_what, bytes) => {
  const { port, find } = await start()
  expect(await exchange(port, bytes)).toContain('the framework read')
  expect(find).not.toHaveBeenCalled()
})

it('answers a client that sends nothing more after its request', async () => {
  const { port } = await start()
  const socket = connect(port, '127.0.0.1').end(post(cachedBody))
  expect(Buffer.concat(await socket.toArray()).toString()).toContain('from the cache')
})
