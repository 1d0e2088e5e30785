// Tests login on the whole service: tokens that grant access, tokens that do not, and hostile bodies.

import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loginResponse, verifyResponse } from '../../src/contract/auth.ts'
import { openLogin } from '../../src/http/auth/login.ts'
import { hashPassword } from '../../src/http/auth/password-hash.ts'
import { parseUsers } from '../../src/http/auth/users.ts'
import { noRecordStore } from '../../src/store/records/records.ts'
import { listen, testApp, testTime } from './app-parts.ts'

const password = 'planted-password-91'
const hash = await hashPassword(password, Buffer.alloc(16, 5), { log2N: 13, r: 8, p: 1 })

async function start() {
  const clock = { time: testTime }
  const epochMs = () => clock.time
  const login = await openLogin({
    ...{
      users: parseUsers(`ada:${hash}`),
      expiryMs: 3_600_000,
      records: noRecordStore,
      epochMs,
      monotonicMs: epochMs,
      newId: randomUUID,
    },
    log: { warn: () => undefined },
    newSecret: () => 'planted-secret-of-the-tokens-0123456789-abc',
  })
  const { app, lines } = testApp({ access: { login, rules: { logins: login } } })
  const port = await listen(app)
  onTestFinished(() => app.close())
  const address = `http://127.0.0.1:${port}`
  const send = (path: string, { token, body }: { token?: string; body?: object | string } = {}) =>
    fetch(address + path, {
      ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  const enter = async () => {
    const answer = await send('/api/auth/login', { body: { username: 'ada', password } })
    return loginResponse.parse(await answer.json())
  }
  return { clock, lines, send, enter }
}

describe('where one has to log in', () => {
  const search = '/api/search?kw=linux'

  test('a search needs a token, also when its response is cached', async () => {
    const { send, enter } = await start()
    expect((await send(search)).status).toBe(401)
    const { token } = await enter()
    for (const _time of [1, 2, 3]) expect((await send(search, { token })).status).toBe(200)
    expect((await send(search)).status).toBe(401)
    expect((await send(search, { token: `${token.slice(0, -2)}AA` })).status).toBe(401)
  })

  test('a token is invalid after its logout, also for a cached response', async () => {
    const { send, enter } = await start()
    const { token } = await enter()
    await send(search, { token })
    expect((await send('/api/auth/logout', { token, body: '' })).status).toBe(200)
    expect((await send(search, { token })).status).toBe(401)
    expect((await send('/api/auth/verify', { token, body: '' })).status).toBe(401)
  })

  test('a client without a token can read the health, log in and verify its token', async () => {
    const { send, enter } = await start()
    expect((await send('/api/health')).status).toBe(200)
    const { token } = await enter()
    const answer = await send('/api/auth/verify', { token, body: '{}' })
    expect(verifyResponse.parse(await answer.json())).toEqual({ username: 'ada', valid: true })
  })
})
