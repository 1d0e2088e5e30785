// What callers of an ask may say: what they accept, where they wait, and that they leave.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answers, answersAfter, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { makeAnswers, makeAsker, makeClock, pageSource } from '../../../test/kit/wire.ts'
import { createVersionReads } from '../cache/versions.ts'
import { UpstreamError } from '../errors.ts'
import { createLimit } from '../host/queue.ts'
import type { Io, Source } from '../source.ts'
import type { AskDependencies, AskOptions } from './ask.ts'

const minute = 60_000
const limits = { freshMs: 10 * minute, staleMs: 50 * minute, attempts: 1 }
const gone = new UpstreamError('unavailable', 'answered 500')

/** An asker, and a source that answers with the number of the ask unless it `says` something else. */
function make(says: (io: Io, count: number) => string[] | Promise<string[]> = (_io, count) => [`${count}`]) {
  const clock = makeClock()
  const stored = makeAnswers(clock.epochMs)
  /** Delays the answers of the store. */
  const store = { isRead: Promise.resolve() }
  const read = async (key: string) => {
    const [entry] = await Promise.all([stored.get(key), store.isRead])
    return entry
  }
  const reported: unknown[] = []
  const onAskEnd: AskDependencies['onAskEnd'] = (_source, { state }, worth) => void reported.push([state, worth])
  const { asker, versions, wire } = makeAsker({ answers: { get: read, set: stored.set }, onAskEnd }, clock)
  let asks = 0
  const source: Source<string, string> = {
    id: 'a',
    home: 'https://a.site.test/',
    limits,
    worthOf: (_query, items) => items.length,
    async ask(_query, io) {
      asks += 1
      return says(io, asks)
    },
  }
  const ask = (options: AskOptions = {}) => asker.ask(source, 'q', options)
  /** The stamp of a response that was rendered from an ask, and whether that is up to date; undefined if it has none. */
  const stampOf = async (options: AskOptions = {}) => {
    const versionReads = createVersionReads(clock.epochMs)
    await ask({ ...options, versionReads })
    const stamp = versionReads.stamp(1)
    return stamp && { ...stamp, isCurrent: () => versions.isCurrent(stamp) }
  }
  return { clock, wire, store, asker, source, ask, stampOf, asks: () => asks, reported }
}

describe('a caller', () => {
  it.each([
    ['whose client has disconnected', new Error('closed'), 'aborted: the caller disconnected'],
    ['whose time is over', new UpstreamError('timeout', 'took too long'), 'took too long'],
  ])('%s gets this as the failure, and nothing is asked', async (_who, reason, detail) => {
    const { ask, asks } = make()
    expect(await ask({ signal: AbortSignal.abort(reason) })).toEqual({
      state: 'failed',
      failure: { kind: 'timeout', detail },
    })
    expect(asks()).toBe(0)
  })

  it.each([
    ['creates remembered values again', { maxAgeMs: 0 }, '2'],
    ['may accept remembered values', { maxAgeMs: 0, allowsRemembered: true }, '1'],
    ['with another maximum age accepts them', { maxAgeMs: 1 }, '1'],
  ])('that forces an ask %s', async (_what, options, token) => {
    let made = 0
    const memo = { key: 'token', forMs: minute, shape: z.string(), make: async () => `${++made}` }
    const { clock, ask } = make(async (io) => [await io.remembered(memo)])
    await ask()
    clock.advance(1)
    expect(await ask(options)).toMatchObject({ state: 'fresh', items: [token] })
  })

  it('that comes while an ask is in flight gets its result, even if that ends before the store was read', async () => {
    const [answer, read] = [Promise.withResolvers<string[]>(), Promise.withResolvers<void>()]
    const { store, ask, asks } = make(() => answer.promise)
    const first = ask()
    await expect.poll(asks).toBe(1)
    store.isRead = read.promise
    const second = ask({ maxAgeMs: 0 })
    answer.resolve(['shared'])
    await first
    read.resolve()
    expect(await second).toMatchObject({ state: 'fresh', items: ['shared'] })
    expect(asks()).toBe(1)
  })

  it('that comes before the others of an ask have left asks anew', async () => {
    const read = Promise.withResolvers<void>()
    const { store, ask, asks } = make((_io, count) => (count === 1 ? new Promise<never>(() => undefined) : ['anew']))
    const leaving = new AbortController()
    const first = ask({ signal: leaving.signal })
    await expect.poll(asks).toBe(1)
    store.isRead = read.promise
    const second = ask()
    leaving.abort()
    await first
    read.resolve()
    expect(await second).toMatchObject({ state: 'fresh', items: ['anew'] })
  })

  it('that joins an ask from a better position brings it forward', async () => {
    const gate = Promise.withResolvers<void>()
    const server = await scriptedServer([answersAfter(gate.promise, 'first'), answers('next')])
    const { asker } = make()
    const limit = createLimit(1)
    const page = pageSource('page', server.url('/'), limits)
    const ask = (query: string, order: number) => asker.ask(page, query, {}, { limits: [limit], order: () => order })
    const all = [ask('a', 1)]
    await server.until(1)
    all.push(ask('b', 2), ask('c', 3))
    await expect.poll(() => limit.waiting.size).toBe(2)
    all.push(ask('c', 1))
    await new Promise(setImmediate)
    gate.resolve()
    await Promise.all(all)
    expect(server.heard.map(({ path }) => path)).toEqual(['/?q=a', '/?q=c', '/?q=b'])
  })

  it('that leaves an ask no longer lends it its room', async () => {
    const server = await scriptedServer([answers('a page')])
    const { asker } = make()
    const [own, others] = [createLimit(0), createLimit(0)]
    const page = pageSource('page', server.url('/'), limits)
    const leaving = new AbortController()
    const left = asker.ask(page, 'q', { signal: leaving.signal }, { limits: [own] })
    const stays = asker.ask(page, 'q', {}, { limits: [others] })
    await expect.poll(() => [own.waiting.size, others.waiting.size]).toEqual([1, 1])
    leaving.abort()
    await left
    own.max = 1
    await asker.ask(page, 'other', {}, { limits: [own] })
    expect([own.waiting.size, others.waiting.size]).toEqual([0, 1])
    others.max = 1
    await asker.ask(page, 'third', {}, { limits: [others] })
    await stays
    expect(server.heard.map(({ path }) => path).toSorted()).toEqual(['/?q=other', '/?q=q', '/?q=third'])
  })
})

describe('an ask', () => {
  it('is available without an upstream request while it is in flight, and while its answer is fresh', async () => {
    const answer = Promise.withResolvers<string[]>()
    const { clock, asker, source, ask, asks } = make(() => answer.promise)
    const isAvailable = () => asker.isAvailable(source, 'q')
    expect(await isAvailable()).toBe(false)
    const asked = ask()
    await expect.poll(asks).toBe(1)
    expect(await isAvailable()).toBe(true)
    answer.resolve(['one'])
    await asked
    expect(await isAvailable()).toBe(true)
    clock.advance(limits.freshMs)
    expect([await isAvailable(), asks()]).toEqual([false, 1])
  })

  it('counts in the metrics once for each caller, by what the caller got', async () => {
    const { wire, ask } = make()
    await Promise.all([ask(), ask()])
    await ask()
    const text = await wire.metrics.text()
    expect(text).toMatch(/^trawl_asks_total\{outcome="fresh"\} 2$/m)
    expect(text).toMatch(/^trawl_asks_total\{outcome="cached"\} 1$/m)
  })

  it('that every caller left is not reported, and its failure is not that of the source', async () => {
    const answer = Promise.withResolvers<string[]>()
    const { ask, asks, reported } = make((_io, count) => (count === 1 ? answer.promise : ['anew']))
    const leaving = new AbortController()
    const left = ask({ signal: leaving.signal })
    await expect.poll(asks).toBe(1)
    leaving.abort()
    await left
    answer.reject(new UpstreamError('mismatch', 'answered 404'))
    await new Promise(setImmediate)
    expect(await ask()).toMatchObject({ state: 'fresh', items: ['anew'] })
    expect(reported).toEqual([['fresh', 1]])
  })

  it('is reported once for all callers, with the worth of its answer, and without one when it failed', async () => {
    const { ask, reported } = make((_io, count) => (count === 1 ? ['x', 'y'] : Promise.reject(gone)))
    await Promise.all([ask(), ask()])
    await ask()
    await ask({ maxAgeMs: 0 })
    expect(reported).toEqual([
      ['fresh', 2],
      ['failed', undefined],
    ])
  })
})

describe('an older answer', () => {
  const partly = (io: Io, count: number) =>
    count === 1 ? io.some([Promise.resolve('old'), Promise.reject(gone)]) : new Promise<never>(() => undefined)

  it('that is served at once is so without what failed in an earlier process, but with what failed in this one', async () => {
    const { clock, ask } = make(partly)
    await ask()
    clock.advance(limits.freshMs)
    const stale = { state: 'stale', items: ['old'] }
    expect(await ask({ serveStale: true })).toMatchObject({ ...stale, failure: { kind: 'unavailable' } })
    const restarted = { serveStaleBefore: clock.epochMs() }
    expect(await ask(restarted)).toMatchObject({ ...stale, failure: undefined })
  })

  it('that was stored when this process began, or later, is not of an earlier one', async () => {
    const { clock, ask } = make()
    const restarted = { serveStaleBefore: clock.epochMs() }
    await ask()
    clock.advance(limits.freshMs)
    expect(await ask(restarted)).toMatchObject({ state: 'fresh', items: ['2'] })
  })

  it('of an earlier process replaces waiting only once: the next caller gets the result of the refresh', async () => {
    const { clock, ask } = make((_io, count) => (count === 1 ? ['one'] : Promise.reject(gone)))
    await ask()
    clock.advance(limits.freshMs)
    const restarted = { serveStaleBefore: clock.epochMs() }
    expect(await ask(restarted)).toMatchObject({ state: 'stale', failure: undefined })
    await expect.poll(() => ask(restarted)).toMatchObject({ state: 'stale', failure: { kind: 'unavailable' } })
  })
})

describe('the stamp of a response', () => {
  it('is valid while the answer is fresh, whether asked or cached', async () => {
    const { clock, stampOf } = make()
    const until = clock.epochMs() + limits.freshMs
    const asked = await stampOf()
    clock.advance(minute)
    const cached = await stampOf()
    expect([asked, cached]).toMatchObject([{ until }, { until }])
    expect([asked?.isCurrent(), cached?.isCurrent()]).toEqual([true, true])
  })

  it('is outdated once the answer was asked for anew, be it in vain', async () => {
    const { stampOf, ask } = make((_io, count) => (count < 3 ? [`${count}`] : Promise.reject(gone)))
    const first = await stampOf()
    await ask({ maxAgeMs: 0 })
    const second = await stampOf()
    expect([first?.isCurrent(), second?.isCurrent()]).toEqual([false, true])
    await ask({ maxAgeMs: 0 })
    expect(second?.isCurrent()).toBe(false)
  })

  it('is missing if the next caller would ask, an ask is in flight, or the client leaves', async () => {
    const { clock, stampOf, ask } = make((_io, count) => {
      if (count === 1) throw gone
      return count === 2 ? ['one'] : new Promise<never>(() => undefined)
    })
    expect(await stampOf()).toBeUndefined()
    await ask()
    clock.advance(limits.freshMs)
    expect(await stampOf({ serveStale: true })).toBeUndefined()
    expect(await stampOf({ signal: AbortSignal.abort() })).toBeUndefined()
  })
})
