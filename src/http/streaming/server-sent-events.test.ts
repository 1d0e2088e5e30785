// Tests of server-sent events on a real connection: order, heartbeats, and stopping on disconnect.
import { connect } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listen, testApp } from '../../../test/contract/app-parts.ts'
import type { SearchEvent } from '../../search/pipeline/answer.ts'

const start: SearchEvent = { event: 'start', data: { sources: ['tg:alpha'] } }
const meta = { complete: true, sources: { asked: 1, answered: 1, failed: 0, pending: 0 } }
const end: SearchEvent = { event: 'end', data: { ...meta, took_ms: 5 } }

afterEach(() => void vi.useRealTimers())

function appOf(events: (request: unknown, signal: AbortSignal) => AsyncGenerator<SearchEvent>) {
  const { app, lines } = testApp({ search: { events } })
  onTestFinished(() => app.close())
  return { app, lines }
}

/** An app whose stream has a start, and its end once the gate is open. */
function gatedApp() {
  const gate = Promise.withResolvers<void>()
  const { app } = appOf(async function* () {
    yield start
    await gate.promise
    yield end
  })
  return { app, gate }
}

async function* given(...events: SearchEvent[]): AsyncGenerator<SearchEvent> {
  yield* events
}

describe('a stream of events', () => {
  it('names each event, gives the last an id, and may be read from anywhere and kept by nobody', async () => {
    const { app } = appOf(() => given(start, end))
    const { statusCode, headers, body } = await app.inject('/api/search/stream?kw=a')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    expect(body).toBe(
      'event: start\ndata: {"sources":["tg:alpha"]}\n\n' +
        'event: end\nid: end\ndata: {"complete":true,"sources":{"asked":1,"answered":1,"failed":0,"pending":0},"took_ms":5}\n\n',
    )
  })

  it('puts each event on the wire when it is there', async () => {
    const { app, gate } = gatedApp()
    const port = await listen(app)
    const response = await fetch(`http://127.0.0.1:${port}/api/search/stream?kw=a`)
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('event: start')
    gate.resolve()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('event: end')
  })

  it('gives a sign of life every 15 seconds in which nothing happens', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { app, gate } = gatedApp()
    const answer = app.inject('/api/search/stream?kw=a')
    await vi.advanceTimersByTimeAsync(31_000)
    gate.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect((await answer).body).toMatch(/^event: start\n.*\n\n:\n\n:\n\nevent: end\n/)
  })

  it('is compressed for clients that accept it, each event and sign of life on its own', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { app, gate } = gatedApp()
    const response = await fetch(`http://127.0.0.1:${await listen(app)}/api/search/stream?kw=a`, {
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    const reader = response.body?.getReader()
    const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString()
    expect(await next()).toBe('event: start\ndata: {"sources":["tg:alpha"]}\n\n')
    await vi.advanceTimersByTimeAsync(16_000)
    expect(await next()).toBe(':\n\n')
    gate.resolve()
    expect(await next()).toContain('event: end')
    expect(await reader?.read()).toMatchObject({ done: true })
  })

  it.each([undefined, 'identity', 'br', 'gzip;q=0'])('is not compressed for “%s”', async (accepted) => {
    const { app } = appOf(() => given(start, end))
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const answer = await app.inject({ url: '/api/search/stream?kw=a', headers })
    expect(answer.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.body).toContain('event: end')
  })

  it.each(['identity', 'gzip'])('tells the work when its client leaves, in %s', async (encoding) => {
    const left = Promise.withResolvers<void>()
    const { app } = appOf(async function* (_request, signal) {
      yield start
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      left.resolve()
    })
    const socket = connect(await listen(app), '127.0.0.1')
    socket.write(`GET /api/search/stream?kw=a HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await left.promise
  })

  it('ends with an error in place of the end when the fault is ours, which the log hears of', async () => {
    const { app, lines } = appOf(async function* () {
      yield start
      throw new TypeError('a bug')
    })
    const { body } = await app.inject('/api/search/stream?kw=a')
    expect(body).toMatch(
      /event: start\n.*\n\nevent: error\nid: end\ndata: \{"code":500,"message":"internal error"\}\n\n$/,
    )
    expect(body).not.toContain('a bug')
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ err: { message: 'a bug' } }])
  })

  it('is refused as a search is, before it begins', async () => {
    const { app } = appOf(() => given(start, end))
    const { statusCode, headers, body } = await app.inject('/api/search/stream?kw=')
    expect(statusCode).toBe(400)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body)).toMatchObject({ code: 400, message: expect.stringContaining('kw') })
  })

  it('is not searched for when only its head is wanted, or a browser comes again after the end', async () => {
    const { app } = appOf(() => {
      throw new Error('should not be searched for')
    })
    const head = await app.inject({ method: 'HEAD', url: '/api/search/stream?kw=a' })
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ])
    const again = await app.inject({ url: '/api/search/stream?kw=a', headers: { 'last-event-id': 'end' } })
    expect([again.statusCode, again.body]).toEqual([204, ''])
  })
})
