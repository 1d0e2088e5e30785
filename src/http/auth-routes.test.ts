// Tests of the login routes, as PanSou's clients use them.
import fastify from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { authErrorResponse, loginResponse, logoutResponse, verifyResponse } from '../contract/auth.ts'
import { noRecordStore } from '../store/records/records.ts'
import { createClientResolver } from './access/client-address.ts'
import { openLogin } from './auth/login.ts'
import { hashPassword } from './auth/password-hash.ts'
import { parseUsers } from './auth/users.ts'
import { authRoutes } from './auth-routes.ts'
import { authErrorBody, createErrorHandler, defaultErrorBody, isAuthPath } from './errors.ts'
import { handleUnmatched } from './not-found.ts'
import { acceptAnyBody } from './params.ts'

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
  readonly from?: string
}

async function start({ isOn = true, answer = {} }: { isOn?: boolean; answer?: object } = {}) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const clock = { now: noon }
  const monotonicMs = () => clock.now
  let id = 0
  const login = await openLogin({
    ...{ users: parseUsers(`ada:${hash},bob:${hash}`), configuredSecret: secret, expiryMs: 86_400_000 },
    ...{ records: { ...noRecordStore, ...answer }, log, epochMs: monotonicMs, monotonicMs },
    newId: () => {
      id += 1
      return `id-${id}`
    },
    newSecret: () => secret,
  })
  const app = fastify()
  app.setErrorHandler(
    createErrorHandler(log, (path, error) => (isAuthPath(path) ? authErrorBody : defaultErrorBody)(error)),
  )
  acceptAnyBody(app)
  handleUnmatched(app)
  const refusals = { record: () => undefined }
  const control = { resolveClient: createClientResolver(), refusals, isCredentialRequired: () => true }
  authRoutes(app, isOn ? login : undefined, control)

  async function post({ path, body, token, headers, from = '192.0.2.1' }: Asked) {
    const told = await app.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      remoteAddress: from,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body }),
    })
    return { status: told.statusCode, json: told.json(), text: told.body, headers: told.headers }
  }
  const enter = async (body: object = ada) => loginResponse.parse((await post({ path: 'login', body })).json).token
  return { app, clock, lines, post, enter }
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

  test.each([
    ['no body', undefined, /^400 body: is empty; must be a JSON object$/],
    ['no JSON', `{"password":"${planted}"`, /^400 body: is not valid JSON/],
    ['no name', { password: planted }, /^400 username: is missing/],
    ['an empty password', { username: 'ada', password: '' }, /^400 password: is empty/],
    ['a password that is none', { username: 'ada', password: [planted] }, /^400 password: must be a string/],
  ])('refuses %s, whether login is on or off', async (_what, body, sentence) => {
    for (const isOn of [true, false]) {
      const { post } = await start({ isOn })
      const told = await post({ path: 'login', ...(body !== undefined && { body }) })
      expect(problem(told)).toMatch(sentence)
      expect(told.text).not.toContain(planted)
    }
  })

  test('is forbidden if it is disabled', async () => {
    const { post } = await start({ isOn: false })
    expect(problem(await post({ path: 'login', body: ada }))).toMatch(/^403 login: is disabled.*AUTH_ENABLED/)
  })

  test('makes one who fails wait, even with the right password, and says how long', async () => {
    const { post, clock } = await start()
    const wrong = { username: 'ada', password: 'planted-password-92' }
    for (let at = 0; at < 10; at += 1) expect((await post({ path: 'login', body: wrong })).status).toBe(401)
    const told = await post({ path: 'login', body: ada })
    expect(problem(told)).toBe('429 login: too many attempts have failed; try again in 90 seconds')
    expect(told.headers['retry-after']).toBe('90')
    expect((await post({ path: 'login', body: ada, from: '192.0.2.2' })).status).toBe(200)
    clock.now += 90_000
    expect((await post({ path: 'login', body: ada })).status).toBe(200)
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

  test('refuses a token that has expired', async () => {
    const { post, enter, clock } = await start()
    const token = await enter()
    clock.now += 86_400_000
    expect((await post({ path: 'verify', token })).status).toBe(401)
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

  test('says if it could not be stored', async () => {
    const { post, enter } = await start({ answer: { write: async () => 'unwritten' as const } })
    const token = await enter()
    expect(problem(await post({ path: 'logout', token }))).toMatch(/^500 logout: the token was revoked, but/)
    expect((await post({ path: 'verify', token })).status).toBe(401)
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
  const { post, enter, lines } = await start({ answer: { write: async () => 'unwritten' as const } })
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
