// The circuit breaker with a manual clock: by itself, with the state that other replicas share, and on real connections.
import { describe, expect, it } from 'vitest'
import { answers, hangs, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeClock, makeWire, textOf } from '../../../test/kit/wire.ts'
import { type FailureKind, UpstreamError } from '../errors.ts'
import { exchange } from '../net/exchange.ts'
import { breakerRules, CircuitBreaker, closedState, type SharedBreakerState } from './circuit-breaker.ts'

const { failureThreshold, openMs, blockedMs, maxOpenMs } = breakerRules

const timeout = new UpstreamError('timeout', 'said so')

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
  const fail = (kind: FailureKind, retryAfterMs?: number) =>
    breaker.acquire().failed(new UpstreamError(kind, 'said so', { retryAfterMs }))
  const failOften = (times = failureThreshold) => {
    for (let count = 0; count < times; count += 1) fail('timeout')
  }
  const opensFor = (ms: number) => {
    clock.advance(ms - 1)
    expect(() => breaker.acquire()).toThrow(expect.objectContaining({ kind: 'open', retryAfterMs: 1 }))
    clock.advance(1)
  }
  const beginMany = (count: number) => Array.from({ length: count }, () => breaker.acquire())
  const leftMs = () => breaker.rejection()?.retryAfterMs
  const hearsClosed = () => {
    latest = { ...closedState }
  }
  const hearsOpen = (ms: number, reason?: UpstreamError) => {
    latest = { openUntil: clock.epochMs() + ms, openMs: ms, reason }
  }
  return { clock, breaker, published, fail, failOften, opensFor, beginMany, leftMs, hearsClosed, hearsOpen }
}

describe('a breaker', () => {
  it.each(['timeout', 'network', 'unavailable'] as const)('opens after enough failures in a row (%s)', (kind) => {
    const { breaker, fail, opensFor } = make()
    for (let count = 0; count < failureThreshold; count += 1) fail(kind)
    opensFor(openMs)
    expect(() => breaker.acquire()).not.toThrow()
  })

  it('reports its state: closed, open, and half-open from the end of the open period until an attempt succeeds', () => {
    const { breaker, failOften, clock } = make()
    expect(breaker.state()).toBe('closed')
    failOften()
    expect(breaker.state()).toBe('open')
    clock.advance(openMs)
    expect(breaker.state()).toBe('half-open')
    const trial = breaker.acquire()
    expect(breaker.state()).toBe('half-open')
    trial.succeeded()
    expect(breaker.state()).toBe('closed')
  })

  it('stays closed while answers come between the failures', () => {
    const { breaker, failOften } = make()
    for (let count = 0; count < 10; count += 1) {
      failOften(failureThreshold - 1)
      breaker.acquire().succeeded()
    }
    expect(() => breaker.acquire()).not.toThrow()
  })

  it('stays closed when those that failed began before the latest that was answered', () => {
    const { breaker, beginMany } = make()
    const hung = beginMany(failureThreshold * 3)
    breaker.acquire().succeeded()
    for (const attempt of hung) attempt.failed(timeout)
    expect(() => breaker.acquire()).not.toThrow()
  })

  it('counts the failures of attempts that began after the latest that was answered, however late its answer came', () => {
    const { breaker, failOften } = make()
    const slow = breaker.acquire()
    failOften(failureThreshold - 1)
    slow.succeeded()
    failOften(1)
    expect(breaker.state()).toBe('open')
  })

  it('lets one attempt through when the pause is over, and closes when that succeeds', () => {
    const { breaker, failOften, opensFor } = make()
    const slow = breaker.acquire()
    failOften()
    opensFor(openMs)
    const trial = breaker.acquire()
    expect(() => breaker.acquire()).toThrow()
    slow.abandoned()
    expect(() => breaker.acquire()).toThrow()
    trial.succeeded()
    breaker.acquire()
    failOften(failureThreshold - 1)
    expect(() => breaker.acquire()).not.toThrow()
  })

  it('doubles the open period each time the trial fails, up to the maximum, and resets it after a success', () => {
    const { breaker, fail, failOften, opensFor } = make()
    failOften()
    for (let ms = openMs; ms <= maxOpenMs; ms *= 2) {
      opensFor(ms)
      fail('network')
    }
    opensFor(maxOpenMs)
    breaker.acquire().succeeded()
    failOften()
    opensFor(openMs)
  })

  it('opens at once when blocked, for the time of Retry-After or a long default', () => {
    const first = make()
    first.fail('blocked', 90_000)
    first.opensFor(90_000)
    const second = make()
    second.fail('blocked')
    second.opensFor(blockedMs)
    const third = make()
    third.fail('blocked', 365 * 24 * 60 * 60_000)
    third.opensFor(maxOpenMs)
  })

  it('neither opens for answers of no use nor stays open for them', () => {
    const { breaker, fail, failOften, opensFor } = make()
    for (let count = 0; count < 100; count += 1) fail('mismatch')
    failOften()
    opensFor(openMs)
    fail('mismatch')
    expect(() => breaker.acquire()).not.toThrow()
    breaker.acquire()
  })

  it('does not count abandoned attempts, and passes their trial to the next', () => {
    const { breaker, failOften, opensFor } = make()
    for (let count = 0; count < 100; count += 1) breaker.acquire().abandoned()
    failOften(failureThreshold - 1)
    expect(() => breaker.acquire()).not.toThrow()
    failOften(1)
    opensFor(openMs)
    breaker.acquire().abandoned()
    breaker.acquire().succeeded()
    expect(() => breaker.acquire()).not.toThrow()
  })

  it('is not closed by an answer that was under way when it opened', () => {
    const { breaker, failOften } = make()
    const early = breaker.acquire()
    failOften()
    early.succeeded()
    expect(() => breaker.acquire()).toThrow()
  })

  it('is held open for longer by a later block, not for shorter by a failure', () => {
    const { fail, opensFor, beginMany } = make()
    const late = beginMany(failureThreshold)
    fail('blocked')
    for (const attempt of late) attempt.failed(timeout)
    opensFor(blockedMs)
  })
})

describe('a forced trial of a breaker', () => {
  const refused = new UpstreamError('network', 'refused')

  it('is allowed during the open period, once in ten seconds, and closes the breaker when it succeeds', () => {
    const { clock, breaker, fail } = make()
    fail('blocked')
    const first = breaker.acquire({ isForced: true })
    expect(breaker.isTrialRunning()).toBe(true)
    first.failed(refused)
    clock.advance(9_999)
    expect(() => breaker.acquire({ isForced: true })).toThrow(expect.objectContaining({ kind: 'open' }))
    clock.advance(1)
    expect(() => breaker.acquire()).toThrow(expect.objectContaining({ kind: 'open' }))
    breaker.acquire({ isForced: true }).succeeded()
    expect(breaker.state()).toBe('closed')
  })

  it('that fails does not extend the open period, unless the upstream sends Retry-After', () => {
    const { clock, breaker, fail } = make()
    fail('blocked')
    for (let count = 1; count <= 20; count += 1) {
      breaker
        .acquire({ isForced: true })
        .failed(count % 2 === 0 ? refused : new UpstreamError('blocked', 'answered 403'))
      clock.advance(10_000)
      expect(breaker.rejection()?.retryAfterMs).toBe(blockedMs - count * 10_000)
    }
    breaker.acquire({ isForced: true }).failed(new UpstreamError('blocked', 'answered 429', { retryAfterMs: 600_000 }))
    expect(breaker.rejection()?.retryAfterMs).toBe(600_000)
  })

  it('that ends after the open period counts like a regular trial', () => {
    const { clock, breaker, failOften, opensFor } = make()
    failOften()
    clock.advance(openMs - 1_000)
    const trial = breaker.acquire({ isForced: true })
    clock.advance(2_000)
    trial.failed(refused)
    opensFor(openMs * 2)
  })

  it('is allowed ten seconds after a regular trial at the earliest', () => {
    const { clock, breaker, fail } = make()
    fail('blocked')
    clock.advance(blockedMs)
    breaker.acquire().failed(refused)
    expect(() => breaker.acquire({ isForced: true })).toThrow(expect.objectContaining({ kind: 'open' }))
    clock.advance(10_000)
    breaker.acquire({ isForced: true }).succeeded()
  })
})

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

describe('on the wire', () => {
  const broken: Reply = answers('no', {}, 500)

  it('a hundred sources of one host share its breaker, other hosts are unaffected, and no request is made while it is open', async () => {
    const server = await scriptedServer([broken])
    const wire = makeWire()
    const ask = (path: string, host?: string) => exchange(server.url(path, host), {}, makeAsk({ attempts: 1 }), wire)
    for (let source = 0; source < 100; source += 1) await failureOf(ask(`/${source}`))
    expect(server.heard).toHaveLength(failureThreshold)
    expect(await failureOf(ask('/again'))).toMatchObject({ kind: 'open' })
    expect(await failureOf(ask('/', 'b.site.test'))).toMatchObject({ kind: 'unavailable' })
    expect(server.heard).toHaveLength(failureThreshold + 1)
    expect(await wire.metrics.text()).not.toContain('outcome="open"')
  })

  it('an exchange whose own failures open it reports them', async () => {
    const server = await scriptedServer([broken])
    const error = await failureOf(exchange(server.url('/'), {}, makeAsk({ attempts: 20 }), makeWire()))
    expect(error).toMatchObject({ kind: 'unavailable', message: 'answered 500' })
    expect(server.heard).toHaveLength(failureThreshold)
  })

  it.each([
    ['after the open period', false, breakerRules.blockedMs],
    ['that is forced', true, 0],
  ])(
    'asks that arrive during a trial %s wait for it, and all are answered when it succeeds',
    async (_when, forcesTrial, ms) => {
      const clock = makeClock()
      const server = await scriptedServer([answers('no', {}, 429), answers('well')])
      const wire = makeWire(clock)
      const ask = (more = {}) => exchange(server.url('/'), {}, makeAsk({ attempts: 1 }, more), wire)
      await failureOf(ask())
      expect(await failureOf(ask())).toMatchObject({ kind: 'open' })
      clock.advance(ms)
      const all = await Promise.all([ask({ forcesTrial }), ask(), ask({ forcesTrial })])
      expect(all.map(textOf)).toEqual(['well', 'well', 'well'])
      expect(server.heard.length).toBe(4)
    },
  )

  it('asks that callers gave up do not open it', async () => {
    const server = await scriptedServer([...Array<Reply>(failureThreshold * 2).fill(hangs), answers('well')])
    const wire = makeWire()
    for (let count = 1; count <= failureThreshold * 2; count += 1) {
      const leaving = new AbortController()
      const asked = failureOf(exchange(server.url('/'), {}, makeAsk({}, { signal: leaving.signal }), wire))
      await server.until(count)
      leaving.abort(new Error('left'))
      await asked
    }
    await exchange(server.url('/'), {}, makeAsk(), wire)
  })
})
