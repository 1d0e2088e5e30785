// Tests the allow list of a whole service: it survives restarts and never falls back to open access.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from './kit/process.ts'

const token = 'correct-horse-battery'

async function makeSettings() {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-allow-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = { UPSTREAM_GATEWAY: 'http://127.0.0.1:1', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' }
  return { file: join(folder, 'allow-list.json'), env: { ...env, DATA_DIR: folder, ADMIN_TOKEN: token } }
}

async function start(env: Readonly<Record<string, string>>) {
  const service = run('src/main.ts', [], env)
  const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  const stop = async () => {
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  }
  return { stop, status: async (path: string, init?: RequestInit) => (await fetch(url + path, init)).status }
}

test('a restarted service has the allow list of before', async () => {
  const { env } = await makeSettings()
  const first = await start(env)
  const headers = { authorization: `Bearer ${token}` }
  const change = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"ip":"10.0.0.7/8"}',
  }
  expect(await first.status('/api/health')).toBe(200)
  expect(await first.status('/api/v1/security/ip-whitelist', change)).toBe(200)
  expect(await first.status('/api/health')).toBe(403)
  await first.stop()

  const second = await start(env)
  expect(await second.status('/api/health')).toBe(403)
  expect(await second.status('/livez')).toBe(200)
  expect(await second.status('/api/v1/security/ip-whitelist', { ...change, method: 'DELETE' })).toBe(200)
  expect(await second.status('/api/health')).toBe(200)
  await second.stop()
})

test('a list that cannot be read stops the start with a sentence that says what to do', async () => {
  const { env, file } = await makeSettings()
  await writeFile(file, '["10.0.0.0/8", "10.0.0.999"]')
  const service = run('src/main.ts', [], env)
  expect(await service.ended).toBe(1)
  expect(service.output()).toContain(
    'the allow list cannot be read: allow-list.json in DATA_DIR cannot be read (allow-list.json: \\"10.0.0.999\\" must be',
  )
  expect(service.output()).toContain('restore it from a backup, or remove it to start without its content')
  expect(service.output()).not.toContain('listens on')
})
