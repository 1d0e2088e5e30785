// Tests of forwarding between listening servers.
import { mkdtempSync, rmSync } from 'node:fs'
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPrimaryProxy } from './primary-proxy.ts'

function serve(listener: RequestListener, where: string | number): Promise<Server> {
  const server = createServer(listener)
  onTestFinished(() => void server.close().closeAllConnections())
  return new Promise((resolve) => server.listen(where, () => resolve(server)))
}

/** A server that forwards everything to a socket, on which `main` starts to listen when called. */
async function start(epochMs: () => number = () => 0) {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-hand-on-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const socketPath = join(folder, 'main.sock')
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const failures: string[] = []
  const handOn = createPrimaryProxy({
    socketPath,
    agent,
    clientText: () => 'key 1.1 192.0.2.7',
    onResponse: () => undefined,
    onFailure(_request, response, error) {
      failures.push(error.message)
      response.writeHead(503).end('nobody')
    },
    monotonicMs: epochMs,
  })
  const server = await serve(handOn, 0)
  const bound = server.address()
  const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
  return { url, failures, main: (listener: RequestListener) => serve(listener, socketPath) }
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  void text(request).then((body) => response.end(JSON.stringify([request.method, request.url, request.headers, body])))
}

test('nothing but our own words is added to a request, and nothing of ours that a client sends gets through', async () => {
  const { url, main } = await start()
  await main(echo)
  const headers = {
    'X-Trawl-Client': 'mine',
    'X-Trawl-Ready': '{}',
    'X-Odd': 'ü',
    connection: 'close',
  }
  const answer = await fetch(`${url}/a%20b?c=d`, { method: 'POST', body: 'told', headers })
  const received = await answer.text()
  const sent = { 'x-trawl-client': 'key 1.1 192.0.2.7', 'x-odd': 'ü', 'content-length': '4' }
  expect(JSON.parse(received)).toEqual(['POST', '/a%20b?c=d', expect.objectContaining(sent), 'told'])
  expect(received).not.toContain('x-trawl-ready')
})

test('what is said to workers only does not get out', async () => {
  const { url, main } = await start()
  await main((_request, response) => response.setHeader('x-trawl-ready', '{}').setHeader('x-else', 'told').end())
  const { headers } = await fetch(url)
  expect([headers.get('x-trawl-ready'), headers.get('x-else')]).toEqual([null, 'told'])
})

test('a request waits for a main process that does not listen yet, with all of its body', async () => {
  const now = vi.fn(() => 0)
  const { url, main } = await start(now)
  const body = 'x'.repeat(50_000)
  const answer = fetch(url, { method: 'POST', body })
  // The clock is read before each attempt.
  await vi.waitFor(() => expect(now.mock.calls.length).toBeGreaterThan(3))
  await main(echo)
  expect(await (await answer).json()).toEqual(['POST', '/', expect.anything(), body])
})

test('nobody waits longer than five seconds for one that never does', async () => {
  const clock = { ms: 0 }
  const { url, failures } = await start(() => {
    clock.ms += 1_000
    return clock.ms
  })
  const answer = await fetch(url)
  expect([answer.status, await answer.text()]).toEqual([503, 'nobody'])
  expect(failures).toEqual([expect.stringContaining('ENOENT')])
})

test.each([
  ['GET', 2, 200],
  ['HEAD', 2, 200],
  ['POST', 1, 503],
])('a %s whose connection breaks is asked %i times', async (method, times, status) => {
  const { url, main } = await start()
  let asked = 0
  await main((request, response) => {
    asked += 1
    if (asked === 1) request.socket.destroy()
    else response.end()
  })
  expect((await fetch(url, { method })).status).toBe(status)
  expect(asked).toBe(times)
})

test('an answer that breaks off breaks off for the client too', async () => {
  const { url, main } = await start()
  await main((_request, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('half', () => response.destroy())
  })
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
})

test('a slow client holds up the sender, and one that leaves ends it', async () => {
  const { url, main } = await start()
  const state = { sent: 0, ended: false }
  await main((_request, response) => {
    const piece = Buffer.alloc(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(piece)) state.sent += piece.length
    }
    response.on('drain', more)
    response.on('close', () => {
      state.ended = true
    })
    more()
  })
  const leaving = new AbortController()
  const answer = await fetch(url, { signal: leaving.signal })
  const counts: number[] = []
  await vi.waitFor(() => {
    counts.push(state.sent)
    expect(counts.slice(-5).every((count) => count === state.sent)).toBe(true)
    expect(counts.length).toBeGreaterThan(5)
  })
  expect(state.ended).toBe(false)
  leaving.abort()
  await vi.waitFor(() => expect(state.ended).toBe(true))
  await expect(answer.text()).rejects.toThrow('aborted')
})
