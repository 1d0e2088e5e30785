// Exchanges with local servers: attempts, retries, timeouts and replies.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answers, answersAfter, hangs, hangsUp, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeClock, makeWire, textOf } from '../../../test/kit/wire.ts'
import { createCallers, createLimit } from '../host/queue.ts'
import { createAskBudget } from './ask-budget.ts'
import { exchange } from './exchange.ts'

function status(code: number, headers: Record<string, string> = {}): Reply {
  return answers('no', headers, code)
}

/** Makes one exchange with a server of these replies; its outcome is the text that came, or the failure. */
async function exchanged(replies: readonly Reply[], limits: Parameters<typeof makeAsk>[0] = {}) {
  const server = await scriptedServer(replies)
  const asked = exchange(server.url('/?token=secret'), {}, makeAsk(limits), makeWire())
  const outcome = await asked.then(textOf, (error: unknown) => error)
  return { outcome, heard: server.heard }
}

describe('an attempt', () => {
  it('is cut off in time and made again with a new signal', async () => {
    const { outcome, heard } = await exchanged([hangs, answers('second')], { attemptMs: 600 })
    expect([outcome, heard.length]).toEqual(['second', 2])
    await heard[0]?.over
  })

  it('times out when the body does not end in time', async () => {
    const stops: Reply = (response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('half')
    }
    expect((await exchanged([stops, answers('whole')], { attemptMs: 600 })).outcome).toBe('whole')
  })

  it.each([
    ['a hung up connection', hangsUp],
    ['a 500', status(500)],
    ['a 503 with a Retry-After of no time', status(503, { 'retry-after': '0' })],
  ])('is made again after %s', async (_what, reply) => {
    const { outcome, heard } = await exchanged([reply, reply, answers('third')])
    expect([outcome, heard.length]).toEqual(['third', 3])
  })

  it.each([
    ['a 401', status(401), 'blocked', 'answered 401'],
    ['a 403', status(403), 'blocked', 'answered 403'],
    ['a 429', status(429), 'blocked', 'answered 429'],
    ['a 404', status(404), 'mismatch', 'answered 404'],
    ['a redirect without a target', status(302), 'mismatch', 'answered 302'],
  ])('is not made again after %s', async (_what, reply, kind, message) => {
    const { outcome, heard } = await exchanged([reply])
    expect(outcome).toMatchObject({ name: 'UpstreamError', kind, message })
    expect(heard).toHaveLength(1)
  })

  it('is not repeated beyond the limits, and the last failure does not contain the query', async () => {
    const { outcome, heard } = await exchanged([status(500), status(500), status(502)], { attempts: 3 })
    expect(outcome).toMatchObject({ kind: 'unavailable', message: 'answered 502' })
    expect(heard).toHaveLength(3)
  })

  it('sends method, headers and body as the source said, and what we can read', async () => {
    const server = await scriptedServer([answers('ok')])
    const init = { method: 'POST', headers: { 'x-a': '1' }, body: { q: '电影' } } as const
    await exchange(server.url('/find?b=2'), init, makeAsk(), makeWire())
    expect(server.heard[0]).toMatchObject({ method: 'POST', path: '/find?b=2', body: '{"q":"电影"}' })
    expect(server.heard[0]?.headers).toMatchObject({
      'x-a': '1',
      'content-type': 'application/json',
      'accept-encoding': 'gzip, br, zstd, deflate',
    })
  })
})

describe('the time of an ask', () => {
  it('ends retries that would go on', async () => {
    const { outcome, heard } = await exchanged([hangs], { attemptMs: 60_000, askMs: 200, attempts: 50 })
    expect(outcome).toMatchObject({ kind: 'timeout' })
    expect(heard).toHaveLength(1)
  })

  it('ends retries for which too little of it is left', async () => {
    const clock = makeClock()
    const slowly: Reply = (response, heard) => {
      clock.advance(3_500)
      status(500)(response, heard)
    }
    const server = await scriptedServer([slowly])
    const ask = makeAsk({ attemptMs: 4_000 }, { budget: createAskBudget(4_000, clock.epochMs) })
    const error = await failureOf(exchange(server.url('/'), {}, ask, makeWire(clock)))
    expect(error).toMatchObject({ kind: 'unavailable' })
    expect(server.heard).toHaveLength(1)
  })

  it('does not run while the ask waits in a queue', async () => {
    const clock = makeClock()
    const server = await scriptedServer([answers('served')])
    const limits = [createLimit(1)]
    const gate = Promise.withResolvers<void>()
    const busy = await scriptedServer([answersAfter(gate.promise, 'first')])
    const askWithin = (url: string) => {
      const budget = createAskBudget(1_000, clock.epochMs)
      return exchange(url, {}, makeAsk({}, { callers: createCallers({ limits }), budget }), makeWire(clock))
    }
    const first = askWithin(busy.url('/'))
    await busy.until(1)
    const asked = askWithin(server.url('/'))
    await expect.poll(() => limits[0]?.waiting.size).toBe(1)
    clock.advance(60_000)
    gate.resolve()
    await first
    expect(textOf(await asked)).toBe('served')
  })

  it('runs on over several exchanges of one ask', async () => {
    const clock = makeClock()
    const server = await scriptedServer([answers('served')])
    const ask = makeAsk({}, { budget: createAskBudget(1_000, clock.epochMs) })
    const wire = makeWire(clock)
    await exchange(server.url('/'), {}, ask, wire)
    clock.advance(1_000)
    const error = await failureOf(exchange(server.url('/'), {}, ask, wire))
    expect(error).toMatchObject({ kind: 'timeout', message: 'no answer within the time limit of the ask' })
    expect(server.heard).toHaveLength(1)
  })

  it('ends with the ask, which the server sees', async () => {
    const server = await scriptedServer([hangs])
    const ending = new AbortController()
    const wire = makeWire()
    const asked = failureOf(exchange(server.url('/'), {}, makeAsk({}, { signal: ending.signal }), wire))
    await server.until(1)
    const reason = new Error('nobody waits')
    ending.abort(reason)
    expect(await asked).toBe(reason)
    await server.heard[0]?.over
    expect(await wire.metrics.text()).toContain('outcome="withdrawn"} 1')
  })
})

describe('waiting before the next attempt', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('honours a Retry-After that fits in the time of the ask', async () => {
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    expect((await exchanged([status(503, { 'retry-after': '1' }), answers('later')])).outcome).toBe('later')
    expect(pauses.mock.calls.map(([, ms]) => ms)).toContain(1_000)
  })

  it('fails at once when a Retry-After does not fit', async () => {
    const { outcome, heard } = await exchanged([status(503, { 'retry-after': '20' })], { askMs: 5_000 })
    expect(outcome).toMatchObject({ kind: 'unavailable', message: 'answered 503' })
    expect(heard).toHaveLength(1)
  })

  it.each([
    [0, [50, 100]],
    [0.5, [75, 150]],
    [0.99, [99.5, 199]],
  ])('is the back-off, doubled each time, with jitter down to half (%d)', async (chance, expected) => {
    const server = await scriptedServer([status(500), status(500), answers('third')])
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    await exchange(server.url('/'), {}, makeAsk(), makeWire({ random: () => chance }))
    const taken = pauses.mock.calls.map(([, ms]) => ms)
    expect(taken.filter((ms = 0) => ms >= 50 && ms <= 200)).toEqual(expected)
  })

  it('ends when the ask does', async () => {
    const server = await scriptedServer([status(503, { 'retry-after': '5' })])
    const ending = new AbortController()
    const asked = failureOf(exchange(server.url('/'), {}, makeAsk({}, { signal: ending.signal }), makeWire()))
    await server.until(1)
    await server.heard[0]?.over
    ending.abort(new Error('nobody waits'))
    expect(await asked).toMatchObject({ message: 'nobody waits' })
  })
})

it('asks whose time is running have their turn at a host before those that can wait', async () => {
  const gate = Promise.withResolvers<void>()
  const server = await scriptedServer([status(500), answersAfter(gate.promise, 'b'), answers('rest')])
  const wire = makeWire()
  const asked = ['/a', '/b', '/c'].map((path) => exchange(server.url(path), {}, makeAsk({ parallel: 1 }), wire))
  await server.until(2)
  const { queue: hostGate } = wire.hosts.get(new URL(server.url('/')).host, 1)
  while (hostGate.limit.waiting.size < 2) await new Promise((resolve) => setImmediate(resolve))
  gate.resolve()
  await Promise.all(asked)
  expect(server.heard.map((heard) => heard.path)).toEqual(['/a', '/b', '/a', '/c'])
})

describe('a request with a rate', () => {
  const rate = { perMs: 20_000 }

  it('is not sent when its turn is later than its ask may last, and says how often the site is asked', async () => {
    const server = await scriptedServer([answers('one'), answers('two')])
    const clock = makeClock()
    const wire = makeWire({ epochMs: clock.epochMs })
    const ask = () => exchange(server.url('/'), { rate }, makeAsk({ askMs: 15_000 }), wire)
    expect(textOf(await ask())).toBe('one')
    clock.advance(4_000)
    const message = expect.stringMatching(/^requests to .* are paused: it is asked at most 1 times in 20 s$/)
    expect(await failureOf(ask())).toMatchObject({ kind: 'open', message })
    expect(server.heard).toHaveLength(1)
    clock.advance(16_000)
    expect(textOf(await ask())).toBe('two')
  })

  it('does not wait for requests without one', async () => {
    const server = await scriptedServer([answers('one'), answers('two')])
    const wire = makeWire({ epochMs: makeClock().epochMs })
    await exchange(server.url('/'), {}, makeAsk(), wire)
    expect(textOf(await exchange(server.url('/'), { rate }, makeAsk(), wire))).toBe('two')
  })
})

it('lets a host rest after a refusal as long as its source says', async () => {
  const server = await scriptedServer([status(429)])
  const wire = makeWire({ epochMs: makeClock().epochMs })
  const ask = (limits = {}) => exchange(server.url('/'), {}, makeAsk(limits), wire)
  await failureOf(ask({ blockedMs: 600_000 }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'open', retryAfterMs: 600_000 })
})
