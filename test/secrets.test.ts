// Tests that secrets, planted in every input, never appear in any output.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { encodeKey, hashKey } from '../src/http/auth/api-keys.ts'
import { hashPassword } from '../src/http/auth/password-hash.ts'
import { newFolder } from './kit/disk.ts'
import { run } from './kit/process.ts'
import { standinOfTest } from './kit/standin.ts'

const planted = {
  key: encodeKey(Buffer.alloc(32, 7)),
  adminToken: 'planted-admin-token-0123456789',
  password: 'planted-password-0123456789',
  plainPassword: 'planted-plain-password',
  jwtSecret: 'planted-secret-of-tokens-0123456789abcdef',
  cookie: 'SUB=planted-cookie-0123456789',
  proxyPassword: 'planted-proxy-password',
  keyword: 'planted-keyword',
}

/** A service with all secrets over a stand-in with failing sites, and every body that it sent. */
async function start() {
  const standin = await standinOfTest({ faults: [{ kind: '500', host: 't.me' }] })
  const folder = newFolder()
  const hash = await hashPassword(planted.password, Buffer.alloc(16, 5), { log2N: 13, r: 8, p: 1 })
  const service = run('src/main.ts', [], {
    ...{
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'debug',
      DATA_DIR: join(folder, 'data'),
      UPSTREAM_GATEWAY: standin.url,
    },
    ...{ ADMIN_TOKEN: planted.adminToken, API_KEYS: `bot:${hashKey(planted.key)}`, AUTH_ENABLED: 'true' },
    ...{
      AUTH_USERS: `ada:${hash},bob:${planted.plainPassword}`,
      AUTH_JWT_SECRET: planted.jwtSecret,
      WEIBO_COOKIE: planted.cookie,
    },
    HTTPS_PROXY: `http://someone:${planted.proxyPassword}@127.0.0.1:1`,
  })
  const [, url = ''] = await service.says(/listens on (http:\/\/\S+?)[;,\s]/)
  const bodies: string[] = []
  const ask = async (path: string, headers: Record<string, string> = {}, body?: unknown) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(url + path, { headers, ...sent })
    const text = await answer.text()
    bodies.push(`${JSON.stringify([...answer.headers])} ${text}`)
    return { status: answer.status, text }
  }
  return { service, folder, ask, bodies, hash }
}

/** The folder and all files below it. */
function below(folder: string): string[] {
  return ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => join(folder, name))
}

test('no key, password, token, cookie or keyword comes out by an answer, the log, an error or a file, and files are for their owner', async () => {
  const { service, folder, ask, bodies, hash } = await start()
  const login = await ask('/api/auth/login', {}, { username: 'ada', password: planted.password })
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(login.text))
  bodies.pop()
  const ofBob = await ask('/api/auth/login', {}, { username: 'bob', password: planted.plainPassword })
  expect(ofBob.status).toBe(200)
  const admin = { authorization: `Bearer ${planted.adminToken}` }
  const wrong = { 'x-api-key': `${planted.key}x`, authorization: `Bearer ${token}x`, cookie: planted.cookie }
  const asked = `/api/search?kw=${planted.keyword}&src=tg&channels=demo_share`
  const statuses = [
    await ask('/api/auth/login', {}, { username: 'ada', password: `${planted.password}x` }),
    await ask('/api/auth/login', {}, { username: planted.password, password: 'x' }),
    await ask('/api/auth/verify', { authorization: `Bearer ${token}` }, {}),
    await ask(asked, wrong),
    await ask(`${asked}&conc=none`, { 'x-api-key': planted.key }),
    await ask(asked, { 'x-api-key': planted.key }),
    await ask('/api/v1/sources/weibo', { authorization: `Bearer ${token}` }),
    await ask('/metrics', { authorization: `Bearer ${planted.adminToken}x` }),
    await ask('/metrics', admin),
    await ask('/api/v1/errors', admin),
    await ask('/api/v1/logs?limit=200', admin),
    await ask('/api/v1/health', admin),
    await ask('/readyz'),
    await ask('/api/auth/logout', { authorization: `Bearer ${token}` }, {}),
    await ask('/api/v1/sources/weibo', { authorization: `Bearer ${token}` }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 200, 401, 400, 200, 200, 401, 200, 200, 200, 200, 200, 200, 401])

  service.signal('SIGTERM')
  expect(await service.ended).toBe(0)
  const files = below(folder).filter((file) => file !== folder)
  const reported = [service.output(), ...bodies].join('\n')
  for (const [name, secret] of Object.entries({ ...planted, token, hash })) {
    // The answer to a search does not repeat the search; its links may.
    expect([name, reported.includes(secret)]).toEqual([name, false])
  }
  const stored = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1'))
  expect(stored.length).toBeGreaterThan(0)
  for (const [name, secret] of Object.entries({ ...planted, keyword: token, hash }))
    expect([name, stored.some((text) => text.includes(secret))]).toEqual([name, false])
  expect(files.filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([])
})
