// Tests of the login throttle: waits, and that attackers cannot lock out other users.
import { describe, expect, test } from 'vitest'
import { RequestError } from '../errors.ts'
import { createLoginThrottle, type LoginAttempt } from './login-throttle.ts'

const minute = 60_000

function start() {
  const clock = { now: 0 }
  const throttle = createLoginThrottle(() => clock.now)
  /** The attempt, or the seconds to wait first. */
  function attempt(address: string, username: string): LoginAttempt | number {
    try {
      return throttle.startAttempt(address, username)
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 429) throw error
      return Number(error.headers['retry-after'])
    }
  }
  /** Fails as soon as allowed, and returns the seconds waited. */
  function fail(address: string, username: string): number {
    const first = attempt(address, username)
    if (typeof first !== 'number') return 0
    clock.now += first * 1_000
    expect(attempt(address, username)).toBeTypeOf('object')
    return first
  }
  function succeed(address: string, username: string): void {
    const found = attempt(address, username)
    if (typeof found === 'number') throw new Error(`has to wait ${found} s`)
    found.succeeded()
  }
  const waitOf = (address: string, username: string): number => {
    const found = attempt(address, username)
    if (typeof found === 'number') return found
    found.cancel()
    return 0
  }
  return { clock, fail, succeed, attempt, waitOf }
}

function times<Value>(count: number, act: (at: number) => Value): Value[] {
  return Array.from({ length: count }, (_, at) => act(at))
}

describe('one who fails again and again', () => {
  test('waits after five failures, each time twice as long, five minutes at the most', () => {
    const { fail } = start()
    const waits = times(16, (at) => fail('192.0.2.1', `user-${at}`))
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('is told how long in a header and in words', () => {
    const { fail, attempt } = start()
    times(7, (at) => fail('192.0.2.1', `user-${at}`))
    expect(attempt('192.0.2.1', 'ada')).toBe(4)
  })

  test('cannot try many passwords at once', () => {
    const { attempt } = start()
    const begun = times(50, (at) => attempt('192.0.2.1', `user-${at}`)).filter((found) => typeof found === 'object')
    expect(begun).toHaveLength(5)
  })

  test('is the same with any address of one /64, and in any spelling of it', () => {
    const { fail, waitOf } = start()
    times(8, (at) => fail(`2001:db8:1:2::${at}`, `user-${at}`))
    expect(waitOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff', 'ada')).toBe(8)
    expect(waitOf('2001:db8:1:3::1', 'ada')).toBe(0)
    times(8, (at) => fail(at % 2 === 0 ? '192.0.2.9' : '::ffff:192.0.2.9', `user-${at}`))
    expect(waitOf('::ffff:192.0.2.9', 'ada')).toBe(8)
  })

  test('is forgiven after a quarter of an hour without another failure', () => {
    const { clock, fail, waitOf } = start()
    times(12, (at) => fail('192.0.2.1', `user-${at}`))
    clock.now += 15 * minute - 1
    times(1, () => fail('192.0.2.1', 'one-more'))
    expect(waitOf('192.0.2.1', 'ada')).toBeGreaterThan(60)
    clock.now += 15 * minute
    expect(times(5, (at) => fail('192.0.2.1', `later-${at}`))).toEqual([0, 0, 0, 0, 0])
  })

  test('gains nothing by logging in with a password of his own between', () => {
    const { fail, succeed } = start()
    const waits = times(10, (at) => {
      const waited = fail('192.0.2.1', 'ada')
      if (at < 4) succeed('192.0.2.1', 'mallory')
      return waited
    })
    expect(waits.slice(5)).toEqual([1, 2, 4, 8, 16])
  })
})

describe('many addresses that try one name', () => {
  test('wait together after ten failures, a minute at the most', () => {
    const { fail } = start()
    const waits = times(20, (at) => fail(`192.0.2.${at}`, 'ada'))
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
  })

  test('do so for a name that nobody has too', () => {
    const { fail, waitOf } = start()
    times(12, (at) => fail(`192.0.2.${at}`, 'nobody'))
    expect(waitOf('198.51.100.1', 'nobody')).toBe(4)
  })

  test('do not make the owner wait where he has logged in before', () => {
    const { fail, succeed, waitOf } = start()
    succeed('198.51.100.1', 'ada')
    times(30, (at) => fail(`192.0.2.${at}`, 'ada'))
    expect(waitOf('198.51.100.1', 'ada')).toBe(0)
    expect(waitOf('198.51.100.2', 'ada')).toBe(60)
  })

  test('do not make others wait', () => {
    const { fail, waitOf } = start()
    times(30, (at) => fail(`192.0.2.${at}`, 'ada'))
    expect(waitOf('198.51.100.1', 'bob')).toBe(0)
  })
})

describe('the owner', () => {
  test('gets in from anywhere within a minute of what a stranger at one address does', () => {
    const { clock, attempt, waitOf } = start()
    // An attacker who tries every second for two hours.
    const waits = times(7_200, () => {
      clock.now += 1_000
      attempt('192.0.2.1', 'ada')
      return waitOf('198.51.100.1', 'ada')
    })
    const closed = waits
      .map((wait) => (wait > 0 ? 'x' : '.'))
      .join('')
      .split('.')
    expect(Math.max(...closed.map((run) => run.length))).toBeLessThanOrEqual(60)
    expect(waits.filter((wait) => wait > 0).length).toBeLessThan(waits.length / 2)
  })

  test('does not wait for what others at his address fail with', () => {
    const { fail, succeed, waitOf } = start()
    succeed('192.0.2.1', 'ada')
    times(12, (at) => fail('192.0.2.1', `user-${at}`))
    expect(waitOf('192.0.2.1', 'bob')).toBeGreaterThan(60)
    expect(waitOf('192.0.2.1', 'ada')).toBe(0)
  })

  test('waits too when the password is wrong again and again at a place he is known at, a minute at the most', () => {
    const { fail, succeed, waitOf } = start()
    succeed('192.0.2.1', 'ada')
    expect(times(14, () => fail('192.0.2.1', 'ada')).slice(4)).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(waitOf('192.0.2.1', 'ada')).toBe(60)
  })

  test('begins anew once he has logged in', () => {
    const { clock, fail, succeed, waitOf } = start()
    succeed('192.0.2.1', 'ada')
    times(9, () => fail('192.0.2.1', 'ada'))
    clock.now += minute
    succeed('192.0.2.1', 'ada')
    expect(times(5, () => fail('192.0.2.1', 'ada'))).toEqual([0, 0, 0, 0, 0])
    expect(waitOf('192.0.2.1', 'ada')).toBe(1)
  })
})

test('an attempt of which nothing was tested counts for nothing', () => {
  const { attempt, fail } = start()
  times(20, () => {
    const found = attempt('192.0.2.1', 'ada')
    if (typeof found === 'object') found.cancel()
  })
  expect(times(6, () => fail('192.0.2.1', 'ada'))).toEqual([0, 0, 0, 0, 0, 1])
})

test('twenty thousand addresses and names do not make it grow without end', () => {
  const { attempt, waitOf, fail } = start()
  times(8, () => fail('192.0.2.1', 'ada'))
  times(20_000, (at) => attempt(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, `user-${at}`))
  // The oldest entry was evicted.
  expect(waitOf('192.0.2.1', 'ada')).toBe(0)
})
