// The state that a breaker shares with other replicas, over a channel that the test holds.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../errors.ts'
import { breakerRules, CircuitBreaker, closedState, type SharedBreakerState } from './circuit-breaker.ts'

const { failureThreshold, openMs, maxOpenMs } = breakerRules
const timeout = new UpstreamError('timeout', 'no whole answer in time')

function blocked(retryAfterMs?: number): UpstreamError {
  return new UpstreamError('blocked', 'answered 429', { retryAfterMs })
}

/** A breaker, and the other replicas. Its own state is newer than theirs, so publishing it drops what they sent. */
function make() {
  const clock = makeClock()
  const published: SharedBreakerState[] = []
  let latest: SharedBreakerState | undefined
  const breaker = new CircuitBreaker('a.site.test', clock.epochMs, breakerRules, {
    latest: () => latest,
    publish(state) {
      published.push(state)
      latest = undefined
    },
  })
  const hearsClosed = () => {
    latest = { ...closedState }
  }
  const hearsOpen = (ms: number, reason?: UpstreamError) => {
    latest = { openUntil: clock.epochMs() + ms, openMs: ms, reason }
  }
  const beginMany = (count: number) => Array.from({ length: count }, () => breaker.acquire())
  const failOften = (count: number) => {
    for (let time = 0; time < count; time += 1) breaker.acquire().failed(timeout)
  }
  const leftMs = () => breaker.rejection()?.retryAfterMs
  return { clock, breaker, published, hearsClosed, hearsOpen, beginMany, failOften, leftMs }
}

describe('a breaker that another replica opened', () => {
  it('rejects attempts, with the reason if there is one', () => {
    const { breaker, hearsOpen } = make()
    hearsOpen(openMs)
    expect(() => breaker.acquire()).toThrow(/^requests to a.site.test are paused$/)
    hearsOpen(openMs, blocked())
    expect(() => breaker.acquire()).toThrow(/paused after a failure \(blocked: answered 429\)$/)
  })

  it.each([
    { lasted: 5_000, next: 10_000 },
    { lasted: maxOpenMs * 2, next: maxOpenMs },
  ])('after $lasted ms opens for $next ms when its own trial fails', ({ lasted, next }) => {
    const { clock, breaker, hearsOpen, leftMs } = make()
    hearsOpen(lasted)
    expect(leftMs()).toBe(Math.min(lasted, maxOpenMs))
    clock.advance(lasted)
    breaker.acquire().failed(timeout)
    expect(leftMs()).toBe(next)
  })

  it('stays open for as long when its own trial fails meanwhile', () => {
    const { clock, breaker, failOften, hearsOpen, leftMs } = make()
    failOften(failureThreshold)
    clock.advance(openMs)
    const trial = breaker.acquire()
    hearsOpen(openMs * 20)
    trial.failed(timeout)
    expect(leftMs()).toBe(openMs * 20)
  })
})

describe('a breaker that another replica closed', () => {
  it('counts its failures from zero', () => {
    const { breaker, failOften, hearsClosed } = make()
    failOften(failureThreshold - 1)
    hearsClosed()
    failOften(failureThreshold - 1)
    expect(breaker.state()).toBe('closed')
    failOften(1)
    expect(breaker.state()).toBe('open')
  })

  it('closes only once for it, and opens and closes by itself again', () => {
    const { clock, breaker, published, beginMany, hearsOpen, hearsClosed } = make()
    hearsOpen(openMs)
    expect(breaker.state()).toBe('open')
    hearsClosed()
    for (const attempt of beginMany(failureThreshold)) attempt.failed(timeout)
    expect(breaker.state()).toBe('open')
    clock.advance(openMs)
    breaker.acquire().succeeded()
    expect(breaker.state()).toBe('closed')
    expect(published).toEqual([{ openUntil: clock.epochMs(), openMs, reason: timeout }, closedState])
  })
})

describe('an open period', () => {
  it('is published again when a later answer extends it', () => {
    const { clock, breaker, published, beginMany } = make()
    const late = beginMany(2)
    breaker.acquire().failed(blocked(60_000))
    for (const [at, attempt] of late.entries()) attempt.failed(blocked([59_000, 61_000][at]))
    expect(published.map(({ openUntil }) => openUntil - clock.epochMs())).toEqual([60_000, 61_000])
  })

  it('is published, however short it is, when the one before is over', () => {
    const { clock, breaker, published } = make()
    breaker.acquire().failed(blocked(60_000))
    clock.advance(60_000)
    breaker.acquire().failed(blocked(1))
    expect(published.map(({ openUntil }) => openUntil - clock.epochMs())).toEqual([0, 1])
  })
})
