// Tests every fault over HTTP with a raw client.
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { askRaw } from '../test/kit/standin.ts'
import { type Standin, startStandin } from './server.ts'

const upstream = 'https://t.me/s/demo_share?q=%E7%BA%B8%E9%B9%A4'
let standin: Standin

beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
beforeEach(() => standin.setFaults())

function ask(headers: Record<string, string> = {}, limits: Parameters<typeof askRaw>[2] = {}) {
  return askRaw(`${standin.url}/s/demo_share?q=%E7%BA%B8%E9%B9%A4`, { 'x-upstream-url': upstream, ...headers }, limits)
}

async function fair(): Promise<string> {
  return (await ask()).body.toString()
}

test.each([
  ['500', 500],
  ['502', 502],
  ['503', 503],
  ['504', 504],
  ['429', 429],
  ['429-retry-after', 429],
  ['challenge-403', 403],
  ['challenge-503', 503],
  ['challenge-200', 200],
] as const)('fault %s answers with status %i', async (kind, status) => {
  standin.setFaults({ kind, amount: 7 })
  const { headers, body, ...received } = await ask()
  expect(received).toEqual({ status, ending: 'end' })
  expect(headers['retry-after']).toBe(kind === '429-retry-after' ? '7' : undefined)
  expect(body.includes('<title>Just a moment...</title>')).toBe(kind.startsWith('challenge'))
})

test('shell is a page of about 20 KB without a class of a channel page', async () => {
  standin.setFaults({ kind: 'shell' })
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(Math.abs(body.length - 20_000)).toBeLessThan(2000)
  expect(body.toString()).not.toContain('tgme_')
})

test('no-posts looks like a search without hits', async () => {
  standin.setFaults({ kind: 'no-posts' })
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(body.toString()).toContain('<div class="tme_no_messages_found">No posts found</div>')
  expect(body.toString()).not.toContain('data-post=')
})

test('reset ends the connection without an answer', async () => {
  standin.setFaults({ kind: 'reset' })
  expect(await ask()).toMatchObject({ status: 0, ending: 'ECONNRESET' })
})

test('hang accepts the request and sends nothing', async () => {
  standin.setFaults({ kind: 'hang' })
  expect(await ask({}, { patienceMs: 300 })).toMatchObject({ status: 0, ending: 'left' })
})

test('slow-start sends the whole page, later', async () => {
  const page = await fair()
  standin.setFaults({ kind: 'slow-start', amount: 250 })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const received = await ask()
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(250)
  expect(received.body.toString()).toBe(page)
})

test('slow-drip starts at once and sends AMOUNT bytes a second', async () => {
  const page = await fair()
  const timers = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => timers.mockRestore())
  standin.setFaults({ kind: 'slow-drip', amount: 20_000 })
  const { status, body, ending } = await ask({}, { bytes: 2_500 })
  expect([status, ending]).toEqual([200, 'left'])
  // A thousand bytes every 50 ms.
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(50)
  expect(body.length % 1_000).toBe(0)
  expect(body.length).toBeLessThan(page.length)
})

test('half declares the full length and sends half of it', async () => {
  const page = await fair()
  standin.setFaults({ kind: 'half' })
  const { status, headers, body, ending } = await ask()
  expect(status).toBe(200)
  expect(headers['content-length']).toBe(String(Buffer.byteLength(page)))
  expect(body.length).toBe(Buffer.byteLength(page) >> 1)
  expect(ending).toBe('ECONNRESET')
})

test('truncated sends half of the page as a complete response', async () => {
  const page = await fair()
  standin.setFaults({ kind: 'truncated' })
  const { body, ending } = await ask()
  expect([ending, body.toString()]).toEqual(['end', page.slice(0, page.length >> 1)])
})

test('garbage is not text', async () => {
  standin.setFaults({ kind: 'garbage', amount: 3000 })
  const { status, body } = await ask()
  expect([status, body.length]).toEqual([200, 3000])
  expect(body.toString()).toContain('\ufffd')
  expect(new Set(body).size).toBe(256)
})

test('declares-gbk says gbk and sends UTF-8, sends-gbk the reverse', async () => {
  const page = await fair()
  standin.setFaults({ kind: 'declares-gbk' })
  const declared = await ask()
  expect(declared.headers['content-type']).toBe('text/html; charset=gbk')
  expect(declared.body.toString()).toBe(page)
  standin.setFaults({ kind: 'sends-gbk' })
  const sent = await ask()
  expect(sent.headers['content-type']).toBe('text/html; charset=utf-8')
  const read = new TextDecoder('gbk').decode(sent.body)
  expect(read.replaceAll(/&#(\d{4,6});/g, (_, code) => String.fromCodePoint(Number(code)))).toBe(page)
})

test('huge sends AMOUNT MB, and stops when the client disconnects', async () => {
  standin.setFaults({ kind: 'huge', amount: 3 })
  const whole = await ask()
  expect([whole.ending, whole.body.length]).toEqual(['end', 3 * 1024 * 1024])
  standin.setFaults({ kind: 'huge', amount: 500 })
  const left = await ask({}, { bytes: 1_000_000 })
  expect(left.ending).toBe('left')
  expect(left.body.length).toBeLessThan(3_000_000)
})

test('bomb is small on the wire and huge when opened, with a checksum that holds', async () => {
  standin.setFaults({ kind: 'bomb', amount: 64 })
  const { headers, body } = await ask()
  expect(headers['content-encoding']).toBe('gzip')
  expect(body.length).toBeLessThan(100_000)
  expect(gunzipSync(body).length).toBe(64 * 1024 * 1024)
})

test('endless begins like the page and does not end by itself', async () => {
  const page = await fair()
  standin.setFaults({ kind: 'endless' })
  const { body, ending } = await ask({}, { bytes: 3 * Buffer.byteLength(page) })
  expect(ending).toBe('left')
  expect(body.toString().startsWith(page.slice(0, 1000))).toBe(true)
  expect(body.toString()).toContain('<!-- and so on -->')
})
