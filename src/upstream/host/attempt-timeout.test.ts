// Timeout of one attempt: overdue first bytes, and the total time.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answers, hangs, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { makeAsk, makeWire } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../errors.ts'
import { exchange } from '../net/exchange.ts'
import { startAttemptTimeout } from './attempt-timeout.ts'
import { createUpstreamHosts } from './hosts.ts'

describe('the clock of an attempt', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  function start(usualMs: readonly number[], mayTryAgain = true) {
    const host = createUpstreamHosts(Date.now).get('a.site.test', 1)
    for (const ms of usualMs) host.adaptiveTimeout.startWait().firstByte(ms)
    const leaving = new AbortController()
    const given = { attemptMs: 60_000, mayTryAgain: () => mayTryAgain }
    return {
      leaving,
      clock: startAttemptTimeout(host, given, leaving.signal, { monotonicMs: Date.now, activeMs: () => 0 }),
    }
  }

  const fast = [200, 210, 190, 200, 200]

  it('gives up soon at a host that usually answers fast', () => {
    const { clock } = start(fast)
    vi.advanceTimersByTime(900)
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(600)
    expect(clock.signal.reason).toMatchObject({
      kind: 'timeout',
      message: 'no first byte in the time this host usually takes',
    })
  })

  it('does not abort early without another attempt', () => {
    const { clock } = start(fast, false)
    vi.advanceTimersByTime(59_999)
    expect(clock.signal.aborted).toBe(false)
    clock.stop()
  })

  it('does not cut off a host that is always slow', () => {
    const { clock } = start([3_000, 3_200, 2_800, 3_100, 2_900])
    vi.advanceTimersByTime(3_300)
    expect(clock.signal.aborted).toBe(false)
    clock.stop()
  })

  it('waits for the rest of an answer for the time of the attempt, once the first byte has arrived', () => {
    const { clock } = start(fast)
    vi.advanceTimersByTime(300)
    clock.firstByte()
    vi.advanceTimersByTime(59_000)
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(clock.signal.reason).toMatchObject({ kind: 'timeout', message: 'no whole answer in time' })
  })

  it('does not count time in which this process was too busy to listen', () => {
    let at = 0
    const host = createUpstreamHosts(() => at).get('a.site.test', 1)
    for (const ms of fast) host.adaptiveTimeout.startWait().firstByte(ms)
    const leaving = new AbortController()
    const given = { attemptMs: 4_000, mayTryAgain: () => true }
    const clock = startAttemptTimeout(host, given, leaving.signal, { monotonicMs: () => at, activeMs: () => 0 })
    const pass = (ms: number, timersMs: number) => {
      at += ms
      vi.advanceTimersByTime(timersMs)
    }
    // Three seconds pass within a single check.
    pass(3_000, 250)
    expect(clock.signal.aborted).toBe(false)
    pass(250, 250)
    pass(250, 250)
    expect(clock.signal.aborted).toBe(false)
    for (let look = 0; look < 4; look += 1) pass(250, 250)
    expect(clock.signal.reason).toMatchObject({ message: 'no first byte in the time this host usually takes' })
  })

  it('does not count for a first byte what this process was busy with, however short each piece of it', () => {
    const busy = { ms: 0 }
    const host = createUpstreamHosts(Date.now).get('a.site.test', 1)
    for (const ms of fast) host.adaptiveTimeout.startWait().firstByte(ms)
    const given = { attemptMs: 60_000, mayTryAgain: () => true }
    const clock = startAttemptTimeout(host, given, new AbortController().signal, {
      monotonicMs: Date.now,
      activeMs: () => busy.ms,
    })
    for (let passed = 0; passed < 3_000; passed += 250) {
      busy.ms += 225
      vi.advanceTimersByTime(250)
    }
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(clock.signal.reason).toMatchObject({ message: 'no first byte in the time this host usually takes' })
  })

  it('ends a busy attempt too, at three times what it was given', () => {
    let at = 0
    const host = createUpstreamHosts(() => at).get('a.site.test', 1)
    const given = { attemptMs: 1_000, mayTryAgain: () => false }
    const clock = startAttemptTimeout(host, given, new AbortController().signal, {
      monotonicMs: () => at,
      activeMs: () => 0,
    })
    for (let look = 0; look < 2; look += 1) {
      at += 1_000
      vi.advanceTimersByTime(250)
    }
    vi.advanceTimersByTime(600)
    expect(clock.signal.aborted).toBe(false)
    at += 1_500
    vi.advanceTimersByTime(3_000)
    expect(clock.signal.reason).toMatchObject({ message: 'no whole answer in time' })
  })

  it('counts each block of the event loop once', () => {
    let at = 0
    const host = createUpstreamHosts(() => at).get('a.site.test', 1)
    const given = { attemptMs: 1_000, mayTryAgain: () => false }
    const clock = startAttemptTimeout(host, given, new AbortController().signal, {
      monotonicMs: () => at,
      activeMs: () => 0,
    })
    const pass = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 50) {
        at += 50
        vi.advanceTimersByTime(50)
      }
    }
    pass(750)
    at += 700
    pass(250)
    expect(clock.signal.aborted).toBe(false)
    pass(700)
    expect(clock.signal.reason).toMatchObject({ message: 'no whole answer in time' })
    expect(at).toBe(2_400)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is longer only by what its timers were late', () => {
    let at = 0
    const host = createUpstreamHosts(() => at).get('a.site.test', 1)
    const given = { attemptMs: 2_000, mayTryAgain: () => false }
    const clock = startAttemptTimeout(host, given, new AbortController().signal, {
      monotonicMs: () => at,
      activeMs: () => 0,
    })
    for (let look = 0; look < 8; look += 1) {
      at += 275
      vi.advanceTimersByTime(250)
    }
    expect(clock.signal.aborted).toBe(false)
    at += 25
    vi.advanceTimersByTime(25)
    expect(clock.signal.reason).toMatchObject({ message: 'no whole answer in time' })
  })

  it('ends with the ask, for the reason the ask ends', () => {
    const { clock, leaving } = start([])
    const reason = new UpstreamError('timeout', 'nobody waits')
    leaving.abort(reason)
    expect(clock.signal.reason).toBe(reason)
    clock.stop()
  })

  it('has no timers after it is stopped', () => {
    start(fast).clock.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('lets a hung attempt at a fast host be made again long before its time is over', async () => {
  const quick = answers('quick')
  const server = await scriptedServer([quick, quick, quick, quick, quick, hangs, quick])
  const wire = makeWire()
  const ask = makeAsk({ attemptMs: 60_000, askMs: 60_000 })
  for (let count = 0; count < 6; count += 1) await exchange(server.url('/'), {}, ask, wire)
  expect(server.heard).toHaveLength(7)
  await server.heard[5]?.over
})
