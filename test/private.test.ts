// Tests in the whole service that an administrator makes it private or public while it runs, and adds users.
import { describe, expect, test } from 'vitest'
import { apiKeysResponse } from '../src/contract/api-keys.ts'
import { loginResponse } from '../src/contract/auth.ts'
import { healthResponse } from '../src/contract/search.ts'
import { type SettingName, settingsFile, settingsResponse } from '../src/contract/settings.ts'
import { usersResponse } from '../src/contract/users.ts'
import { listen } from './contract/app-parts.ts'
import { lockedBy, proofs, startWholeTrawl } from './kit/whole-trawl.ts'

const settingsPath = '/api/v1/server/settings'
const users = '/api/v1/security/users'
const keys = '/api/v1/security/keys'
const owner = { username: 'ada', password: 'planted-password-91' }
const bob = { username: 'bob', password: 'planted-password-92' }

interface Sent {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'HEAD'
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

async function start(env: Readonly<Record<string, string>> = {}) {
  const { app, owner: ownerOf } = await startWholeTrawl({ env })
  const inject = (url: string, { method = 'GET', body, headers = {} }: Sent, from: object) =>
    app.inject({ method, url, headers, ...from, ...(body && { payload: body }) })
  const local = (url: string, sent: Sent = {}) => inject(url, sent, {})
  const settingOf = async (name: SettingName) =>
    settingsResponse.parse((await local(settingsPath)).json()).settings.find((one) => one.name === name)
  const post = (url: string, body: object) => local(url, { method: 'POST', body })
  return {
    app,
    local,
    post,
    settingOf,
    /** Asks from another network. */
    ask: (url: string, { headers, ...sent }: Sent = {}) =>
      inject(url, { headers: { host: 'trawl.example', ...headers }, ...sent }, { remoteAddress: '203.0.113.9' }),
    set: (name: SettingName, value: string | null) => post(settingsPath, { name, value }),
    logIn: (account: object) => post('/api/auth/login', account),
    tokenOf: async (account: object) => loginResponse.parse((await post('/api/auth/login', account)).json()).token,
    claim: () =>
      inject(
        '/api/v1/owner',
        { method: 'POST', body: { ...owner, code: ownerOf?.code }, headers: { host: '192.168.1.2:8888' } },
        { remoteAddress: '192.168.1.7' },
      ),
  }
}

function bearer(token: string) {
  return { headers: { authorization: `Bearer ${token}` } }
}

const someList = '/api/v1/sources/weibo'

describe('a service that is made private', () => {
  test('admits at once only those with a login or a key, and everybody when it is public again', async () => {
    const { ask, set, claim, post, tokenOf } = await start()
    await claim()
    await post(users, bob)
    const { made } = apiKeysResponse.parse((await post(keys, { name: 'phone' })).json())
    const statuses = async () => {
      const proofs = [{}, bearer(await tokenOf(owner)), bearer(await tokenOf(bob)), bearer(made?.key ?? '')]
      return await Promise.all(proofs.map(async (proof) => (await ask(someList, proof)).statusCode))
    }
    expect(await statuses()).toEqual([200, 200, 200, 200])
    expect((await set('REQUIRE_KEY', 'true')).statusCode).toBe(200)
    expect(await statuses()).toEqual([401, 200, 200, 200])
    await set('REQUIRE_KEY', null)
    expect(await statuses()).toEqual([200, 200, 200, 200])
  })

  test.each([
    ['HEAD', someList],
    ['GET', `${someList}/`],
    ['GET', '/api/v1//sources/weibo'],
    ['GET', '//api/v1/sources/weibo'],
    ['GET', '/api/v1/sources/%77eibo'],
    ['GET', '/api/v1/sources/weibo?force=1'],
    ['GET', '/API/V1/sources/weibo'],
    ['GET', '/weibo'],
    ['GET', '/feeds/weibo.xml'],
    ['GET', '/livez/../api/v1/sources/weibo'],
  ] as const)('lets no stranger in by %s %s', async (method, url) => {
    const { ask, post, set } = await start()
    await post(keys, { name: 'phone' })
    await set('REQUIRE_KEY', 'true')
    const wrong = [{}, bearer('x'), { headers: { 'x-api-key': '' } }, { headers: { authorization: 'Basic Og==' } }]
    for (const proof of wrong) expect((await ask(url, { method, ...proof })).statusCode).toBeOneOf([400, 401, 404])
  })

  test('says so in the health, in the list of keys, and in the refusal', async () => {
    const { ask, local, set, claim, settingOf, post } = await start()
    const shown = async () => [
      healthResponse.parse((await ask('/api/health')).json()).auth_enabled,
      apiKeysResponse.parse((await local(keys)).json()).required,
      (await settingOf('REQUIRE_KEY'))?.value,
    ]
    expect(await shown()).toEqual([false, false, null])
    await post(keys, { name: 'phone' })
    await set('REQUIRE_KEY', 'on')
    // Only keys count, so there is nothing to log in with.
    expect(await shown()).toEqual([false, true, 'true'])
    await claim()
    expect(await shown()).toEqual([true, true, 'true'])
    expect((await ask(someList)).json().error.message).toContain('or log in with POST /api/auth/login')
  })

  test('ends the streams that strangers follow', async () => {
    const { app, post, set } = await start()
    await post(keys, { name: 'phone' })
    const port = await listen(app)
    const { body } = await fetch(`http://127.0.0.1:${port}/api/v1/stream?sources=weibo&follow=1`)
    const received: string[] = []
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (received.push(text) === 1) await set('REQUIRE_KEY', 'true')
    }
    expect(received.join('')).toContain('"weibo"')
  })

  test('is refused while nobody could enter, with what to do first', async () => {
    const { set, post, settingOf, local } = await start()
    const refused = await set('REQUIRE_KEY', 'true')
    expect([refused.statusCode, refused.json().error]).toEqual([
      400,
      expect.objectContaining({
        message: 'value: nobody could enter: first become the owner of the service, add a user or make an API key',
        details: { parameter: 'value' },
      }),
    ])
    expect((await settingOf('REQUIRE_KEY'))?.from).toBe('default')
    await post(users, bob)
    const file = settingsFile.parse((await local(`${settingsPath}/file`)).json())
    await local(`${users}?username=bob`, { method: 'DELETE' })
    const settings = { ...file.settings, REQUIRE_KEY: 'true' }
    expect((await post(`${settingsPath}/file`, { settings: { REQUIRE_KEY: 'true' } })).statusCode).toBe(400)
    expect((await post(`${settingsPath}/file`, { settings })).statusCode).toBe(200)
    expect((await settingOf('REQUIRE_KEY'))?.value).toBe('true')
  })
})

test('access that the environment sets is shown as set there, and cannot be changed', async () => {
  const locked = await start(await lockedBy())
  const headers = { authorization: `Bearer ${proofs.adminToken}` }
  const read = async (name: SettingName) =>
    settingsResponse
      .parse((await locked.local(settingsPath, { headers })).json())
      .settings.find((one) => one.name === name)
  expect(await read('REQUIRE_KEY')).toMatchObject({ from: 'environment', variable: 'API_KEYS', value: 'true' })
  expect(await read('AUTH_USERS')).toMatchObject({ variable: 'AUTH_ENABLED', value: 'reader,other' })
  const change = { method: 'POST', headers } as const
  expect(
    (await locked.local(settingsPath, { ...change, body: { name: 'REQUIRE_KEY', value: 'false' } })).statusCode,
  ).toBe(409)
  expect((await locked.local(users, { ...change, body: bob })).statusCode).toBe(409)
  const listed = usersResponse.parse((await locked.local(users, { headers })).json())
  expect(listed.users).toEqual([
    { name: 'reader', from: 'settings' },
    { name: 'other', from: 'settings' },
  ])
  const open = await start({ REQUIRE_KEY: 'false' })
  expect(await open.settingOf('REQUIRE_KEY')).toMatchObject({ from: 'environment', value: 'false' })
})

describe('a user that an administrator adds', () => {
  test('logs in, administers nothing, and is logged out by a new password and by the end of the account', async () => {
    const { ask, local, post, set, logIn, tokenOf } = await start()
    expect(usersResponse.parse((await post(users, bob)).json()).users).toEqual([{ name: 'bob', from: 'api' }])
    await set('REQUIRE_KEY', 'true')
    const first = await tokenOf(bob)
    const administration = [settingsPath, users, keys, '/api/v1/logs']
    for (const path of administration) expect((await ask(path, bearer(first))).statusCode).toBe(403)
    expect((await ask(someList, bearer(first))).statusCode).toBe(200)
    const changed = { ...bob, password: 'planted-password-93' }
    await post(users, changed)
    expect([(await ask(someList, bearer(first))).statusCode, (await logIn(bob)).statusCode]).toEqual([401, 401])
    const second = await tokenOf(changed)
    expect((await ask(someList, bearer(second))).statusCode).toBe(200)
    await local(`${users}?username=bob`, { method: 'DELETE' })
    expect((await ask(someList, bearer(second))).statusCode).toBe(401)
    await post(users, changed)
    expect((await ask(someList, bearer(second))).statusCode).toBe(401)
  })

  test('stands in answers and log by name only', async () => {
    const { local, post, settingOf } = await start()
    await post(users, bob)
    await post(users, { ...bob, username: 'eve' })
    expect(await settingOf('AUTH_USERS')).toMatchObject({ from: 'stored', value: 'bob,eve' })
    const log = (await local('/api/v1/logs')).body
    expect(log).toContain('the setting AUTH_USERS was set to bob,eve by a program on this machine')
    const file = (await local(`${settingsPath}/file`)).body
    expect(file).toContain('bob:scrypt.')
    for (const text of [log, file]) expect(text).not.toContain(bob.password)
    expect(log).not.toContain('scrypt.')
  })

  test('has a name of its own, and a password of 8 characters', async () => {
    const { claim, post, set, local, logIn } = await start()
    await claim()
    expect((await post(users, { ...bob, username: owner.username })).statusCode).toBe(409)
    const wrong = await Promise.all(
      [{ ...bob, username: 'a b' }, { ...bob, password: '1234567' }, { username: 'bob' }].map((one) =>
        post(users, one),
      ),
    )
    expect(wrong.map((one) => one.json().error.message)).toEqual([
      expect.stringContaining('username: must be 1 to 64 letters'),
      expect.stringContaining('password: is too short'),
      expect.stringContaining('password: is missing'),
    ])
    const unknown = await local(`${users}?username=nobody`, { method: 'DELETE' })
    expect([unknown.statusCode, unknown.json().error.message]).toEqual([404, 'username: there is no user named nobody'])
    const plain = await set('AUTH_USERS', 'bob:planted-password-92')
    expect([plain.statusCode, plain.json().error.message]).toEqual([
      400,
      expect.stringContaining('value: entry 1 must be NAME:HASH'),
    ])
    expect((await logIn(bob)).statusCode).toBe(401)
  })

  test('does not become the owner by its name: the account of the owner counts', async () => {
    const { claim, post, tokenOf, ask } = await start()
    await post(users, { ...bob, username: owner.username })
    const token = await tokenOf({ ...bob, username: owner.username })
    await claim()
    expect((await ask(settingsPath, bearer(token))).statusCode).toBe(401)
    expect((await ask(settingsPath, bearer(await tokenOf(owner)))).statusCode).toBe(200)
  })
})
