// The owner over HTTP: becoming it with the code of the log, what it may do, its password, and everybody who is refused.
import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loginResponse } from '../src/contract/auth.ts'
import { ownerAnswer } from '../src/contract/owner.ts'
import { openLogin } from '../src/http/auth/login.ts'
import { openOwner } from '../src/http/auth/owner.ts'
import { testApp, testTime } from './contract/app-parts.ts'
import { makeSharedRecords } from './kit/disk.ts'

const url = '/api/v1/owner'
const phone = '192.168.1.7'
const nas = { host: '192.168.1.2:8888' }
const ada = { username: 'ada', password: 'planted-password-91' }
const wrong = { ...ada, code: 'ZZZZ-ZZZZ' }

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly path?: string
  readonly body?: object
  readonly token?: string | undefined
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Starts a service whose code is made of `seed`; services over the same records are its later starts, or its replicas. */
async function start(shared = makeSharedRecords(), seed = 1) {
  const { records } = shared
  const lines: string[] = []
  const log = { info: (line: unknown) => void lines.push(String(line)), warn: () => undefined }
  const random = (bytes: number) => () => Buffer.alloc(bytes, seed)
  const owner = await openOwner({ records, randomCode: random(8), randomSalt: random(16), log })
  const times = { epochMs: () => testTime, monotonicMs: () => 0, expiryMs: 3_600_000 }
  const newSecret = () => 'planted-secret-of-the-tokens-0123456789-abc'
  const login = await openLogin({ users: owner.users, records, log, ...times, newId: randomUUID, newSecret })
  const rules = { owner: { exists: owner.exists, userOf: login.tokens.userOf } }
  const made = testApp({ access: { owner, login, rules } })
  onTestFinished(() => made.app.close())
  const send = async ({ method = 'GET', path = url, body, token, from = phone, headers = nas }: Sent = {}) => {
    const answer = await made.app.inject({
      method,
      url: path,
      remoteAddress: from,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, json: answer.json(), headers: answer.headers }
  }
  const claim = (body: object = { ...ada, code: owner.code }, more: Sent = {}) =>
    send({ method: 'POST', body, ...more })
  const claimed = async (body?: object) => loginResponse.parse((await claim(body)).json).token
  const offer = async (more: Sent = {}) => ownerAnswer.parse((await send(more)).json).offer
  return { ...shared, owner, send, claim, claimed, offer, lines, requests: made.lines }
}

const logs = { path: '/api/v1/logs' }

describe('the first visitor with the code', () => {
  test('becomes the owner, who administers the service; all others keep what they had', async () => {
    const { send, claimed } = await start()
    expect((await send(logs)).status).toBe(403)
    expect(ownerAnswer.parse((await send()).json)).toMatchObject({ exists: false, owner: null, offer: 'open' })
    const token = await claimed()
    expect(ownerAnswer.parse((await send({ token })).json)).toMatchObject({
      exists: true,
      owner: 'ada',
      offer: 'ended',
    })
    expect(ownerAnswer.parse((await send()).json)).toMatchObject({ exists: true, owner: null })
    expect((await send({ ...logs, token })).status).toBe(200)
    expect((await send({ ...logs, token, from: '203.0.113.9' })).status).toBe(200)
    expect((await send(logs)).status).toBe(401)
    const change = { method: 'POST', path: '/api/v1/security/ip-whitelist?ip=0.0.0.0/0' } as const
    expect([(await send(change)).status, (await send({ ...change, token })).status]).toEqual([401, 200])
    expect((await send({ ...logs, from: '127.0.0.1', headers: { host: 'localhost' } })).status).toBe(200)
    expect((await send({ path: '/api/search?kw=linux', from: '203.0.113.9' })).status).toBe(200)
  })

  test('may type it in small letters, without the line, and with letters that look alike', async () => {
    const { claim } = await start(undefined, 0x41)
    expect((await claim({ ...ada, code: ' lLiI 1111 ' })).status).toBe(200)
  })

  test('can log in afterwards, and log out everywhere', async () => {
    const { send, claimed } = await start()
    const first = await claimed()
    const login = await send({ method: 'POST', path: '/api/auth/login', body: ada })
    const { token } = loginResponse.parse(login.json)
    await send({ method: 'POST', path: '/api/auth/logout', body: {}, token })
    for (const ended of [first, token]) expect((await send({ ...logs, token: ended })).status).toBe(401)
  })

  test('is alone: of two at once with the right code one gets it', async () => {
    const { claim, owner } = await start()
    const body = (username: string) => ({ ...ada, username, code: owner.code })
    const statuses = (await Promise.all([claim(body('ada')), claim(body('eve'))])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 403])
    expect(owner.users.size).toBe(1)
  })

  test('learns which name is allowed', async () => {
    const { claim, owner } = await start()
    const { status, json } = await claim({ ...ada, username: 'a b', code: owner.code })
    expect([status, json.message]).toEqual([400, expect.stringContaining('username: must be 1 to 64 letters')])
    expect(owner.exists()).toBe(false)
  })
})

describe('a wrong code', () => {
  test('is refused and logged with its address; the right one still counts before the tenth', async () => {
    const { claim, requests } = await start()
    for (let at = 1; at < 10; at += 1) {
      const { status, json } = await claim(wrong)
      expect([status, json.message]).toEqual([403, expect.stringContaining(`code: is wrong; ${10 - at} more`)])
    }
    expect(requests.find(({ msg }) => msg === 'refused a wrong code for becoming the owner')).toMatchObject({
      ip: phone,
    })
    expect((await claim()).status).toBe(200)
  })

  test('ends the offer at the tenth, also when all are sent at once, until the next start', async () => {
    const first = await start()
    await Promise.all(Array.from({ length: 30 }, () => first.claim(wrong)))
    expect(await first.offer()).toBe('ended')
    expect((await first.claim()).json.message).toContain('code: has ended')
    expect(first.owner.exists()).toBe(false)
    const next = await start(first, 2)
    expect((await next.claim({ ...ada, code: first.owner.code })).json.message).toContain('code: is wrong')
    expect((await next.claim()).status).toBe(200)
  })

  test('counts for all replicas together, and the code of the replica that started last counts on each', async () => {
    const one = await start()
    const other = await start(one, 2)
    one.changedElsewhere()
    for (let at = 0; at < 5; at += 1) {
      for (const replica of [one, other]) {
        await replica.claim(wrong)
        one.changedElsewhere()
      }
    }
    await expect.poll(() => one.offer()).toBe('ended')
    expect(await other.offer()).toBe('ended')
    const last = await start(one, 3)
    one.changedElsewhere()
    await expect.poll(() => one.offer()).toBe('open')
    expect((await one.claim({ ...ada, code: last.owner.code })).status).toBe(200)
    one.changedElsewhere()
    await expect.poll(() => other.owner.exists()).toBe(true)
    expect((await other.claim({ ...ada, code: last.owner.code })).status).toBe(403)
  })
})

describe('the offer is not made', () => {
  test.each<[string, Sent, string]>([
    ['to a stranger', { from: '203.0.113.9' }, 'network'],
    ['through a proxy that is not named', { headers: { ...nas, 'x-forwarded-for': phone } }, 'proxy'],
    ['to a page of another site', { headers: { ...nas, origin: 'https://example.org' } }, 'site'],
  ])('%s, and the right code does not help', async (_who, from, reason) => {
    const { offer, claim, owner } = await start()
    expect(await offer(from)).toBe(reason)
    expect((await claim(undefined, from)).status).toBe(403)
    for (let at = 0; at < 12; at += 1) await claim(wrong, from)
    expect([owner.exists(), owner.isOffered()]).toEqual([false, true])
  })

  test('where settings decide who has access', async () => {
    const { app } = testApp()
    expect(ownerAnswer.parse((await app.inject({ url })).json()).offer).toBe('environment')
    const payload = { ...ada, code: 'K7QM-2XHD' }
    expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(403)
  })

  test('where nothing can be stored', async () => {
    const shared = makeSharedRecords()
    shared.state.isWritable = false
    const { owner, offer, lines } = await start(shared)
    expect([owner.code, await offer()]).toEqual([undefined, 'ended'])
    expect(lines.join()).toContain('no owner can be set')
  })

  test('while the change cannot be stored, and the code stays valid', async () => {
    const { state, claim, owner } = await start()
    state.isWritable = false
    expect([(await claim()).status, owner.exists()]).toEqual([500, false])
    state.isWritable = true
    expect((await claim()).status).toBe(200)
  })
})

describe('the password of the owner', () => {
  const better = 'another-password-92'

  test('is changed with the old one, which ends all logins but the answer', async () => {
    const { send, claimed } = await start()
    const token = await claimed()
    const change = (body: object) => send({ method: 'PUT', body, token })
    expect((await change({ current: 'a wrong password', password: better })).status).toBe(401)
    expect((await send({ method: 'PUT', body: { current: ada.password, password: better } })).status).toBe(401)
    const changed = loginResponse.parse((await change({ current: ada.password, password: better })).json)
    expect((await send({ ...logs, token })).status).toBe(401)
    expect((await send({ ...logs, token: changed.token })).status).toBe(200)
    expect((await send({ method: 'POST', path: '/api/auth/login', body: ada })).status).toBe(401)
  })

  test('outlasts a restart, with its logins, and is replaced with the code of that start when it is forgotten', async () => {
    const first = await start()
    const token = await first.claimed()
    const next = await start(first, 2)
    expect((await next.send({ ...logs, token })).status).toBe(200)
    expect(await next.offer()).toBe('open')
    const fresh = await next.claimed({ ...ada, password: better, code: next.owner.code })
    expect((await next.send({ ...logs, token })).status).toBe(401)
    expect((await next.send({ ...logs, token: fresh })).status).toBe(200)
    expect([...next.owner.users.keys()]).toEqual(['ada'])
  })

  test('and the code stand in the storage as hashes only', async () => {
    const { stored, owner, claim } = await start()
    const text = () => Buffer.from(stored.get('owner.json') ?? []).toString()
    expect(text()).not.toContain(owner.code)
    await claim()
    expect(text()).toContain('scrypt.')
    expect(text()).not.toContain(ada.password)
  })

  test('that cannot be read ends the start', async () => {
    const shared = makeSharedRecords()
    shared.stored.set('owner.json', Buffer.from('{"account":{"name":"ada","hash":"none"},"offer":null}'))
    await expect(start(shared)).rejects.toThrow('its password hash is invalid')
  })
})

test('a token for verification is needed by nobody where only the owner logs in, and a wrong one is refused', async () => {
  const { send, claimed } = await start()
  const token = await claimed()
  const verify = (more: Sent) => send({ method: 'POST', path: '/api/auth/verify', body: {}, ...more })
  expect((await verify({})).json).toMatchObject({ valid: true })
  expect((await verify({ token })).json).toEqual({ username: 'ada', valid: true })
  expect((await verify({ token: `${token}x` })).status).toBe(401)
})
