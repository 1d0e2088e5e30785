// Gathering with scripted asks: order of arrival, deadlines, callers that leave, and bugs.
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { createAsker } from './ask/ask.ts'
import { createVersionReads } from './cache/versions.ts'
import { type Gathered, type GatherOptions, gather } from './gather.ts'
import { type Caller, createLimit } from './host/queue.ts'
import type { Outcome, Source } from './source.ts'

type Pages = Source<string, string>

function source(id: string): Pages {
  return { id, home: `https://${id}.site.test/`, ask: () => Promise.resolve([]) }
}
const at = new Date(0)
function fresh(item: string): Outcome<string> {
  return { state: 'fresh', items: [item], at }
}

/** Asks whose outcomes the test decides; it knows which are still pending. */
function scriptedAsking(old: Record<string, string> = {}) {
  const asks = new Map<string, PromiseWithResolvers<unknown>>()
  const signals = new Map<string, AbortSignal | undefined>()
  const asking: ReturnType<typeof createAsker> = {
    async ask<Query, Item>(source: Source<Query, Item>, _query: Query, want: { readonly signal?: AbortSignal }) {
      const outcome = Promise.withResolvers<unknown>()
      asks.set(source.id, outcome)
      signals.set(source.id, want.signal)
      want.signal?.addEventListener('abort', () => outcome.resolve({ state: 'failed', failure: want.signal?.reason }))
      if (want.signal?.aborted) outcome.resolve({ state: 'failed', failure: want.signal.reason })
      return (await outcome.promise) as Outcome<Item>
    },
    async cached<Query, Item>({ id }: Source<Query, Item>) {
      const item = old[id]
      return item === undefined ? undefined : ({ items: [item], at } as unknown as { items: Item[]; at: Date })
    },
    isAvailable: async () => false,
    close: () => undefined,
  }
  return {
    asking,
    land: (id: string) => asks.get(id)?.resolve(fresh(id)),
    breakDown: (id: string, error: Error) => asks.get(id)?.reject(error),
    leftBy: (id: string) => signals.get(id)?.aborted,
  }
}

const spread: GatherOptions<string, string> = { parallel: 10, deadlineMs: 60_000 }
const abc = ['a', 'b', 'c'].map(source)

function begin(
  script: ReturnType<typeof scriptedAsking>,
  more: Partial<GatherOptions<string, string>> = {},
  sources = abc,
) {
  const gathered = gather<string, string, Pages>(script.asking, sources, 'q', { ...spread, ...more })
  const next = async () => shown((await gathered.next()).value ?? undefined)
  /** The outcome that the gathering yields when these sources answer. */
  const afterAnswers = (...ids: readonly string[]) => {
    const first = next()
    for (const id of ids) script.land(id)
    return first
  }
  return { gathered, next, afterAnswers }
}

function shown(one: Gathered<string, string> | undefined): string | undefined {
  return one && `${one[0].id} ${one[1].state}${'items' in one[1] ? ` ${one[1].items}`.trimEnd() : ''}`
}

afterEach(() => void vi.useRealTimers())

describe('a gathering', () => {
  it('yields each outcome as it arrives', async () => {
    const script = scriptedAsking()
    const { next, afterAnswers } = begin(script)
    for (const id of ['b', 'c', 'a']) expect(await afterAnswers(id)).toBe(`${id} fresh ${id}`)
    expect(await next()).toBeUndefined()
  })

  it('keeps no more of an outcome than it may, before the caller takes it', async () => {
    const script = scriptedAsking()
    const limitItems = vi.fn(() => ['less'])
    expect(await begin(script, { limitItems }).afterAnswers('a', 'b', 'c')).toBe('a fresh less')
    await vi.waitFor(() => expect(limitItems.mock.calls).toEqual(['a', 'b', 'c'].map((id) => [id, [id]])))
  })

  it('of nothing ends at once', async () => {
    expect(await begin(scriptedAsking(), {}, []).next()).toBeUndefined()
  })

  it('yields missing sources at the deadline as pending, with their cached answers and no stamp', async () => {
    vi.useFakeTimers()
    const script = scriptedAsking({ c: 'kept' })
    const versionReads = createVersionReads(() => 0)
    const { next, afterAnswers } = begin(script, { deadlineMs: 1_000, versionReads })
    expect(await afterAnswers('b')).toBe('b fresh b')
    const second = next()
    await vi.advanceTimersByTimeAsync(1_000)
    expect([await second, await next(), await next()]).toEqual(['a pending', 'c pending kept', undefined])
    for (const _source of abc) versionReads.add({ slot: 1, version: 0, until: 1 })
    expect(versionReads.stamp(abc.length)).toBeUndefined()
  })

  it('yields what arrived while the caller was busy as what it is, deadline or not', async () => {
    vi.useFakeTimers()
    const script = scriptedAsking()
    const { next, afterAnswers } = begin(script, { deadlineMs: 1_000 })
    expect(await afterAnswers('a')).toBe('a fresh a')
    script.land('b')
    await vi.advanceTimersByTimeAsync(5_000)
    expect([await next(), await next(), await next()]).toEqual(['b fresh b', 'c pending', undefined])
  })

  it('continues the asks after the deadline, for up to 30 seconds from the start', async () => {
    vi.useFakeTimers()
    const script = scriptedAsking()
    const { gathered, next } = begin(script, { deadlineMs: 1_000 })
    const first = next()
    await vi.advanceTimersByTimeAsync(1_000)
    await first
    for await (const _rest of gathered);
    await vi.advanceTimersByTimeAsync(28_999)
    expect(script.leftBy('a')).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(script.leftBy('a')).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends early once the missing sources are not worth the wait, and continues their asks', async () => {
    vi.useFakeTimers()
    const script = scriptedAsking({ c: 'kept' })
    const missing: string[][] = []
    const isEnough = (pending: readonly Source<string, string>[]) => {
      missing.push(pending.map(({ id }) => id))
      return pending.length < 2
    }
    const { next } = begin(script, { deadlineMs: 8_000, earlyStop: { afterMs: 4_000, isEnough } })
    const first = next()
    await vi.advanceTimersByTimeAsync(3_999)
    script.land('a')
    expect(await first).toBe('a fresh a')
    const second = next()
    expect(missing).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(missing).toEqual([['b', 'c']])
    await vi.advanceTimersByTimeAsync(500)
    script.land('b')
    expect([await second, await next(), await next()]).toEqual(['b fresh b', 'c pending kept', undefined])
    expect(missing).toEqual([['b', 'c'], ['c']])
    expect(script.leftBy('c')).toBe(false)
  })

  it('has no timers after all have answered', async () => {
    vi.useFakeTimers()
    const script = scriptedAsking()
    const { gathered, afterAnswers } = begin(script)
    await afterAnswers('a', 'b', 'c')
    for await (const _rest of gathered);
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a caller', () => {
  it('that breaks off ends the asks', async () => {
    const script = scriptedAsking()
    const { gathered, afterAnswers } = begin(script)
    await afterAnswers('a')
    await gathered.return(undefined)
    expect(['b', 'c'].map(script.leftBy)).toEqual([true, true])
  })

  it('whose signal aborts ends the asks, and gets the reason', async () => {
    // The deadline, which ends them too, does not come.
    vi.useFakeTimers()
    const script = scriptedAsking()
    const leaving = new AbortController()
    const { next, afterAnswers } = begin(script, { signal: leaving.signal })
    await afterAnswers('b')
    leaving.abort()
    expect([await next(), await next(), await next()]).toEqual(['a failed', 'c failed', undefined])
  })

  it('whose signal has aborted already asks nothing', async () => {
    const script = scriptedAsking()
    const { next } = begin(script, { signal: AbortSignal.abort() })
    expect(await next()).toBe('a failed')
    expect(script.leftBy('a')).toBe(true)
  })

  it('whose signal aborts after the end ends nothing', async () => {
    vi.useFakeTimers()
    const script = scriptedAsking()
    const leaving = new AbortController()
    const { gathered, next } = begin(script, { deadlineMs: 1_000, signal: leaving.signal })
    const first = next()
    await vi.advanceTimersByTimeAsync(1_000)
    await first
    for await (const _rest of gathered);
    leaving.abort()
    expect(script.leftBy('a')).toBe(false)
  })
})

describe('a bug in asking', () => {
  it('rejects the gathering and ends the other asks', async () => {
    const script = scriptedAsking()
    const { gathered } = begin(script)
    const first = gathered.next()
    script.breakDown('b', new Error('a bug of ours'))
    await expect(first).rejects.toThrow('a bug of ours')
    expect(script.leftBy('a')).toBe(true)
  })

  it('while the caller is busy rejects its next call', async () => {
    const script = scriptedAsking()
    const { gathered, afterAnswers } = begin(script)
    await afterAnswers('a')
    script.breakDown('b', new Error('a bug of ours'))
    await new Promise((resolve) => setImmediate(resolve))
    await expect(gathered.next()).rejects.toThrow('a bug of ours')
  })

  it('after the deadline ends the other asks without a rejection', async () => {
    vi.useFakeTimers()
    const script = scriptedAsking()
    const { gathered, next } = begin(script, { deadlineMs: 1_000 })
    const first = next()
    await vi.advanceTimersByTimeAsync(1_000)
    await first
    for await (const _rest of gathered);
    script.breakDown('b', new Error('a bug of ours'))
    await vi.advanceTimersByTimeAsync(60_000)
    // The test runner fails on unhandled rejections.
    expect(script.leftBy('a')).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the attempts of a gathering', () => {
  /** The callers of its asks. */
  async function callersOf(more: Partial<GatherOptions<string, string>>) {
    const script = scriptedAsking()
    const callers: (Caller | undefined)[] = []
    const asking: ReturnType<typeof createAsker> = {
      ...script.asking,
      ask(source, query, want, caller) {
        callers.push(caller)
        return script.asking.ask(source, query, want, caller)
      },
    }
    const { next } = begin({ ...script, asking }, { client: 'one', holdMs: 1_000, ...more })
    const first = next()
    script.land('a')
    await first
    return callers
  }

  it('have one limit, an order by source, and the client of the gathering', async () => {
    const callers = await callersOf({ parallel: 3 })
    const limit = { ...createLimit(3), waiting: expect.anything() }
    expect(callers).toMatchObject(Array(3).fill({ client: 'one', holdMs: 1_000, limits: [limit] }))
    expect(new Set(callers.map((caller) => caller?.limits[0])).size).toBe(1)
    expect(callers.map((caller) => caller?.order?.())).toEqual([0, 1, 2])
  })

  it('also hold the limits that it shares with others, in the order that goes with them', async () => {
    const slots = createLimit(10)
    const callers = await callersOf({ shared: { limits: [slots], order: (index) => 100 + index } })
    expect(callers.map((caller) => caller?.limits[1] === slots)).toEqual([true, true, true])
    expect(callers.map((caller) => caller?.order?.())).toEqual([100, 101, 102])
  })
})

it('whoever waits longer than 30 seconds is asked for as long', async () => {
  vi.useFakeTimers()
  const script = scriptedAsking()
  const { next } = begin(script, { deadlineMs: 60_000 })
  const first = next()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(script.leftBy('a')).toBe(false)
  script.land('a')
  expect(await first).toBe('a fresh a')
  await vi.advanceTimersByTimeAsync(1)
  expect(script.leftBy('b')).toBe(true)
  expect(await next()).toBe('b failed')
})
