// Tests of load shedding with a simulated event loop.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLoadShedder } from './load-shedding.ts'

/** The capacity where nobody else uses the processor. */
const mostAsks = 2_800

function make(maxLagMs = 500) {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const delay = { mean: Number.NaN, count: 0, enable: vi.fn(() => true), reset: vi.fn() }
  delay.reset.mockImplementation(() => Object.assign(delay, { count: 0, mean: Number.NaN }))
  const time = { active: 0, cpu: 0 }
  const said: string[] = []
  const recordRejection = vi.fn()
  const load = createLoadShedder({
    maxLagMs,
    metrics: { recordRejection },
    log: { warn: (line: string) => void said.push(line), info: (line: string) => void said.push(line) },
    random: () => 0.5,
    loop: { delay, activeMs: () => time.active, cpuMs: () => time.cpu },
  })
  /** Simulates a second with this mean lag. */
  const second = (lagMs = 0) => {
    Object.assign(delay, { count: 10, mean: (lagMs + 20) * 1e6 })
    vi.advanceTimersByTime(1_000)
  }
  return { load, said, refused: recordRejection, second, time, delay }
}

function isRefused(act: () => unknown): boolean {
  try {
    act()
    return false
  } catch {
    return true
  }
}

describe('room for searches', () => {
  it('is there until all that run are more than can be done in time, and again when some have ended', () => {
    const { load, refused } = make()
    const leave = load.reserve(mostAsks - 131)
    load.reserve(131)
    expect(() => load.reserve(11)).toThrow('service: overloaded (2800 asks of sites are running); retry in 6 s')
    expect(isRefused(load.requireCapacity)).toBe(true)
    expect(refused.mock.calls).toEqual([['busy'], ['busy']])
    leave()
    leave()
    load.reserve(mostAsks - 131)
    expect(isRefused(load.requireCapacity)).toBe(true)
  })

  it('is always there for one, however much it asks', () => {
    const { load } = make()
    const leave = load.reserve(100_000)
    expect(isRefused(() => load.reserve(11))).toBe(true)
    leave()
    load.reserve(100_000)
  })

  it('is there for a search of which nearly all is known while others have none, and for one of which all is known always', () => {
    const { load } = make()
    load.reserve(mostAsks)
    expect([load.hasCapacity(11), load.hasCapacity(10), load.hasCapacity(0)]).toEqual([false, true, true])
    for (let taken = 0; taken < mostAsks / 2; taken += 10) load.reserve(10)
    expect([load.hasCapacity(10), load.hasCapacity(1), load.hasCapacity(0)]).toEqual([false, false, true])
    expect(isRefused(() => load.reserve(0))).toBe(false)
  })

  it('is half of what others leave for one client that has some already, and for a first search all of it', () => {
    const { load, said } = make()
    load.reserve(800, 'greedy')
    const leave = load.reserve(600, 'greedy')
    expect(() => load.reserve(11, 'greedy')).toThrow(
      'service: overloaded (1400 asks of sites are running for this client); retry in 6 s',
    )
    expect([load.hasCapacity(11, 'greedy'), load.hasCapacity(1_400, 'other'), load.hasCapacity(1_400)]).toEqual([
      false,
      true,
      true,
    ])
    load.reserve(400, 'other')
    expect([load.hasCapacity(300, 'other'), load.hasCapacity(301, 'other')]).toEqual([true, false])
    leave()
    expect([load.hasCapacity(400, 'greedy'), load.hasCapacity(401, 'greedy')]).toEqual([true, false])
    expect([said, load.troubles()]).toEqual([[], []])
  })
})

describe('room where other processes use the processor too', () => {
  it('is less before anything was asked, and again all when the processor is free', () => {
    const { load, time } = make()
    load.reserve(1)
    Object.assign(time, { active: 1_000, cpu: 99 })
    expect(load.hasCapacity(mostAsks - 1)).toBe(true)
    Object.assign(time, { active: 2_000, cpu: 200 })
    expect([load.hasCapacity(mostAsks / 10 - 1), load.hasCapacity(mostAsks / 10)]).toEqual([true, false])
    Object.assign(time, { active: 2_100, cpu: 300 })
    expect(load.hasCapacity(mostAsks - 1)).toBe(true)
  })
})

describe('a late event loop', () => {
  it('turns work away after two late seconds, until one is less than half as late', () => {
    const { load, second } = make()
    const seconds = [501, 500, 501, 501, 400, 251, 249, 501].map((lagMs) => {
      second(lagMs)
      return isRefused(load.requireCapacity)
    })
    expect(seconds).toEqual([false, false, false, true, true, true, false, false])
  })

  it('is measured in the mean of ten seconds, so that one late second is not much', () => {
    const { load, second } = make()
    second(900)
    expect(load.meanLagMs()).toBe(90)
    for (let i = 0; i < 9; i += 1) second(100)
    expect(load.meanLagMs()).toBe(180)
    second(100)
    expect(load.meanLagMs()).toBe(100)
  })

  it('is late until something else is known: a loop that stood still has no samples', () => {
    const { load, second, delay } = make()
    second(900)
    second(900)
    Object.assign(delay, { count: 0, mean: Number.NaN })
    vi.advanceTimersByTime(1_000)
    expect(() => load.requireCapacity()).toThrow('the event loop is 900 ms late')
  })
})

describe('who is turned away', () => {
  it('is told when to come again, not everybody the same', () => {
    const { load, second } = make()
    second(900)
    second(900)
    const refusal = { status: 503, code: 'SERVICE_BUSY', headers: { 'retry-after': '6' } }
    expect(load.requireCapacity).toThrow(expect.objectContaining(refusal))
  })

  it('is counted; the log and the troubles say when it begins and when it is over', () => {
    const { load, second, said } = make()
    expect(load.troubles()).toEqual([])
    second(900)
    second(900)
    for (let i = 0; i < 3; i += 1) expect(isRefused(load.requireCapacity)).toBe(true)
    expect(load.troubles()).toEqual([
      'the service is overloaded (the event loop is 900 ms late): searches and forced lists are rejected',
    ])
    for (let i = 0; i < 9; i += 1) second()
    expect(load.troubles()).toHaveLength(1)
    second()
    expect(load.troubles()).toEqual([])
    expect(said).toEqual([
      'overloaded (the event loop is 900 ms late): requests that need upstream calls get 503 until it is over',
      'no longer overloaded; 3 requests were rejected',
    ])
  })

  it('is nobody where MAX_LAG_MS is 0', () => {
    const { load, second } = make(0)
    second(5_000)
    second(5_000)
    load.reserve(100_000)
    expect(isRefused(load.requireCapacity)).toBe(false)
  })
})
