// Tests of rate limits.
import { describe, expect, it } from 'vitest'
import { createRateLimits, parseRate, parseRateRules, rateHeaders } from './rate-limits.ts'

function make(text: string) {
  const clock = { now: 1_000 }
  const limits = createRateLimits(parseRateRules(text), () => clock.now)
  const spend = (client: string, ...names: string[]) => limits.consume({ client, names })
  /** Number of consecutive requests allowed at this moment. */
  const burst = (client: string, ...names: string[]) => {
    for (let count = 0; ; count += 1) if (count >= 10_000 || spend(client, ...names)?.isOver) return count
  }
  return { clock, limits, spend, burst }
}

describe('rates as they are written', () => {
  it('are for all requests, for routes, for forced ones', () => {
    expect([...parseRateRules('*=2/s, /api/v1/sources/:id=30/min force=5/h')]).toEqual([
      ['*', { count: 2, perMs: 1_000 }],
      ['/api/v1/sources/:id', { count: 30, perMs: 60_000 }],
      ['force', { count: 5, perMs: 3_600_000 }],
    ])
    expect([parseRateRules('off').size, parseRateRules(' OFF ').size]).toEqual([0, 0])
  })

  it.each([
    ['1/s', { count: 1, perMs: 1_000 }],
    ['20/m', { count: 20, perMs: 60_000 }],
    ['20/min', { count: 20, perMs: 60_000 }],
    ['1000000/h', { count: 1_000_000, perMs: 3_600_000 }],
    ['1000001/h', undefined],
    ['0/h', undefined],
    ['x1/h', undefined],
    ['1/h!', undefined],
    ['/h', undefined],
    ['1/', undefined],
    ['', undefined],
  ])('are from one to a million by second, minute or hour: %j', (text, rate) => {
    expect(parseRate(text)).toEqual(rate)
  })

  it('are not what is too long to repeat: 60 characters of it are', () => {
    expect(() => parseRateRules(`/${'x'.repeat(60)}`)).toThrow(`: /api/search=300/min; not "/${'x'.repeat(59)}"`)
  })

  it.each([
    ...['', ',', '60', '*=60', '*=0/min', '*=5/day', 'search=5/min', '*=1e3/s', 'off,*=5/s', '/a=-5/s'],
    ...['**=5/s', 'a*=5/s', 'force!=5/s', 'a/b=5/s', '/a?b=5/s'],
  ])('are not %s', (text) => {
    expect(() => parseRateRules(text)).toThrow('must be off, or list * or a path or force with a rate like 600/min')
  })
})

it('that are for a path that is none, or stand there twice, are refused', () => {
  const paths = new Set(['/api/search'])
  expect(parseRateRules('/api/search=1/s,*=1/s,force=1/s', paths).size).toBe(3)
  expect(() => parseRateRules('/api/serch=1/s', paths)).toThrow('there is no /api/serch; GET / lists what there is')
  expect(() => parseRateRules('*=1/s,*=2/s', paths)).toThrow('has a rate for * twice')
})

describe('a rate', () => {
  it('may be used up at once, and comes back evenly', () => {
    const { clock, spend, burst } = make('*=60/min')
    expect(burst('a', '*')).toBe(60)
    expect(spend('a', '*')).toMatchObject({ isOver: true, remaining: 0, waitMs: 1_000, resetMs: 60_000 })
    clock.now += 999
    expect(spend('a', '*')?.isOver).toBe(true)
    clock.now += 1
    expect(spend('a', '*')).toMatchObject({ isOver: false, remaining: 0 })
    clock.now += 30_000
    expect(burst('a', '*')).toBe(30)
    clock.now += 3_600_000
    expect(burst('a', '*')).toBe(60)
  })

  it('says after each request what is left, and when the next one may come', () => {
    const { spend } = make('*=4/s')
    const statuses = [1, 2, 3, 4].map(() => spend('a', '*'))
    expect(statuses.map((status) => status?.remaining)).toEqual([3, 2, 1, 0])
    expect(statuses.map((status) => status?.waitMs)).toEqual([0, 0, 0, 250])
  })

  it.each([7, 60, 300, 1_200, 999_983])('of %i is neither one more nor one less', (count) => {
    const { burst } = make(`*=${Math.min(count, 10_000)}/min`)
    expect(burst('a', '*')).toBe(Math.min(count, 10_000))
  })

  it('is each client’s own', () => {
    const { burst } = make('*=5/s')
    expect([burst('a', '*'), burst('b', '*')]).toEqual([5, 5])
  })

  it('of a route is counted with the one for all, and what is refused by one of them is counted by none', () => {
    const { burst, spend } = make('*=10/min,/search=4/min')
    expect(burst('a', '*', '/search')).toBe(4)
    expect(spend('a', '*', '/search')).toMatchObject({ name: '/search', isOver: true })
    expect(burst('a', '*', '/lists')).toBe(6)
    expect(spend('a', '*', '/search')).toMatchObject({ isOver: true })
  })

  it.each(['*=9/min,/search=4/min', '*=4/min,/search=9/min'])(
    'is told where the fewest are left, and the longest wait once there are none: %s',
    (text) => {
      const { limits, spend, burst } = make(text)
      expect(spend('a', '*', '/search')?.remaining).toBe(3)
      expect(burst('a', '*', '/search')).toBe(3)
      limits.consumeMany({ client: 'a', names: ['*', '/search'] }, 6)
      expect(spend('a', '*', '/search')).toMatchObject({ rate: { count: 4 }, isOver: true, waitMs: 105_000 })
    },
  )

  it('of one’s own takes the place of all others', () => {
    const { limits } = make('*=2/min')
    const own = { count: 3, perMs: 1_000 }
    expect([1, 2, 3, 4].map(() => limits.consume({ client: 'key bot', names: ['*'], own })?.isOver)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('does not limit where there is none', () => {
    expect(make('off').spend('a', '*')).toBeUndefined()
    expect(make('/search=1/h').spend('a', '*', '/lists')).toBeUndefined()
  })

  it('counts what was answered elsewhere, and has its client wait for all of it, up to ten whole rates', () => {
    const { clock, limits, spend, burst } = make('*=10/s')
    limits.consumeMany({ client: 'a', names: ['*'] }, 40)
    expect(spend('a', '*')).toMatchObject({ isOver: true, remaining: 0, waitMs: 3_100 })
    clock.now += 3_500
    expect(burst('a', '*')).toBe(5)
    limits.consumeMany({ client: 'a', names: ['*'] }, 1_000_000)
    expect(spend('a', '*')).toMatchObject({ isOver: true, waitMs: 9_100 })
  })

  it('is remembered for the latest 50,000 clients only', () => {
    const { limits, spend } = make('*=1/h')
    spend('first', '*')
    for (let at = 0; at < 49_999; at += 1) spend(`client ${at}`, '*')
    const remaining = (client: string) => limits.consumeMany({ client, names: ['*'] }, 0)?.remaining
    expect(remaining('first')).toBe(0)
    // A client whose status is only read takes no place.
    expect([remaining('other'), remaining('client 0')]).toEqual([1, 0])
    spend('other', '*')
    expect([remaining('client 1'), remaining('client 2')]).toEqual([1, 0])
  })

  it('can be taken back', () => {
    const { limits, burst } = make('*=3/h')
    limits.consumeMany({ client: 'a', names: ['*'] }, 2)
    limits.consumeMany({ client: 'a', names: ['*'] }, -2)
    expect(burst('a', '*')).toBe(3)
  })

  it('is told in headers', () => {
    const { spend } = make('*=120/min')
    const standing = spend('a', '*')
    expect(standing && rateHeaders(standing)).toEqual({
      'ratelimit-limit': '120',
      'ratelimit-remaining': '119',
      'ratelimit-reset': '1',
      'ratelimit-policy': '120;w=60',
    })
  })
})
