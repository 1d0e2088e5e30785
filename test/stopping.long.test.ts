// Tests stopping by an orchestrator or a user: the service as a process, stopped during work or ended by a bug.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { searchResponse } from '../src/contract/search.ts'
import { databaseAt, openDisk } from './kit/open-databases.ts'
import { type Program, run } from './kit/process.ts'

/** Plays every upstream: holds each request until it is released, then refuses it. */
async function startHolding() {
  const held = new Set<ServerResponse>()
  let isOpen = false
  const server = createServer((_request, response) => {
    if (isOpen) response.writeHead(404).end()
    else held.add(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const { port }: AddressInfo = Object.assign({ address: '', family: '', port: 0 }, server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    held,
    letGo() {
      isOpen = true
      for (const response of held) response.writeHead(404).end()
    },
  }
}

/** A service with one running search. */
async function startSearching(env: Readonly<Record<string, string>> = {}) {
  const upstreams = await startHolding()
  const service = run('src/main.ts', [], { HOST: '127.0.0.1', PORT: '0', UPSTREAM_GATEWAY: upstreams.url, ...env })
  const [, port = ''] = await service.says(/listens on http:\/\/127\.0\.0\.1:(\d+)/)
  const path = '/api/search?kw=x&src=tg&channels=held_one&ext={"deadline_ms":30000}'
  const before = upstreams.held.size
  const answer = fetch(`http://127.0.0.1:${port}${path}`)
  // In some tests the service ends before it answers.
  answer.catch(() => undefined)
  // The service checks by itself which upstreams are reachable, so one request more is held.
  await vi.waitFor(() => expect(upstreams.held.size).toBeGreaterThan(Math.max(1, before)))
  return { upstreams, service, port: Number(port), answer }
}

/** The error of new connections. */
function connecting(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve('let in')
    })
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  })
}

/** Repeats the signal until the process has ended; signals soon after the first count as one. */
async function insist({ signal, ended }: Program): Promise<number | null> {
  const timer = setInterval(() => signal('SIGTERM'), 100)
  try {
    return await ended
  } finally {
    clearInterval(timer)
  }
}

/** Node options that make a process fail by a bug on SIGUSR2. */
function failing(how: string): Record<string, string> {
  const code = `process.on('SIGUSR2', () => { ${how} })`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` }
}

describe('SIGTERM', () => {
  it('ends streams that are followed at once, without telling browsers not to come back', async () => {
    const upstreams = await startHolding()
    const env = { HOST: '127.0.0.1', PORT: '0', UPSTREAM_GATEWAY: upstreams.url }
    const service = run('src/main.ts', [], env)
    const [url = ''] = await service.says(/http:\/\/127\.0\.0\.1:\d+/)
    const headers = { accept: 'text/event-stream' }
    const response = await fetch(`${url}/api/v1/stream?sources=weibo,nobody&follow=1`, { headers })
    service.signal('SIGTERM')
    const text = await response.text()
    expect(text).toContain('"sourceId":"nobody"')
    expect(text).not.toContain('event: end')
    expect(await service.ended).toBe(0)
  })

  it('lets nobody in any more, finishes what is running, and ends with 0', async () => {
    const { upstreams, service, port, answer } = await startSearching()
    service.signal('SIGTERM')
    await service.says(/SIGTERM: finishing running requests/)
    await vi.waitFor(async () => expect(await connecting(port)).toBe('ECONNREFUSED'))
    upstreams.letGo()
    const { status, headers, json } = await answer.then(async (response) => ({
      ...pick(response),
      json: await response.json(),
    }))
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    expect(searchResponse.parse(json).meta.sources).toMatchObject({ asked: 1, failed: 1 })
    expect(await service.ended).toBe(0)
  })

  it('leaves what was learned on disk', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trawl-learned-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { upstreams, service, answer } = await startSearching({ DATA_DIR: folder })
    upstreams.letGo()
    await (await answer).text()
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const disk = await openDisk(databaseAt(folder, { answers: { maxBytes: 16_000_000 } }), { log, epochMs: Date.now })
    onTestFinished(() => disk.close())
    const learned = new TextDecoder().decode(await disk.readRecord('statistics.json'))
    expect(learned).toContain('tg:held_one')
  })

  it('a second time ends it at once, with 1', async () => {
    const { service } = await startSearching()
    expect(await insist(service)).toBe(1)
    expect(service.output()).toContain('send it again to stop immediately')
  })

  it('a second time ends it at once, with 1, although nobody can read its log any more', async () => {
    const { service } = await startSearching({ LOG_LEVEL: 'debug' })
    service.deafen()
    expect(await insist(service)).toBe(1)
  })
})

describe('a bug that nobody caught', () => {
  it.each([
    ['a promise', `Promise.reject(new Error('planted'))`],
    ['a timer', `setTimeout(() => { throw new Error('planted') })`],
  ])('in %s is logged with its stack and ends the process with 1', async (_where, how) => {
    const { service } = await startSearching(failing(how))
    service.signal('SIGUSR2')
    expect(await service.ended).toBe(1)
    expect(service.output()).toMatch(/"level":60.*planted\\n +at .*"msg":"cannot go on"/)
  })
})

it.each([
  ['is not of this machine', '203.0.113.9', /EADDRNOTAVAIL.*HOST must be an address of this machine/],
  ['does not resolve', 'nobody.invalid', /HOST does not resolve to an address/],
])('a HOST that %s stops the start with a sentence', async (_how, HOST, sentence) => {
  const service = run('src/main.ts', [], { HOST, PORT: '0', UPSTREAM_GATEWAY: 'http://127.0.0.1:1' })
  expect(await service.ended).toBe(1)
  expect(service.output()).toMatch(sentence)
  expect(service.output()).not.toContain('stack')
})

function pick({ status, headers }: Response) {
  return { status, headers }
}
