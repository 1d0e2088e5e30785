// Single asks: caching, shared flights, and failures.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answers, answersAfter, hangs, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { makeAsker, pageSource } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../errors.ts'
import type { Io } from '../source.ts'
import type { AskOptions } from './ask.ts'

const minute = 60_000
const limits = { freshMs: 10 * minute, staleMs: 50 * minute, attempts: 1 }

async function make(replies: readonly Reply[]) {
  const server = await scriptedServer(replies)
  const made = makeAsker()
  const source = pageSource('a', server.url('/'), limits)
  const ask = (options: AskOptions = {}) => made.asker.ask(source, 'q', options)
  return { ...made, server, source, ask }
}

describe('an answer', () => {
  it('is cached while it is fresh, and asked again afterwards', async () => {
    const { server, clock, ask } = await make([answers('one'), answers('two')])
    const at = new Date(clock.epochMs())
    expect(await ask()).toMatchObject({ state: 'fresh', items: ['one'], at })
    clock.advance(limits.freshMs - 1)
    expect(await ask()).toEqual({ state: 'cached', items: ['one'], at })
    clock.advance(1)
    expect(await ask()).toMatchObject({ state: 'fresh', items: ['two'] })
    expect(server.heard).toHaveLength(2)
  })

  it('may be required newer, or without the cache', async () => {
    const { clock, ask } = await make([answers('one'), answers('two'), answers('three')])
    await ask()
    clock.advance(2 * minute)
    expect(await ask({ maxAgeMs: 3 * minute })).toMatchObject({ state: 'cached', items: ['one'] })
    expect(await ask({ maxAgeMs: minute })).toMatchObject({ state: 'fresh', items: ['two'] })
    expect(await ask({ maxAgeMs: 0 })).toMatchObject({ state: 'fresh', items: ['three'] })
  })

  it('that is old serves when asking fails, and the failure is named', async () => {
    const { clock, ask } = await make([answers('old'), answers('no', {}, 500)])
    const at = new Date(clock.epochMs())
    await ask()
    clock.advance(limits.freshMs + limits.staleMs / 2)
    const failure = { kind: 'unavailable', detail: 'answered 500' }
    expect(await ask()).toMatchObject({ state: 'stale', items: ['old'], at, failure })
    clock.advance(limits.staleMs)
    expect(await ask()).toMatchObject({ state: 'failed', failure })
  })

  it('that is stale serves at once if requested, and is refreshed in the background', async () => {
    const gate = Promise.withResolvers<void>()
    const { server, clock, ask } = await make([answers('old'), answersAfter(gate.promise, 'new')])
    await ask()
    clock.advance(limits.freshMs)
    expect(await ask({ serveStale: true })).toMatchObject({ state: 'stale', items: ['old'] })
    await server.until(2)
    expect((await ask({ serveStale: true })).failure).toBeUndefined()
    // A caller that waits for the refresh and leaves does not end it.
    const leaving = new AbortController()
    const left = ask({ signal: leaving.signal })
    const waits = ask()
    await new Promise(setImmediate)
    leaving.abort()
    expect(await left).toMatchObject({ state: 'stale', items: ['old'], failure: { kind: 'timeout' } })
    gate.resolve()
    expect(await waits).toMatchObject({ state: 'fresh', items: ['new'] })
    expect(await ask({ serveStale: true })).toMatchObject({ state: 'cached', items: ['new'] })
    expect(server.heard).toHaveLength(2)
  })
})

describe('a failure', () => {
  it('of a source that throws an unexpected error, in a promise or not, is a mismatch and logged as ours', async () => {
    const { logged, asker, source } = await make([answers('ok')])
    const bug = new TypeError('x is not a function\n    at somewhere')
    const throwing = () => {
      throw bug
    }
    for (const ask of [() => Promise.reject(bug), throwing])
      expect(await asker.ask({ ...source, ask }, 'q', {})).toMatchObject({ failure: { kind: 'mismatch' } })
    expect(logged).toMatchObject(Array(2).fill([{ err: bug, source: 'a' }, 'a source threw an unexpected error']))
  })

  it('of an upstream is not logged as ours', async () => {
    const { logged, ask } = await make([answers('no', {}, 403)])
    expect(await ask()).toMatchObject({ failure: { kind: 'blocked' } })
    expect(logged).toEqual([])
  })
})

describe('concurrent callers of one ask', () => {
  it('share one request', async () => {
    const { server, ask } = await make([answers('shared'), answers('second')])
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => ask()))
    expect(outcomes.every(({ state }) => state === 'fresh')).toBe(true)
    expect(server.heard).toHaveLength(1)
  })

  it('keep waiting when one of them leaves, which gets a failure', async () => {
    const gate = Promise.withResolvers<void>()
    const { server, ask } = await make([answersAfter(gate.promise, 'shared')])
    const leaving = new AbortController()
    const left = ask({ signal: leaving.signal })
    const stays = ask()
    await server.until(1)
    leaving.abort()
    const failure = { kind: 'timeout', detail: 'aborted: the caller disconnected' }
    expect(await left).toMatchObject({ state: 'failed', failure })
    gate.resolve()
    expect(await stays).toMatchObject({ state: 'fresh', items: ['shared'] })
    expect(server.heard).toHaveLength(1)
  })

  it('abort the request when the last of them leaves, which the server sees', async () => {
    const { server, asker, source, ask } = await make([hangs])
    const leaving = new AbortController()
    const both = [ask({ signal: leaving.signal }), ask({ signal: leaving.signal })]
    await server.until(1)
    leaving.abort(new UpstreamError('timeout', 'took too long'))
    expect(await both[0]).toMatchObject({ state: 'failed', failure: { kind: 'timeout', detail: 'took too long' } })
    await both[1]
    await server.heard[0]?.over
    expect(await asker.cached(source, 'q')).toBeUndefined()
  })
})

describe('an answer of which a part is missing', () => {
  const gone = new UpstreamError('unavailable', 'answered 500')
  const parts = (...items: readonly (string | UpstreamError)[]) => ({
    id: 'parts',
    home: 'http://a.site.test/',
    limits,
    ask: (_query: string, io: Io) =>
      io.some(items.map((item) => (typeof item === 'string' ? Promise.resolve(item) : Promise.reject(item)))),
  })

  it('is returned with the failure, cached, and asked again after a minute', async () => {
    const { clock, asker } = await make([])
    const failure = { kind: 'unavailable', detail: 'answered 500' }
    expect(await asker.ask(parts('one', gone), 'q', {})).toMatchObject({ state: 'fresh', items: ['one'], failure })
    expect(await asker.ask(parts('two', 'three'), 'q', {})).toMatchObject({ state: 'cached', items: ['one'], failure })
    clock.advance(60_000)
    const whole = await asker.ask(parts('two', 'three'), 'q', {})
    expect(whole).toMatchObject({ state: 'fresh', items: ['two', 'three'] })
    expect(whole.failure).toBeUndefined()
  })

  it('fails when every part failed, and is empty when nothing was asked', async () => {
    const { asker } = await make([])
    expect(await asker.ask(parts(gone, gone), 'q', {})).toMatchObject({
      state: 'failed',
      failure: { kind: 'unavailable' },
    })
    expect(await asker.ask(parts(), 'r', {})).toMatchObject({ state: 'fresh', items: [] })
  })
})

describe('what a source reads as a block', () => {
  it('opens the breaker of the host it came from, for as long as it says', async () => {
    const { server, clock, asker } = await make([answers('too often')])
    const source = {
      id: 'b',
      home: server.url('/'),
      limits,
      async ask(_query: string, io: Io): Promise<string[]> {
        await io.text(server.url('/'))
        throw new UpstreamError('blocked', 'they say that we ask too often', { retryAfterMs: 30_000 })
      },
    }
    expect(await asker.ask(source, 'q', {})).toMatchObject({ failure: { kind: 'blocked' } })
    expect(await asker.ask(source, 'r', {})).toMatchObject({ failure: { kind: 'open' } })
    expect(server.heard.length).toBe(1)
    clock.advance(30_000)
    expect(await asker.ask(source, 'r', {})).toMatchObject({ failure: { kind: 'blocked' } })
  })
})

it('sources of one site share what is remembered when they name the same memory, and others do not', async () => {
  const { asker } = await make([])
  let made = 0
  const memo = { key: 'token', forMs: minute, shape: z.number(), make: async () => ++made }
  const source = {
    home: 'http://a.site.test/',
    limits,
    ask: async (_query: string, io: Io) => [await io.remembered(memo)],
  }
  const tokenOf = async (more: { readonly id: string; readonly memoryOf?: string }) =>
    asker.ask({ ...source, ...more }, 'q', {})
  expect(await tokenOf({ id: 'd-new', memoryOf: 'd' })).toMatchObject({ items: [1] })
  expect(await tokenOf({ id: 'd-hot', memoryOf: 'd' })).toMatchObject({ items: [1] })
  expect(await tokenOf({ id: 'd' })).toMatchObject({ items: [1] })
  expect(await tokenOf({ id: 'e' })).toMatchObject({ items: [2] })
})
