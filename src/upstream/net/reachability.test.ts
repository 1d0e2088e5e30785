// The check whether a host can be reached, and when it is repeated.
import { describe, expect, it } from 'vitest'
import { answers, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { makeClock, makeTransport, makeUpstream } from '../../../test/kit/wire.ts'
import { createReachability } from './reachability.ts'
import type { Transport } from './transport.ts'

function make(transport: Transport, page = 'https://t.me/s/telegram') {
  const clock = makeClock()
  const { epochMs } = clock
  const sent: string[] = []
  const send: Transport['send'] = (attempt) => {
    sent.push(attempt.url.href)
    return transport.send(attempt)
  }
  const { upstream } = makeUpstream({ transport: { ...transport, send }, epochMs })
  return { reachability: createReachability({ upstream, page, epochMs, monotonicMs: epochMs }), sent, clock }
}

/** Nothing listens on that port. */
const refusing = 'http://127.0.0.1:1/'

/** Lets time pass, with a tick in each second; returns after which seconds the page was requested. */
async function requestsIn(seconds: number, { reachability, sent, clock }: ReturnType<typeof make>, isDown = false) {
  const at: number[] = []
  for (let second = 1; second <= seconds; second += 1) {
    const before = sent.length
    clock.advance(1_000)
    await reachability.tick(() => isDown)
    if (sent.length > before) at.push(second)
  }
  return at
}

describe('a host', () => {
  it('is unknown, and not requested, before the first check', async () => {
    const made = make(makeTransport(), refusing)
    expect(await requestsIn(60, made, true)).toEqual([])
    expect(made.reachability.state()).toEqual({ state: 'unknown' })
  })

  it.each([
    ['answers', 200, {}],
    ['answers something unexpected', 404, {}],
    ['redirects to what is not allowed', 302, { location: 'http://10.0.0.1/' }],
  ])('that %s is reachable', async (_what, status, headers) => {
    const server = await scriptedServer([answers('', headers, status)])
    const { reachability, clock } = make(makeTransport(), server.url('/'))
    expect(await reachability.check()).toEqual({ state: 'reachable', checkedAt: clock.epochMs() })
  })

  it.each([
    ['blocks us', 403, 'blocked'],
    ['has an error', 502, 'unavailable'],
  ])('that %s is not reachable', async (_what, status, kind) => {
    const server = await scriptedServer([answers('', {}, status)])
    const { reachability } = make(makeTransport(), server.url('/'))
    expect(await reachability.check()).toMatchObject({ state: 'unreachable', failure: { kind } })
  })

  it.each([
    ['that refuses connections', refusing, undefined],
    ['for whose name a resolver gives a private address', undefined, []],
  ])('%s is not reachable', async (_what, page, privateHosts) => {
    const { reachability } = make(makeTransport(privateHosts && { privateHosts }), page)
    expect(await reachability.check()).toMatchObject({ state: 'unreachable', failure: { kind: 'network' } })
  })
})

describe('a check', () => {
  it('that failed is repeated after waits that grow from half a minute to ten minutes', async () => {
    const made = make(makeTransport({ lookup: (_host, done) => done(new Error('no name'), []) }))
    await made.reachability.check()
    const at = await requestsIn(3_600, made)
    expect(at.slice(0, 3)).toEqual([30, 90, 210])
    const waits = at.map((second, index) => second - (at[index - 1] ?? 0))
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect(waits.at(-1)).toBe(600)
  })

  it('that succeeded is repeated only while no source answers', async () => {
    const server = await scriptedServer([answers('')])
    const made = make(makeTransport(), server.url('/'))
    await made.reachability.check()
    expect(await requestsIn(600, made)).toEqual([])
    expect(await requestsIn(60, made, true)).toEqual([1, 31])
  })

  it('that succeeds after failures ends them', async () => {
    const server = await scriptedServer([answers('', {}, 502), answers('')])
    const made = make(makeTransport(), server.url('/'))
    await made.reachability.check()
    expect(await requestsIn(600, made)).toEqual([30])
    expect(made.reachability.state()).toMatchObject({ state: 'reachable' })
  })
})
