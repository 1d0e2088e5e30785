// Checks of a cloud: concurrency, spacing, order, cancellation, and the circuit breaker.
import { describe, expect, it, vi } from 'vitest'
import { aliyun, allThere, inTime, makeChecks, slow, start, statesOf } from '../../../test/kit/checks.ts'
import { shareAt as quark } from '../../../test/kit/searching.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { type CloudShare, recognise } from '../clouds/recognise.ts'
import type { CheckVerdict } from './check.ts'

const minuteMs = 60_000

function numbered<Item>(count: number, address: (number: number) => Item): Item[] {
  return Array.from({ length: count }, (_, number) => address(number + 1))
}

function shareOf(address: string): CloudShare {
  const share = recognise(address)
  if (!share) throw new Error(`${address} is no share`)
  return share
}

/** A cloud on which so many checks ran at once at the most. */
function watched(ms: number) {
  const running = { now: 0, most: 0 }
  const cloud = async (): Promise<CheckVerdict> => {
    running.now += 1
    running.most = Math.max(running.most, running.now)
    await new Promise((resolve) => setTimeout(resolve, ms))
    running.now -= 1
    return { state: 'ok', summary: 'it is there' }
  }
  return { running, cloud }
}

describe('the line before a cloud', () => {
  it('lets so many be asked at once, as far apart as the cloud wants it', async () => {
    const { running, cloud } = watched(1_200)
    const { ask, asked } = makeChecks({ quark: cloud }, { manners: { parallel: 2, spacingMs: 500 } })
    expect(statesOf(await inTime(ask(numbered(5, quark))))).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
    expect(running.most).toBe(2)
    const gaps = asked.slice(1).map(({ atMs }, index) => atMs - (asked[index]?.atMs ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500)
    expect(asked.at(-1)?.atMs).toBeLessThan(4_000)
  })

  it('holds nobody up who asks another cloud', async () => {
    const { ask, asked } = makeChecks(
      { quark: slow(5_000), aliyun: allThere },
      { manners: { parallel: 1, spacingMs: 0 } },
    )
    await inTime(ask([quark(1), quark(2), aliyun(1)], 20_000))
    expect(asked.map(({ cloud, atMs }) => [cloud, atMs])).toEqual([
      ['quark', 0],
      ['aliyun', 0],
      ['quark', 5_000],
    ])
  })

  it('is one of several that together let eight be asked at once', async () => {
    const { running, cloud } = watched(1_000)
    const manners = { parallel: 8, spacingMs: 0 }
    const { ask, asked } = makeChecks({ quark: cloud, aliyun: cloud }, { manners })
    await inTime(ask([...numbered(8, quark), ...numbered(8, aliyun)]))
    expect([running.most, asked.length]).toEqual([8, 16])
  })

  it('serves two requests in turns, and asks nothing that nobody waits for meanwhile', async () => {
    const { ask, asked, checks } = makeChecks({ quark: slow(100) }, { manners: { parallel: 1, spacingMs: 0 } })
    const first = ask([quark(1)])
    await vi.advanceTimersByTimeAsync(0)
    const behind = [9, 8].map((number) => checks.recheck({ share: shareOf(quark(number)), password: '' }))
    await vi.advanceTimersByTimeAsync(0)
    const [one, other] = [ask([quark(2), quark(3), quark(8)]), ask([quark(4), quark(5)])]
    await inTime(Promise.all([first, one, other, ...behind]))
    expect(asked.map(({ code }) => Number(code))).toEqual([1, 2, 4, 3, 5, 8])
  })
})

describe('at the deadline', () => {
  it('those that were not begun are not asked any more and may be asked for again at once', async () => {
    const { ask, asked, knownHealth } = makeChecks({ quark: slow(700) }, { manners: { parallel: 1, spacingMs: 0 } })
    const results = await inTime(ask([quark(1), quark(2), quark(3)], 1_000))
    const now = start + 1_000
    expect(results).toMatchObject([
      { state: 'ok' },
      { state: 'uncertain', summary: 'the cloud has not answered yet; ask again', checked_at: now, expires_at: now },
      { state: 'uncertain', summary: 'not asked in time; ask again', checked_at: now, expires_at: now },
    ])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked).toHaveLength(2)
    // What had begun went on, and is known.
    expect(knownHealth.stateOf('quark:000000000002')).toBe('ok')
    expect(await ask([quark(2)])).toMatchObject([{ state: 'ok', cache_hit: true }])
  })

  it('what somebody else waits for stays in line', async () => {
    const { ask, asked } = makeChecks({ quark: slow(700) }, { manners: { parallel: 1, spacingMs: 0 } })
    const [short, long] = [ask([quark(1), quark(2), quark(3)], 500), ask([quark(3)], 5_000)]
    expect(statesOf(await inTime(short))).toEqual(['uncertain', 'uncertain', 'uncertain'])
    expect(statesOf(await inTime(long))).toEqual(['ok'])
    expect(asked.map(({ code }) => Number(code))).toEqual([1, 3])
  })
})

describe('equal checks at once', () => {
  it('are one, and a caller who leaves stops only what nobody else waits for', async () => {
    const { ask, asked } = makeChecks({ quark: slow(1_000) }, { manners: { parallel: 1, spacingMs: 0 } })
    const leaving = new AbortController()
    const left = ask([quark(1), quark(2)], 10_000, leaving.signal)
    const stayed = ask([quark(1), quark(3)])
    await vi.advanceTimersByTimeAsync(100)
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    expect(statesOf(await inTime(stayed))).toEqual(['ok', 'ok'])
    expect(asked.map(({ code }) => Number(code))).toEqual([1, 3])
  })
})

it('nobody is asked for a caller who has left already', async () => {
  const { ask, asked } = makeChecks({ quark: allThere })
  await expect(ask([quark(1)], 10_000, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(asked).toEqual([])
})

describe('a cloud that fails', () => {
  const down = () => Promise.reject(new UpstreamError('network', 'connection refused'))

  it('three times is left alone for five minutes: who waits is told at once, nobody remembers it', async () => {
    let cloud: () => Promise<CheckVerdict> = down
    const manners = { parallel: 1, spacingMs: 2_000 }
    const { ask, asked } = makeChecks({ quark: () => cloud() }, { manners })
    const results = await inTime(ask(numbered(6, quark), 60_000))
    expect([asked.length, Date.now() - start]).toEqual([3, 4_000])
    const rest = { state: 'uncertain', summary: 'the cloud failed recently; checks of it are paused' }
    expect(results.slice(3)).toEqual(results.slice(3).map((result) => expect.objectContaining({ ...result, ...rest })))
    expect(results[5]?.expires_at).toBe(Date.now() + 5 * minuteMs)
    cloud = allThere
    await vi.advanceTimersByTimeAsync(5 * minuteMs - 1)
    expect(await ask([quark(6)])).toMatchObject([rest])
    await vi.advanceTimersByTimeAsync(1)
    expect(statesOf(await inTime(ask(numbered(6, quark).slice(3))))).toEqual(['ok', 'ok', 'ok'])
    expect(asked).toHaveLength(6)
  })

  it.each([
    ['blocked', 1],
    ['mismatch', 5],
  ] as const)('by %s is asked %i times of five', async (kind, times) => {
    const { ask, asked } = makeChecks(
      { quark: () => Promise.reject(new UpstreamError(kind, 'no')) },
      { manners: { parallel: 1, spacingMs: 0 } },
    )
    await inTime(ask(numbered(5, quark)))
    expect(asked).toHaveLength(times)
  })

  it('is no reason to leave another alone', async () => {
    const { ask } = makeChecks({ quark: down, aliyun: allThere })
    await inTime(ask(numbered(4, quark)))
    expect(statesOf(await inTime(ask([quark(9), aliyun(1)])))).toEqual(['uncertain', 'ok'])
  })
})

describe('a line that is full', () => {
  it('takes nobody else, and says so', async () => {
    const { ask } = makeChecks({ quark: slow(100_000) }, { manners: { parallel: 1, spacingMs: 0 } })
    const asks = [0, 1, 2, 3, 4].map((part) =>
      ask(
        numbered(250, (number) => quark(part * 250 + number)),
        1_000,
      ),
    )
    const results = (await inTime(Promise.all(asks))).flat()
    const turnedAway = results.filter(
      ({ summary }) => summary === 'too many checks of this cloud wait already; ask again',
    )
    expect(turnedAway).toHaveLength(1_250 - 1_001)
    expect(
      turnedAway.every(({ state, checked_at, expires_at }) => state === 'uncertain' && checked_at === expires_at),
    ).toBe(true)
  })
})

it('leaves a client its turn and its room in the line, however many checks another one sends', async () => {
  const { checks, asked } = makeChecks({ quark: slow(100) }, { manners: { parallel: 1, spacingMs: 0 } })
  const ask = (client: string, from: number, count: number) => {
    const items = numbered(count, (number) => ({ disk_type: '', url: quark(from + number), password: '' }))
    return checks.check(items, { deadlineMs: 3_000, signal: new AbortController().signal, client })
  }
  const greedy = [0, 1, 2, 3, 4, 5].map((time) => ask('greedy', 1_000 * time, 250))
  await vi.advanceTimersByTimeAsync(0)
  const others = await inTime(ask('modest', 100_000, 3))
  expect(statesOf(others)).toEqual(['ok', 'ok', 'ok'])
  expect(asked.length).toBeLessThan(12)
  await inTime(Promise.all(greedy))
})
