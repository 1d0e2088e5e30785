// Tests of logging failed authentication, and of the limits of that log.
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/contract/app-parts.ts'
import { createFailedAuthLog } from './failed-auth-log.ts'

function makeLog() {
  const clock = { now: 0 }
  const lines: unknown[] = []
  const warn = (...line: unknown[]) => void lines.push(line)
  return { clock, lines, ...createFailedAuthLog({ warn }, () => clock.now) }
}

describe('refusals', () => {
  it('are logged with the whole address in its one spelling', () => {
    const { lines, record } = makeLog()
    record('login', '::ffff:203.0.113.9')
    record('token', '2001:DB8::7')
    expect(lines).toEqual([
      [{ ip: '203.0.113.9' }, 'refused a login: the username or the password is wrong'],
      [{ ip: '2001:db8::7' }, 'refused a key or a token that is wrong'],
    ])
  })

  it('have ten lines a minute of one address and 300 of all, and the rest is counted', () => {
    const { clock, lines, record } = makeLog()
    for (let at = 0; at < 15; at += 1) record('login', '203.0.113.9')
    expect(lines).toHaveLength(10)
    for (let at = 0; at < 1_000; at += 1) record('token', `198.51.${at >> 8}.${at & 255}`)
    expect(lines).toHaveLength(300)
    clock.now += 60_000
    record('login', '203.0.113.9')
    expect(lines.slice(300)).toEqual([
      ['refused 715 more logins, keys and tokens (not logged one by one)'],
      [{ ip: '203.0.113.9' }, expect.stringContaining('refused a login')],
    ])
  })
})

describe('a request', () => {
  const adminToken = 'correct-horse-battery'
  const said = async (headers: Record<string, string>) => {
    const { app, lines } = testApp({ access: { rules: { adminToken } } })
    const { statusCode } = await app.inject({ url: '/api/v1/logs', remoteAddress: '203.0.113.9', headers })
    const refusals = lines.filter(({ msg }) => String(msg).startsWith('refused'))
    return [statusCode, ...refusals.map(({ ip, level }) => `${ip} ${level}`)]
  }

  it('with a wrong administrator’s token is logged, one without any or with the right one is not', async () => {
    expect(await said({ authorization: 'Bearer guess' })).toEqual([401, '203.0.113.9 40'])
    expect(await said({})).toEqual([401])
    expect(await said({ authorization: 'Bearer correct-horse-battery' })).toEqual([200])
  })

  it.each([
    [401, ['203.0.113.9']],
    [429, []],
    [503, []],
  ])('to log in that is answered %i is logged only for a wrong password', async (status, addresses) => {
    const { RequestError } = await import('../errors.ts')
    const authenticate = () => Promise.reject(new RequestError(status, 'login: no'))
    const tokens = { issue: never, userOf: never, revoke: never }
    const { app, lines } = testApp({ access: { login: { hasUsers: () => true, authenticate, tokens } } })
    const payload = '{"username":"ada","password":"no"}'
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress: '203.0.113.9', payload })
    expect(answer.statusCode).toBe(status)
    expect(lines.filter(({ msg }) => String(msg).startsWith('refused')).map(({ ip }) => ip)).toEqual(addresses)
  })
})

function never(): never {
  throw new Error('not asked here')
}
