// Tests of the login routes, as PanSou's clients use them.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/contract/app-parts.ts'
import type { SharedRecords } from '../async/shared-record.ts'
import { authErrorResponse, loginResponse, logoutResponse, verifyResponse } from '../contract/auth.ts'
import { noRecordStore } from '../store/records/records.ts'
import { openLogin } from './auth/login.ts'
import { hashPassword } from './auth/password-hash.ts'
import { parseUsers } from './auth/users.ts'

const planted = 'planted-password-91'
const hash = await hashPassword(planted, Buffer.alloc(16, 3), { log2N: 13, r: 8, p: 1 })
const noon = Date.UTC(2026, 10, 20, 12)
const ada = { username: 'ada', password: planted }
const secret = 'planted-secret-of-the-operator-0123456789'

interface Asked {
  readonly path: string
  readonly body?: string | object
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function start({ isOn = true, records = noRecordStore }: { isOn?: boolean; records?: SharedRecords } = {}) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const time = () => noon
  const login = await openLogin({
    ...{ users: parseUsers(`ada:${hash},bob:${hash}`), configuredSecret: secret, expiryMs: 86_400_000 },
    ...{ records, log, epochMs: time, monotonicMs: time, newId: randomUUID, newSecret: () => secret },
  })
  const { app } = testApp({ log, ...(isOn && { access: { login, rules: { logins: login } } }) })

  async function post({ path, body, token, headers }: Asked) {
    const told = await app.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      remoteAddress: '192.0.2.1',
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body }),
    })
    return { status: told.statusCode, json: told.json(), text: told.body, headers: told.headers }
  }
  const enter = async (body: object = ada) => loginResponse.parse((await post({ path: 'login', body })).json).token
  return { app, lines, post, enter }
}

function problem(told: { readonly status: number; readonly json: unknown }): string {
  const { code, message, error } = authErrorResponse.parse(told.json)
  expect([code, error]).toEqual([told.status, message])
  return `${code} ${message}`
}

describe('login', () => {
  test('gives a token, its end in seconds, and the name, to be kept by nobody between', async () => {
    const { post } = await start()
    const told = await post({ path: 'login', body: ada })
    expect(told.status).toBe(200)
    expect(loginResponse.parse(told.json)).toEqual({
      token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_at: noon / 1_000 + 86_400,
      username: 'ada',
    })
    expect(told.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  test('gives one answer to a wrong password and to a wrong name', async () => {
    const { post } = await start()
    const wrong = await post({ path: 'login', body: { ...ada, password: 'planted-password-92' } })
    const nobody = await post({ path: 'login', body: { ...ada, username: 'eve' } })
    expect(problem(wrong)).toBe('401 login: the username or the password is wrong')
    expect(nobody).toMatchObject({ status: 401, text: wrong.text })
    const dateless = ({ date: _date, ...others }: Record<string, unknown>) => others
    expect(dateless(nobody.headers)).toEqual(dateless(wrong.headers))
    expect(wrong.headers['www-authenticate']).toBe('Bearer')
  })

  test.each([true, false])(
    'refuses a wrong body without a word of it, whether login is on or off: %s',
    async (isOn) => {
      const { post } = await start({ isOn })
      const told = await post({ path: 'login', body: { username: 'ada', password: [planted] } })
      expect(problem(told)).toMatch(/^400 password: must be a string/)
      expect(told.text).not.toContain(planted)
    },
  )

  test('is forbidden if it is disabled', async () => {
    const { post } = await start({ isOn: false })
    expect(problem(await post({ path: 'login', body: ada }))).toMatch(/^403 login: is disabled.*AUTH_ENABLED/)
  })
})

describe('verify', () => {
  test('says whose token it is, with Bearer in any case', async () => {
    const { post, enter } = await start()
    const token = await enter()
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      const told = await post({ path: 'verify', headers: { authorization: `${word} ${token}` } })
      expect([told.status, verifyResponse.parse(told.json)]).toEqual([200, { username: 'ada', valid: true }])
    }
  })

  test('says that anybody may where login is off', async () => {
    const { post } = await start({ isOn: false })
    const told = await post({ path: 'verify', token: 'left.from.before' })
    expect([told.status, verifyResponse.parse(told.json)]).toEqual([
      200,
      { message: 'login is disabled, no token is needed', valid: true },
    ])
  })

  test.each([
    ['no token', {}, /^401 authorization: is missing; send Bearer and a token from \/api\/auth\/login$/],
    ['another token', { authorization: 'Bearer planted-token' }, /^401 authorization: is not a valid token/],
    ['another kind', { authorization: 'Basic YWRhOnBsYW50ZWQ=' }, /^401 authorization: is not a valid token/],
  ])('refuses %s', async (_what, headers, sentence) => {
    const { post } = await start()
    const told = await post({ path: 'verify', headers })
    expect(problem(told)).toMatch(sentence)
    expect(told.headers['www-authenticate']).toBe('Bearer')
  })
})

describe('logout', () => {
  test('ends that token and no other', async () => {
    const { post, enter } = await start()
    const [token, other] = [await enter(), await enter({ ...ada, username: 'bob' })]
    const told = await post({ path: 'logout', token })
    expect([told.status, logoutResponse.parse(told.json)]).toEqual([200, { message: '退出成功' }])
    expect((await post({ path: 'verify', token })).status).toBe(401)
    expect((await post({ path: 'verify', token: other })).status).toBe(200)
  })

  test('answers the same without a token, with one that does not count, and where login is off', async () => {
    const { post } = await start()
    const off = await start({ isOn: false })
    const told = [post({ path: 'logout' }), post({ path: 'logout', token: 'x.y.z' }), off.post({ path: 'logout' })]
    for (const { status, json } of await Promise.all(told))
      expect([status, json]).toEqual([200, { message: '退出成功' }])
  })
})

test('other methods are not allowed, and other paths are not there, both in the words of these paths', async () => {
  const { app } = await start()
  const asked = ['/api/auth/login', '/api/auth/verify', '/api/auth/logout', '/api/auth/loginx', '/api/auth']
  const told = await Promise.all(asked.map((url) => app.inject({ method: 'GET', url })))
  expect(
    told.map(({ statusCode, body }) => problem({ status: statusCode, json: JSON.parse(body) }).slice(0, 3)),
  ).toEqual(['405', '405', '405', '404', '404'])
})

test('no password, secret or token gets into the log or into an error', async () => {
  const { post, enter, lines } = await start({ records: { ...noRecordStore, write: async () => 'unwritten' as const } })
  const token = await enter()
  const asked = [
    { path: 'login', body: { username: planted, password: planted } },
    { path: 'login', body: `{"username":"ada","password":"${planted}"` },
    { path: 'login', body: { ...ada, password: `${planted}\uD83D` } },
    { path: 'verify', token: `${token}x` },
    { path: 'logout', token },
    { path: `nothing?token=${token}&password=${planted}` },
  ]
  const told = await Promise.all(asked.map((one) => post(one)))
  expect(told.map(({ status }) => status)).toEqual([401, 400, 400, 401, 500, 404])
  const said = [...lines, ...told.map(({ text, headers }) => text + JSON.stringify(headers))].join('\n')
  for (const hidden of [planted, secret, token, hash]) expect(said).not.toContain(hidden)
})
