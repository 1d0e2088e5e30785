// One upstream ask: what becomes of the answer or the failure, and what is recorded about it.
import { describe, expect, it } from 'vitest'
import { answers, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { makeAsker, makeClock } from '../../../test/kit/wire.ts'
import type { Attributes, Span, Tracing } from '../../observability/tracing.ts'
import { UpstreamError } from '../errors.ts'
import { createUpstreamHosts } from '../host/hosts.ts'
import type { Source } from '../source.ts'

type Asking = Source<string, string>['ask']

const limits = { freshMs: 1_000, staleMs: 2_000, attempts: 1 }
const gone = new UpstreamError('unavailable', 'answered 500')

/** Asks of a source, with spans that are recorded as lines. */
function make() {
  const clock = makeClock()
  const stored: unknown[] = []
  const lines: unknown[] = []
  const span = (name: string, attributes: Attributes): Span => {
    lines.push([`start ${name}`, attributes])
    return {
      traceId: '0'.repeat(32),
      set: (more) => void lines.push(['set', more]),
      startChild: () => span('attempt', {}),
      run: (work) => work(),
      end: (failure) => void lines.push(['end', failure]),
    }
  }
  const hosts = createUpstreamHosts(clock.epochMs)
  const tracing: Tracing = { startServerSpan: span, startSpan: span, close: async () => undefined }
  /** Asks without the cache; `old` is the previous answer. `isKnown` is whether the outcome serves the next caller. */
  const run = async (ask: Asking, more: Partial<Source<string, string>> = {}, old?: string[], query = 'q') => {
    let asks = 0
    const entry = old && { items: old, at: clock.epochMs() - 1_000 }
    const answers = { get: async () => entry, set: async (...answer: unknown[]) => void stored.push(answer) }
    const { asker } = makeAsker({ answers, hosts, tracing }, clock)
    const counting: Asking = async (query, io) => {
      asks += 1
      return ask(query, io)
    }
    const source = { id: 'a', home: 'https://a.site.test/', limits, keyOf: () => 'k', ...more, ask: counting }
    const outcome = await asker.ask(source, query, { maxAgeMs: 0 })
    const isKnown = async () => {
      await asker.ask(source, query, {})
      return asks === 1
    }
    return { outcome, isKnown }
  }
  return { clock, run, stored, lines }
}

function gives(items: string[]): Asking {
  return async () => items
}

function fails(error: unknown): Asking {
  return () => Promise.reject(error)
}

/** Gives the items and lacks a further part. */
function some(items: string[]): Asking {
  return (_query, io) => io.some([...items.map((item) => Promise.resolve(item)), Promise.reject<string>(gone)])
}

const blocked = { kind: 'blocked', detail: 'an empty answer after one with items; the site may be throttling us' }

describe('an answer', () => {
  it('is stored with its time for as long as it may be served', async () => {
    const { clock, run, stored } = make()
    const { outcome } = await run(gives(['one']))
    const entry = { items: ['one'], at: clock.epochMs(), failure: undefined }
    expect(stored).toEqual([['a k', entry, 3_000]])
    expect(outcome).toEqual({ state: 'fresh', ...entry, at: new Date(entry.at) })
  })

  it.each([
    ['with the previous one', ['old'], ['new', 'old']],
    ['alone, if there is none', undefined, ['new']],
  ])('of a source that merges answers is stored %s', async (_how, old, items) => {
    const { run } = make()
    const merging = { beside: (now: readonly string[], before: readonly string[]) => [...now, ...before] }
    expect((await run(gives(['new']), merging, old)).outcome).toMatchObject({ state: 'fresh', items })
  })

  it.each([
    ['is empty after one with items', true, [], ['old'], 'stale'],
    ['is empty after an empty one', true, [], [], 'fresh'],
    ['is the first and empty', true, [], undefined, 'fresh'],
    ['has items', true, ['new'], ['old'], 'fresh'],
    ['is empty, of a source that does not throttle so', false, [], ['old'], 'fresh'],
  ])('that %s is a block only if the source may be throttling', async (_what, doubtsEmpty, items, old, state) => {
    const { run, stored } = make()
    const { outcome } = await run(gives(items), { doubtsEmpty }, old)
    expect(outcome).toMatchObject(state === 'stale' ? { state, items: old, failure: blocked } : { state, items })
    expect(stored).toHaveLength(state === 'stale' ? 0 : 1)
  })

  it.each([
    ['fewer items', ['new'], 'stale', 0],
    ['as many items', ['new', 'newer'], 'fresh', 1],
  ])('of which a part is missing is stored only if it has no fewer items: %s', async (...[, items, state, times]) => {
    const { run, stored } = make()
    const { outcome, isKnown } = await run(some(items), {}, ['old', 'older'])
    expect(outcome).toMatchObject({ state, failure: { kind: 'unavailable' } })
    expect(stored).toHaveLength(times)
    // The failure of an answer that was not stored serves the next caller.
    expect(await isKnown()).toBe(state === 'stale')
  })

  it('of a second upstream names the failure of the first', async () => {
    const { run } = make()
    const { outcome } = await run(async (_query, io) => [
      await io.firstOf([() => Promise.reject(gone), async () => 'second']),
    ])
    expect(outcome).toMatchObject({
      items: ['second'],
      skippedUpstream: { kind: 'unavailable', detail: 'answered 500' },
    })
  })
})

describe('a failure', () => {
  it.each([
    ['a mismatch', new UpstreamError('mismatch', 'answered 404'), 'answered 404', true],
    ['another failure of the upstream', gone, 'answered 500', false],
    ['a bug', new TypeError('x'), 'the source could not read the answer (TypeError)', false],
    ['a value that is no error', 'x', 'the source could not read the answer (no error)', false],
  ])(
    'serves the next caller only if it is a mismatch of the upstream: %s',
    async (_what, error, detail, isKnownThen) => {
      const { run } = make()
      const { outcome, isKnown } = await run(fails(error))
      expect(outcome).toMatchObject({ state: 'failed', failure: { detail } })
      expect(await isKnown()).toBe(isKnownThen)
    },
  )

  it.each([
    [
      'names when the host may be asked again, if its breaker is open',
      answers('', { 'retry-after': '90' }, 429),
      90_000,
    ],
    ['names no such time otherwise', answers('', {}, 500), undefined],
  ])('%s', async (_what, reply, afterMs) => {
    const { clock, run } = make()
    const server = await scriptedServer([reply])
    const { outcome } = await run(async (_query, io) => [await io.text(server.url('/'))])
    const { kind, detail, reason, ...rest } = outcome.failure ?? {}
    expect(rest).toStrictEqual(afterMs === undefined ? {} : { retryAt: clock.epochMs() + afterMs })
  })
})

describe('a failure that repeats the query', () => {
  const refusal: Asking = async (query, io) => {
    await io.text(query)
    throw new UpstreamError('blocked', `no more than one ask for ${query}`)
  }

  it('does not show it, nor does the failure of who asks the paused host next', async () => {
    const { run } = make()
    const server = await scriptedServer([answers('well')])
    const first = await run(refusal, {}, undefined, server.url('/secret'))
    const next = await run(refusal, {}, undefined, server.url('/other'))
    const details = [first, next].map(({ outcome }) => outcome.failure?.detail)
    expect(details).toEqual([
      'no more than one ask for ***',
      expect.stringMatching(/are paused after a failure \(blocked: no more than one ask for \*\*\*\)$/),
    ])
  })
})

describe('the time on the wire', () => {
  it.each([
    ['runs from the first attempt', 7, 7],
    ['is zero when the clock was set back', -7, 0],
  ])('%s', async (_what, ms, tookMs) => {
    const { clock, run } = make()
    const reply: Reply = (response, heard) => {
      clock.advance(ms)
      answers('one')(response, heard)
    }
    const server = await scriptedServer([reply])
    const { outcome } = await run(async (_query, io) => [await io.text(server.url('/'))])
    expect(outcome).toMatchObject({ items: ['one'], tookMs })
  })

  it('is unknown when no attempt was made', async () => {
    const { run } = make()
    expect((await run(fails(gone))).outcome.tookMs).toBeUndefined()
  })
})

describe('the span of an ask', () => {
  it.each([
    ['the number of items', gives(['a', 'b']), { 'trawl.outcome': 'fresh', 'trawl.items': 2 }, undefined],
    ['what is missing', some(['a']), { 'trawl.outcome': 'fresh', 'trawl.items': 1 }, 'unavailable'],
    ['the failure', fails(gone), { 'trawl.outcome': 'failed' }, 'unavailable'],
  ])('names the source, the outcome, and %s', async (_what, ask, attributes, failure) => {
    const { run, lines } = make()
    await run(ask)
    expect(lines).toEqual([
      ['start ask', { 'trawl.source': 'a' }],
      ['set', attributes],
      ['end', failure],
    ])
  })

  it('is the parent of those of its attempts', async () => {
    const { run, lines } = make()
    const server = await scriptedServer([answers('one')])
    await run(async (_query, io) => [await io.text(server.url('/'))])
    expect(lines).toContainEqual(['start attempt', {}])
  })
})
