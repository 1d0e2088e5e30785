// Live updates: when the stream opens, what is read from it, and what happens when it breaks.
import { describe, expect, it } from 'vitest'
import { createScriptedTimers } from '../../../test/kit/page-data.ts'
import { ApiError, type RequestOptions, type ServerEvent } from '../api-client.ts'
import { LastSeen } from './last-seen.ts'
import type { ListUpdate } from './list-state.ts'
import { LiveUpdates } from './live-updates.ts'

/** A stream controlled by the test. */
function openStream(path: string, { signal, isBackground, onOpen }: RequestOptions) {
  const query = new URLSearchParams(path.split('?')[1])
  const pending: (() => ServerEvent | undefined)[] = []
  const woken: (() => void)[] = []
  const push = (next: () => ServerEvent | undefined) => {
    pending.push(next)
    for (const wake of woken.splice(0)) wake()
  }
  async function* events(): AsyncGenerator<ServerEvent> {
    signal?.addEventListener('abort', () => push(() => undefined))
    for (;;) {
      while (pending.length === 0) await new Promise<void>((resolve) => woken.push(resolve))
      const event = pending.shift()?.()
      if (!event) return
      yield event
    }
  }
  return {
    ids: query.get('sources')?.split(','),
    since: query.get('since'),
    signal,
    isQuiet: isBackground,
    begin: () => onOpen?.(),
    events,
    say: (...messages: object[]) => {
      for (const data of messages) push(() => ({ event: 'message', data }))
    },
    end: () => push(() => undefined),
    fail: (error: unknown = new ApiError('unreachable', 'gone')) =>
      push(() => {
        throw error
      }),
  }
}

/** Streams that open at once, unless they hang. */
function setUp({ hangs = false } = {}) {
  const { timers, now, pass, settle } = createScriptedTimers()
  const streams: ReturnType<typeof openStream>[] = []
  const taken: [string, ListUpdate][] = []
  const lastSeen = new LastSeen(now)
  const api = {
    events(path: string, want: RequestOptions = {}) {
      const stream = openStream(path, want)
      streams.push(stream)
      if (!hangs) stream.begin()
      return stream.events()
    },
  }
  const following = new LiveUpdates({ api, timers, lastSeen, onUpdate: (id, update) => taken.push([id, update]) })
  const stream = (place: number) => streams[place] ?? expect.fail('no such stream was opened')
  return { following, streams, stream, taken, pass, settle, seen: lastSeen }
}

/** A stream that was opened for these lists. */
async function opened(ids: readonly string[], options = {}) {
  const all = setUp(options)
  all.following.follow(ids)
  await all.pass(1_500)
  return all
}

const item = { id: '1', title: 'one', url: 'https://a.test/1', rank: 1 }
const start = { type: 'start', sourceId: 'weibo', data: [], total: 2, cached: true, stale: false, updatedAt: 7 }
const data = { type: 'data', sourceId: 'weibo', data: [item], total: 2 }
const end = { type: 'end', sourceId: 'weibo', data: [], total: 2 }

describe('opening the stream', () => {
  it('waits until what is near has been the same for a moment', async () => {
    const { following, streams, stream, pass } = setUp()
    following.follow(['a'])
    await pass(600)
    following.follow(['a', 'b'])
    await pass(600)
    expect(streams).toHaveLength(0)
    await pass(100)
    expect(stream(0).ids).toEqual(['a', 'b'])
  })

  it('opens another when something else is near, and closes the one before', async () => {
    const { following, stream, streams, pass } = setUp()
    following.follow(['a'])
    await pass(2_000)
    following.follow(['b'])
    await pass(1_500)
    expect(stream(0).signal?.aborted).toBe(true)
    expect(stream(1).ids).toEqual(['b'])
    following.follow(['b'])
    await pass(5_000)
    expect(streams).toHaveLength(2)
  })

  it('follows the last 60 of more', async () => {
    const { following, stream, pass } = setUp()
    const ids = Array.from({ length: 70 }, (_, at) => `list${at}`)
    following.follow(ids)
    await pass(1_500)
    expect(stream(0).ids).toEqual(ids.slice(10))
  })

  it('says since when it knows nothing: since what it heard last, not since it was closed', async () => {
    const { following, stream, pass, seen } = setUp()
    seen.onServerTime(1_000_000)
    seen.markCurrent(['a', 'b'])
    following.follow(['a', 'b'])
    await pass(90_000)
    expect(stream(0).since).toBe('995000')
    stream(0).say({ type: 'end', sourceId: 'a', data: [], total: 0 })
    await pass(60_000)
    following.pause()
    following.resume()
    await pass(0)
    // 90 seconds after the recorded server time, minus the clock tolerance.
    expect(stream(1).since).toBe('1085000')
  })

  it('takes a list it has not been told of for unknown until the first round must be over', async () => {
    const { following, stream, pass, seen } = setUp()
    seen.onServerTime(1_000_000)
    following.follow(['a', 'b'])
    await pass(30_000)
    stream(0).say({ type: 'end', sourceId: 'a', data: [], total: 0 })
    await pass(1_000)
    following.reopen()
    await pass(0)
    expect(stream(1).since).toBeNull()
  })

  it('does not ask the reader who he is', async () => {
    const { stream } = await opened(['a'])
    expect(stream(0).isQuiet).toBe(true)
  })

  it('begins anew at once when who asks has changed', async () => {
    const { following, stream, streams, pass } = await opened(['a'])
    stream(0).fail(new ApiError('unauthorized', 'who is there?'))
    await pass(59_999)
    expect(streams).toHaveLength(1)
    following.reopen()
    await pass(0)
    expect(streams).toHaveLength(2)
    expect([following.isBroken.value, [...following.live.value]]).toEqual([false, ['a']])
  })

  it('is closed while nobody looks, and opened again after', async () => {
    const { following, stream, streams, pass } = setUp()
    following.follow(['a'])
    await pass(2_500)
    expect([...following.live.value]).toEqual(['a'])
    following.pause()
    expect(stream(0).signal?.aborted).toBe(true)
    expect(following.live.value.size).toBe(0)
    following.follow(['a', 'b'])
    await pass(60_000)
    expect(streams).toHaveLength(1)
    following.resume()
    await pass(0)
    expect(stream(1).ids).toEqual(['a', 'b'])
  })
})

describe('what a stream says', () => {
  it('is a list once it is whole', async () => {
    const { stream, taken, pass } = await opened(['weibo'])
    stream(0).say(start, data, { ...data, data: [{ ...item, id: '2', rank: 2 }] })
    await pass(0)
    expect(taken).toEqual([])
    stream(0).say(end)
    await pass(0)
    expect(taken).toEqual([['weibo', { data: [item, { ...item, id: '2', rank: 2 }], stale: false, updatedAt: 7 }]])
  })

  it('is a failure when that is told, and nothing when it is not understood', async () => {
    const { stream, taken, pass } = await opened(['weibo'])
    const error = { kind: 'timeout', message: 'slow' }
    stream(0).say({ nothing: 'known' }, { type: 'other', sourceId: 'weibo' })
    stream(0).say({ type: 'error', sourceId: 'weibo', data: [], total: 0, updatedAt: null, error })
    await pass(0)
    expect(taken).toEqual([['weibo', { data: [], stale: false, updatedAt: null, error }]])
  })

  it('is forgotten when it broke off before the end', async () => {
    const { stream, taken, pass } = await opened(['weibo'])
    stream(0).say(start, data)
    stream(0).fail()
    await pass(1_000)
    stream(1).say(data, end)
    await pass(0)
    expect(taken).toEqual([])
  })
})

describe('a stream that breaks off', () => {
  it('says so, and is tried again after 1, 2, 4 … 60 seconds', async () => {
    const { following, stream, streams, pass } = await opened(['a'])
    const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]
    for (const [tries, wait] of waits.entries()) {
      stream(tries).fail()
      await pass(wait - 1)
      expect(streams).toHaveLength(tries + 1)
      expect(following.isBroken.value).toBe(true)
      await pass(1)
      expect(streams).toHaveLength(tries + 2)
    }
  })

  it('is live again when its answer has begun, and not before', async () => {
    const { following, stream, pass } = await opened(['a'], { hangs: true })
    stream(0).fail()
    await pass(10_000)
    expect([following.isBroken.value, following.live.value.size]).toEqual([true, 0])
    stream(1).begin()
    expect([following.isBroken.value, [...following.live.value]]).toEqual([false, ['a']])
  })

  it.each([
    ['leaves meanwhile and comes back', true],
    ['had nothing near for a while', false],
  ])('does not keep from being live who %s', async (_what, isLeft) => {
    const { following, stream, streams, pass } = await opened(['a'])
    stream(0).fail()
    await pass(0)
    following.follow([])
    if (isLeft) following.pause()
    await pass(10_000)
    if (isLeft) following.resume()
    following.follow(['b'])
    await pass(1_500)
    expect(streams).toHaveLength(2)
    expect([following.isBroken.value, ...following.live.value]).toEqual([false, 'b'])
  })

  it('forgets how often it broke once it has stood for a while', async () => {
    const { stream, streams, pass } = await opened(['a'])
    stream(0).end()
    await pass(1_000)
    await pass(30_000)
    stream(1).end()
    await pass(1_000)
    expect(streams).toHaveLength(3)
  })

  it('is not tried before the service wants it to be', async () => {
    const { stream, streams, pass } = await opened(['a'])
    stream(0).fail(new ApiError('busy', 'too many', 20))
    await pass(19_999)
    expect(streams).toHaveLength(1)
    await pass(1)
    expect(streams).toHaveLength(2)
  })
})
