// API client: requests sent, and errors for failed responses.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApiClient, ApiError, createApiClient, type RequestOptions } from './api-client.ts'

interface Sent {
  readonly path: string
  readonly init: RequestInit
}

/** A client with scripted responses; `sent` are the requests, `told` counts the calls of the 401 listener. */
function askingOf(
  answer: (sent: Sent) => Response | Promise<Response>,
  given: { pass?: string; isOnline?: boolean } = {},
) {
  const sent: Sent[] = []
  const listener = { refused: 0 }
  const asking = createApiClient({
    fetch: async (path, init = {}) => {
      sent.push({ path: String(path), init })
      return answer({ path: String(path), init })
    },
    credential: () => given.pass ?? '',
    isOnline: () => given.isOnline ?? true,
    onUnauthorized: () => {
      listener.refused += 1
    },
  })
  return { asking, sent, listener }
}

function headersOf(sent: Sent | undefined): Headers {
  return new Headers(sent?.init.headers)
}

async function errorOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`no AskError but ${String(error)}`)
  return error
}

function refusal(status: number, body: unknown = { message: 'said so' }, headers: HeadersInit = {}): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
}

describe('what is asked', () => {
  it('asks for JSON and gives it', async () => {
    const { asking, sent } = askingOf(() => Response.json({ count: 1 }))
    expect(await asking.json('/api/v1/health')).toEqual({ count: 1 })
    expect(sent[0]?.path).toBe('/api/v1/health')
    expect(headersOf(sent[0]).get('accept')).toBe('application/json')
    expect(headersOf(sent[0]).has('authorization')).toBe(false)
  })

  it('posts JSON', async () => {
    const { asking, sent } = askingOf(() => Response.json({}))
    await asking.post('/api/check/links', { items: [] })
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"items":[]}' })
    expect(headersOf(sent[0]).get('content-type')).toBe('application/json')
  })

  it('proves who asks by what the reader has, unless it is given something else or nothing', async () => {
    const { asking, sent } = askingOf(() => Response.json({}), { pass: 'kept' })
    await asking.json('/a')
    await asking.json('/a', { credential: 'tried' })
    await asking.json('/a', { credential: '' })
    expect(sent.map((one) => headersOf(one).get('authorization'))).toEqual(['Bearer kept', 'Bearer tried', null])
  })
})

describe('why no answer came', () => {
  it.each([
    [400, 'badRequest'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [413, 'badRequest'],
    [414, 'badRequest'],
    [429, 'rate'],
    [500, 'serverError'],
    [502, 'upstream'],
    [503, 'busy'],
    [504, 'upstream'],
    [418, 'serverError'],
  ] as const)('takes status %d for “%s”', async (status, expected) => {
    const { asking } = askingOf(() => refusal(status))
    expect(await errorOf(asking.json('/a'))).toMatchObject({ kind: expected, message: 'said so' })
  })

  it.each([
    [{ message: 'from a service' }, 'from a service'],
    [{ error: 'from a login' }, 'from a login'],
    [{ error: { message: 'inside' }, message: 'outside' }, 'outside'],
    [{ error: { message: 'inside only' } }, '500'],
    ['<html>a proxy’s page</html>', '500'],
    [null, '500'],
  ])('reads the sentence of %j', async (body, message) => {
    const { asking } = askingOf(() => refusal(500, body))
    expect((await errorOf(asking.json('/a'))).message).toBe(message)
  })

  it('knows how long to wait where the service says so in seconds', async () => {
    const waitFor = async (value?: string) => {
      const { asking } = askingOf(() => refusal(429, {}, value === undefined ? {} : { 'retry-after': value }))
      return (await errorOf(asking.json('/a'))).retryAfterS
    }
    expect([await waitFor('12'), await waitFor(), await waitFor('soon')]).toEqual([12, undefined, undefined])
  })

  it('tells a reader without a network from a service that is down', async () => {
    const disconnected = () => Promise.reject(new TypeError('Failed to fetch'))
    expect((await errorOf(askingOf(disconnected, { isOnline: false }).asking.json('/a'))).kind).toBe('offline')
    expect((await errorOf(askingOf(disconnected).asking.json('/a'))).kind).toBe('unreachable')
  })

  it('takes an answer that is no JSON, or breaks off, for none of the service', async () => {
    const { asking } = askingOf(() => new Response('<html>log in to this network</html>'))
    expect((await errorOf(asking.json('/a'))).kind).toBe('unreachable')
    expect((await errorOf(asking.post('/a', {}))).kind).toBe('unreachable')
  })

  it('rejects with the reason of the signal when nobody waits any more', async () => {
    const leaving = new AbortController()
    const reason = new Error('another search')
    const { asking, sent } = askingOf(() => {
      leaving.abort(reason)
      return Promise.reject(new DOMException('aborted', 'AbortError'))
    })
    await expect(asking.json('/a', { signal: leaving.signal })).rejects.toBe(reason)
    expect(sent[0]?.init.signal?.aborted).toBe(true)
  })

  it('sends nothing for who has left before', async () => {
    const { asking, sent } = askingOf(({ init }) => {
      init.signal?.throwIfAborted()
      return Response.json({})
    })
    await expect(asking.json('/a', { signal: AbortSignal.abort('gone') })).rejects.toBe('gone')
    expect(sent[0]?.init.signal?.aborted).toBe(true)
  })
})

describe('who asks', () => {
  const refusedBy = async (status: number, want?: RequestOptions) => {
    const { asking, listener } = askingOf(() => refusal(status))
    await errorOf(asking.json('/a', want))
    return listener.refused
  }

  it('is asked for once by an answer of 401', async () => {
    expect(await refusedBy(401)).toBe(1)
    expect(await refusedBy(403)).toBe(0)
  })

  it('is not asked for while something is tried, nor by what is asked again and again', async () => {
    expect(await refusedBy(401, { credential: 'tried' })).toBe(0)
    expect(await refusedBy(401, { credential: '' })).toBe(0)
    expect(await refusedBy(401, { isBackground: true })).toBe(0)
  })
})

/** A body that arrives in these chunks, and then ends or breaks. */
function bodyOf(pieces: readonly Uint8Array[], broken?: Error): Response {
  let next = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces[next]
      next += 1
      if (piece) controller.enqueue(piece)
      else if (broken) controller.error(broken)
      else controller.close()
    },
  })
  return new Response(stream)
}

async function eventsOf(asking: ApiClient, want?: RequestOptions, events: unknown[] = []) {
  for await (const event of asking.events('/stream', want)) events.push(event)
  return events
}

describe('streams', () => {
  const text = ': a sign of life\n\nevent: links\ndata: {"note":"纸鹤"}\n\ndata: {"n":1}\n\nevent: end\ndata: {}\n\n'
  const bytes = new TextEncoder().encode(text)
  const expected = [
    { event: 'links', data: { note: '纸鹤' } },
    { event: 'message', data: { n: 1 } },
    { event: 'end', data: {} },
  ]

  it('are asked for and read', async () => {
    const { asking, sent } = askingOf(() => bodyOf([bytes]))
    expect(await eventsOf(asking)).toEqual(expected)
    expect(headersOf(sent[0]).get('accept')).toBe('text/event-stream')
  })

  it('gives what came before the stream broke, and then says that it broke', async () => {
    const { asking } = askingOf(() => bodyOf([bytes], new TypeError('network error')))
    const events: unknown[] = []
    expect((await errorOf(eventsOf(asking, {}, events))).kind).toBe('unreachable')
    expect(events).toEqual(expected)
  })

  it('calls an event that is no JSON a broken stream', async () => {
    const { asking } = askingOf(() => bodyOf([new TextEncoder().encode('data: {half\n\n')]))
    expect((await errorOf(eventsOf(asking))).kind).toBe('unreachable')
  })

  it('refuses as all asks do', async () => {
    const { asking } = askingOf(() => refusal(429, {}, { 'retry-after': '3' }))
    expect(await errorOf(eventsOf(asking))).toMatchObject({ kind: 'rate', retryAfterS: 3 })
  })

  it('throws no failure of ours when its reader has left', async () => {
    const leaving = new AbortController()
    const { asking } = askingOf(() => bodyOf([bytes], new DOMException('aborted', 'AbortError')))
    const read = async () => {
      for await (const _event of asking.events('/stream', { signal: leaving.signal })) leaving.abort()
    }
    await expect(read()).rejects.not.toBeInstanceOf(ApiError)
  })
})

describe('streams in a browser that has no `for await` over them', () => {
  const iterator = Object.getOwnPropertyDescriptor(ReadableStream.prototype, Symbol.asyncIterator)

  beforeEach(() => {
    Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
  })
  afterEach(() => {
    if (iterator) Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, iterator)
  })

  it('are read all the same', async () => {
    expect(Symbol.asyncIterator in ReadableStream.prototype).toBe(false)
    const { asking } = askingOf(() => bodyOf([new TextEncoder().encode('data: 1\n\n')]))
    expect(await eventsOf(asking)).toEqual([{ event: 'message', data: 1 }])
  })
})

/** A body fed by the test; `left` is whether it was cancelled. */
function fedBody() {
  const state: { controller?: ReadableStreamDefaultController<Uint8Array>; left: boolean } = { left: false }
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      state.controller = controller
    },
    cancel() {
      state.left = true
    },
  })
  return {
    response: new Response(stream),
    feed: (text: string) => state.controller?.enqueue(new TextEncoder().encode(text)),
    isLeft: () => state.left,
  }
}

describe('silence', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('of 45 s breaks a stream, and lets go of it', async () => {
    const { response, feed, isLeft } = fedBody()
    const { asking } = askingOf(() => response)
    const events = asking.events('/stream')
    feed('data: 1\n\n')
    expect(await events.next()).toMatchObject({ value: { data: 1 } })
    const failed = errorOf(events.next())
    await vi.advanceTimersByTimeAsync(44_999)
    expect(isLeft()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await failed).kind).toBe('unreachable')
    expect(isLeft()).toBe(true)
  })

  it('is ended by a sign of life', async () => {
    const { response, feed } = fedBody()
    const { asking } = askingOf(() => response)
    const next = asking.events('/stream').next()
    for (let count = 0; count < 6; count += 1) {
      await vi.advanceTimersByTimeAsync(30_000)
      feed(':\n\n')
    }
    await vi.advanceTimersByTimeAsync(30_000)
    feed('data: 2\n\n')
    expect(await next).toMatchObject({ value: { data: 2 } })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not count while nobody asks for more', async () => {
    const { response, feed } = fedBody()
    const { asking } = askingOf(() => response)
    const events = asking.events('/stream')
    feed('data: 1\n\n')
    await events.next()
    await vi.advanceTimersByTimeAsync(100_000)
    feed('data: 2\n\n')
    expect(await events.next()).toMatchObject({ value: { data: 2 } })
  })

  it('of 75 s before an answer begins is no answer, and ends the request', async () => {
    const { asking, sent } = askingOf(() => new Promise(() => undefined))
    const failed = errorOf(asking.json('/a'))
    await vi.advanceTimersByTimeAsync(74_999)
    expect(sent[0]?.init.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await failed).kind).toBe('unreachable')
    expect(sent[0]?.init.signal?.aborted).toBe(true)
  })
})

describe('pictures', () => {
  it('are addresses within the page', async () => {
    const { asking } = askingOf(() => new Response(new Uint8Array([1, 2, 3])))
    const address = await asking.picture('/api/v1/picture?url=x')
    expect(address).toMatch(/^blob:/)
    URL.revokeObjectURL(address)
  })
})
