// Tests of the login throttle: waits, and that attackers cannot lock out other users.
import { describe, expect, test } from 'vitest'
import { RequestError } from '../errors.ts'
import { createLoginThrottle } from './login.ts'

const minute = 60_000

function start() {
  const clock = { now: 0 }
  const startAttempt = createLoginThrottle(() => clock.now)
  /** The attempt, or the seconds to wait first. */
  function attempt(address: string, username: string): ReturnType<typeof startAttempt> | number {
    try {
      return startAttempt(address, username)
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 429) throw error
      const seconds = error.headers['retry-after']
      expect(error.message).toBe(`login: too many attempts have failed; try again in ${seconds} seconds`)
      return Number(seconds)
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

describe('a client that fails again and again', () => {
  test('may fail ten times at once, then once in 90 seconds', () => {
    const { fail } = start()
    const waits = times(13, (at) => fail('192.0.2.1', `user-${at}`))
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90, 90, 90])
  })

  test('never has to wait longer, however often they try', () => {
    const { attempt, waitOf } = start()
    times(1_000, (at) => attempt('192.0.2.1', `user-${at}`))
    expect(waitOf('192.0.2.1', 'ada')).toBe(90)
  })

  test('cannot try many passwords at once', () => {
    const { attempt } = start()
    const begun = times(50, (at) => attempt('192.0.2.1', `user-${at}`)).filter((found) => typeof found === 'object')
    expect(begun).toHaveLength(10)
  })

  test('is the same with any address of one /64, and in any spelling of it', () => {
    const { fail, waitOf } = start()
    times(10, (at) => fail(`2001:db8:1:2::${at}`, `user-${at}`))
    expect(waitOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff', 'ada')).toBe(90)
    expect(waitOf('2001:db8:1:3::1', 'ada')).toBe(0)
    times(10, (at) => fail(at % 2 === 0 ? '192.0.2.9' : '::ffff:192.0.2.9', `user-${at}`))
    expect(waitOf('::ffff:192.0.2.9', 'ada')).toBe(90)
  })

  test('may fail ten times again a quarter of an hour later', () => {
    const { clock, fail } = start()
    times(12, (at) => fail('192.0.2.1', `user-${at}`))
    clock.now += 15 * minute
    expect(times(11, (at) => fail('192.0.2.1', `later-${at}`))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90])
  })

  test('gains nothing by logging in with a password of their own in between', () => {
    const { fail, succeed } = start()
    const waits = times(12, (at) => {
      const waited = fail('192.0.2.1', 'ada')
      if (at < 9) succeed('192.0.2.1', 'mallory')
      return waited
    })
    expect(waits.slice(9)).toEqual([0, 90, 90])
  })

  test('tries at most 50 passwords in the first hour, and 40 in each later one', () => {
    const { clock, attempt } = start()
    const tries = times(3, () =>
      times(3_600, () => {
        clock.now += 1_000
        return attempt('192.0.2.1', 'ada')
      }).filter((found) => typeof found === 'object'),
    )
    expect(tries.map((hour) => hour.length)).toEqual([49, 40, 40])
  })
})

describe('many addresses that try one name', () => {
  test('may fail 15 times at once together, then once a minute', () => {
    const { fail } = start()
    const waits = times(20, (at) => fail(`192.0.2.${at}`, 'ada'))
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 60, 60, 60, 60])
  })

  test('do so for a name that nobody has too', () => {
    const { fail, waitOf } = start()
    times(15, (at) => fail(`192.0.2.${at}`, 'nobody'))
    expect(waitOf('198.51.100.1', 'nobody')).toBe(60)
  })

  test('do not make the owner wait on a network of an earlier login', () => {
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
  test('never has to wait elsewhere because of a stranger on one network', () => {
    const { clock, attempt, waitOf } = start()
    // An attacker who tries every second for two hours.
    const waits = times(7_200, () => {
      clock.now += 1_000
      attempt('192.0.2.1', 'ada')
      return waitOf('198.51.100.1', 'ada')
    })
    expect(Math.max(...waits)).toBe(0)
  })

  test('does not wait for failures of others at the same address', () => {
    const { fail, succeed, waitOf } = start()
    succeed('192.0.2.1', 'ada')
    times(12, (at) => fail('192.0.2.1', `user-${at}`))
    expect(waitOf('192.0.2.1', 'bob')).toBeGreaterThan(60)
    expect(waitOf('192.0.2.1', 'ada')).toBe(0)
  })

  test('may fail ten times on a network of an earlier login, then once a minute', () => {
    const { fail, succeed } = start()
    succeed('192.0.2.1', 'ada')
    expect(times(13, () => fail('192.0.2.1', 'ada')).slice(8)).toEqual([0, 0, 60, 60, 60])
  })

  test('does not wait for logins that succeed, on one network or on many', () => {
    const { succeed, waitOf } = start()
    times(100, () => succeed('192.0.2.1', 'ada'))
    times(100, (at) => succeed(`198.51.100.${at}`, 'ada'))
    expect([waitOf('192.0.2.1', 'ada'), waitOf('203.0.113.1', 'ada')]).toEqual([0, 0])
  })

  test('is known on a network for 30 days after a login', () => {
    const { clock, fail, succeed, waitOf } = start()
    succeed('198.51.100.1', 'ada')
    clock.now += 30 * 24 * 60 * minute - 1
    times(15, (at) => fail(`192.0.2.${at}`, 'ada'))
    expect(waitOf('198.51.100.1', 'ada')).toBe(0)
    clock.now += 1
    expect(waitOf('198.51.100.1', 'ada')).toBe(60)
  })
})

test('an attempt of which nothing was tested counts for nothing', () => {
  const { attempt, fail } = start()
  times(20, () => {
    const found = attempt('192.0.2.1', 'ada')
    if (typeof found === 'object') found.cancel()
  })
  expect(times(11, () => fail('192.0.2.1', 'ada'))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90])
})
