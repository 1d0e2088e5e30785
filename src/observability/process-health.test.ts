// Tests of process health with a simulated event loop.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { monitorProcess } from './process-health.ts'

/** Creates the monitor over a simulated event loop. */
function make(others: readonly string[] = [], notices: readonly string[] = []) {
  vi.useFakeTimers()
  const loop = { mean: Number.NaN, count: 0, enable: vi.fn(() => true), disable: vi.fn(() => true), reset: vi.fn() }
  const vitals = monitorProcess({ problems: () => others, notices: () => notices }, loop)
  onTestFinished(() => {
    vitals.stop()
    vi.useRealTimers()
  })
  const sampled = (count: number, meanMs: number) => Object.assign(loop, { count, mean: meanMs * 1e6 })
  loop.reset.mockImplementation(() => Object.assign(loop, { count: 0, mean: Number.NaN }))
  return { vitals, loop, sampled, windowOver: () => vi.advanceTimersByTime(10_000) }
}

function blocked(lateMs: number): string {
  return `the event loop is blocked: it is ${lateMs} ms late on average`
}

describe('the vitals', () => {
  it('say how long the process runs, on what, and with how much memory', () => {
    const vitals = monitorProcess({ problems: () => [], notices: () => [] })
    onTestFinished(vitals.stop)
    const { uptimeMs, nodeVersion, memory, problems } = vitals.read()
    expect(uptimeMs).toBeGreaterThan(0)
    expect(nodeVersion).toBe(process.version)
    expect(memory.heapUsed).toBeGreaterThan(1_000_000)
    expect(memory.rss).toBeGreaterThanOrEqual(memory.heapUsed)
    expect(Object.keys(memory)).toEqual(['heapUsed', 'heapTotal', 'rss'])
    expect(problems).toEqual([])
  })

  it('say the troubles of others as they are now', () => {
    const others: string[] = []
    const { vitals } = make(others)
    expect(vitals.read().problems).toEqual([])
    others.push('the store is down')
    expect(vitals.read().problems).toEqual(['the store is down'])
  })

  it('say what others want to be known, which is no trouble', () => {
    const { vitals } = make([], ['a file was set aside'])
    expect(vitals.read()).toMatchObject({ problems: [], notices: ['a file was set aside'] })
  })
})

describe('the event loop', () => {
  it('is blocked when what is due comes more than 200 ms late in the mean', () => {
    const { vitals, sampled } = make(['the store is down'])
    sampled(10, 220)
    expect(vitals.read()).toMatchObject({ isBlocked: false, problems: ['the store is down'] })
    sampled(10, 221)
    expect(vitals.read()).toMatchObject({ isBlocked: true, problems: [blocked(201), 'the store is down'] })
  })

  it('is not blocked because it was late a few times, as when the service starts', () => {
    const { vitals, sampled } = make()
    expect(vitals.read().problems).toEqual([])
    sampled(9, 5_000)
    expect(vitals.read().problems).toEqual([])
  })

  it('that stood still for most of a window was blocked in it, however few the samples; one good window later it is not', () => {
    const { vitals, sampled, windowOver } = make()
    sampled(3, 3_000)
    windowOver()
    expect(vitals.read().problems).toEqual([blocked(2_980)])
    sampled(400, 21)
    expect(vitals.read().problems).toEqual([blocked(2_980)])
    windowOver()
    expect(vitals.read().problems).toEqual([])
    sampled(3, 3_000)
    windowOver()
    windowOver()
    expect(vitals.read().problems).toEqual([])
  })

  it('is watched from the start until it is stopped', () => {
    const { vitals, loop } = make()
    expect(loop.enable).toHaveBeenCalledOnce()
    vitals.stop()
    expect(loop.disable).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })
})
