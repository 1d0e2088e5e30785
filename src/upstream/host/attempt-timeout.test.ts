// Timeout of one attempt: overdue first bytes, estimated from the answers so far, and the total time.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answers, hangs, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { makeAsk, makeWire } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../errors.ts'
import { exchange } from '../net/exchange.ts'
import { createAdaptiveTimeout, startAttemptTimeout } from './attempt-timeout.ts'

/** A timeout that has seen these times to first byte, in milliseconds. */
function afterTimes(times: readonly number[]) {
  const timeout = createAdaptiveTimeout()
  for (const ms of times) timeout.startWait().firstByte(ms)
  return timeout
}

const fast = [200, 220, 180, 210, 190, 200]

describe('the timeout of an attempt', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  const late = { kind: 'timeout', message: 'no first byte in the time this host usually takes' }
  const over = { kind: 'timeout', message: 'no whole answer in time' }

  /** Starts an attempt at a host that took these times so far. `pass` lets time pass, in which timers may run late. */
  function start(times: readonly number[], { attemptMs = 60_000, mayTryAgain = true } = {}) {
    const clock = { ms: 0, activeMs: 0 }
    const leaving = new AbortController()
    const budget = { attemptMs, mayTryAgain: () => mayTryAgain }
    const attempt = startAttemptTimeout({ adaptiveTimeout: afterTimes(times) }, budget, leaving.signal, {
      monotonicMs: () => clock.ms,
      activeMs: () => clock.activeMs,
    })
    const pass = (ms: number, timersMs = ms) => {
      clock.ms += ms - timersMs
      for (let passed = 0; passed < timersMs; passed += 25) {
        clock.ms += 25
        vi.advanceTimersByTime(25)
      }
    }
    return { ...attempt, clock, pass, leaving }
  }

  type Pass = readonly [ms: number, timersMs?: number]
  const brief = { attemptMs: 1_000 }

  it.each<[string, readonly number[], Parameters<typeof start>[1], readonly Pass[], Pass, object]>([
    ['ends soon at a host that usually answers fast', fast, {}, [[900]], [600], late],
    // Three seconds pass within a single check.
    ['does not count a block of the event loop', fast, { attemptMs: 4_000 }, [[3_000, 250], [500]], [1_000], late],
    ['counts each block of the event loop once', [], brief, [[750], [950, 250]], [700], over],
    ['is longer only by what its timers were late', [], { attemptMs: 2_000 }, Array(8).fill([275, 250]), [25], over],
    [
      'ends a busy attempt at three times its time',
      [],
      brief,
      [[1_000, 250], [1_000, 250], [600]],
      [4_500, 3_000],
      over,
    ],
  ])('%s', (_what, times, options, passes, last, reason) => {
    const { signal, pass } = start(times, options)
    for (const one of passes) pass(...one)
    expect(signal.aborted).toBe(false)
    pass(...last)
    expect(signal.reason).toMatchObject(reason)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['without another attempt', fast, { mayTryAgain: false }, 59_900],
    ['at a host that is always slow', [3_000, 3_200, 2_800, 3_100, 2_900], {}, 3_300],
  ])('does not end early %s', (_when, times, options, ms) => {
    const { signal, pass, stop } = start(times, options)
    pass(ms)
    expect(signal.aborted).toBe(false)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is that of the whole attempt once the first byte has arrived', () => {
    const { signal, pass, firstByte } = start(fast)
    pass(300)
    firstByte()
    pass(59_600)
    expect(signal.aborted).toBe(false)
    pass(100)
    expect(signal.reason).toMatchObject(over)
  })

  it('does not count for a first byte what this process was busy with, however short each piece of it', () => {
    const { signal, pass, clock } = start(fast)
    for (let passed = 0; passed < 3_000; passed += 250) {
      clock.activeMs += 225
      pass(250)
    }
    expect(signal.aborted).toBe(false)
    pass(1_000)
    expect(signal.reason).toMatchObject(late)
  })

  it('ends with the ask, for the reason the ask ends', () => {
    const { signal, leaving, stop } = start([])
    const reason = new UpstreamError('timeout', 'nobody waits')
    leaving.abort(reason)
    expect(signal.reason).toBe(reason)
    stop()
  })
})

it('a hung attempt at a fast host is made again long before its time is over', async () => {
  const quick = answers('quick')
  const server = await scriptedServer([quick, quick, quick, quick, quick, hangs, quick])
  const wire = makeWire()
  const ask = makeAsk({ attemptMs: 60_000, askMs: 60_000 })
  for (let count = 0; count < 6; count += 1) await exchange(server.url('/'), {}, ask, wire)
  expect(server.heard).toHaveLength(7)
  await server.heard[5]?.over
})

describe('the timeout for a first byte', () => {
  const msAfter = (times: readonly number[]) => afterTimes(times).startWait().timeoutMs()

  it('is not limited before five answers, and a second at a host that answers fast', () => {
    const timeout = afterTimes([200, 200, 200, 200])
    const waiting = timeout.startWait()
    expect(waiting.timeoutMs()).toBeUndefined()
    timeout.startWait().firstByte(200)
    expect(waiting.timeoutMs()).toBe(1_000)
  })

  it('is well above what an always slow host takes, and longer where times vary', () => {
    expect(msAfter([3_000, 3_400, 2_600, 3_100, 2_900])).toBeGreaterThan(3_500)
    const even = msAfter([1_000, 1_000, 1_000, 1_000, 1_000]) ?? 0
    expect(msAfter([200, 1_800, 200, 1_800, 1_000])).toBeGreaterThan(even * 2)
  })

  it('doubles when no answer arrived meanwhile, until the host answers fast again', () => {
    const timeout = afterTimes(fast)
    for (const ms of [2_000, 4_000]) {
      timeout.startWait().timedOut()
      expect(timeout.startWait().timeoutMs()).toBe(ms)
    }
    timeout.startWait().firstByte(3_000)
    expect(timeout.startWait().timeoutMs()).toBeGreaterThan(4_000)
    timeout.startWait().firstByte(200)
    expect(timeout.startWait().timeoutMs()).toBeLessThan(4_000)
  })

  it('stays the same when others were answered meanwhile: then the attempt hung, not the host', () => {
    const timeout = afterTimes(fast)
    const hung = timeout.startWait()
    timeout.startWait().firstByte(200)
    hung.timedOut()
    expect(timeout.startWait().timeoutMs()).toBe(1_000)
  })
})
