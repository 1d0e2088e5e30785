// Tests API keys and source switches over HTTP, and their immediate effect.
import { describe, expect, test } from 'vitest'
import { createSourceSwitches } from '../../src/admin/source-switches.ts'
import { apiKeysResponse } from '../../src/contract/api-keys.ts'
import { sourceSwitchesResponse } from '../../src/contract/source-switches.ts'
import { createApiKeys } from '../../src/http/auth/api-keys.ts'
import { noRecordStore } from '../../src/store/records/records.ts'
import type { SomeAppOptions } from '../kit/empty-app.ts'
import { testApp, testTime } from './app-parts.ts'
import { errorOf } from './hotlist-paths.ts'

const keysPath = '/api/v1/security/keys'
const sourcesPath = '/api/v1/security/sources'
const token = 'correct-horse-battery'
const withToken = { authorization: `Bearer ${token}` }
const unrelated = { remoteAddress: '192.0.2.7' }

test('API keys are made, shown once, used and revoked', async () => {
  const [isRequired, randomKey] = [() => true, () => Buffer.alloc(32, 9)]
  const options = { configured: [], isRequired, records: noRecordStore, randomKey, epochMs: () => testTime }
  const apiKeys = createApiKeys(options)
  const { app } = testApp({ access: { apiKeys, rules: { adminToken: token, keys: apiKeys.verify, isRequired } } })
  const post = { method: 'POST', url: keysPath, headers: withToken, payload: { name: 'phone' } } as const
  const { made, ...answer } = apiKeysResponse.parse((await app.inject(post)).json())
  const keys = [{ name: 'phone', since: testTime, from: 'api' }]
  expect(answer).toEqual({ apiVersion: '1.0', timestamp: testTime, required: true, keys, total: 1 })
  const listed = await app.inject({ url: keysPath, headers: withToken })
  expect(listed.headers['cache-control']).toBe('no-store')
  expect(listed.body).not.toContain(made?.key)
  const asked = { url: '/api/v1/sources', headers: { 'x-api-key': made?.key }, ...unrelated }
  expect((await app.inject(asked)).statusCode).toBe(200)
  const revoked = await app.inject({ method: 'DELETE', url: `${keysPath}?name=phone`, headers: withToken })
  expect(apiKeysResponse.parse(revoked.json()).keys).toEqual([])
  expect((await app.inject(asked)).statusCode).toBe(401)
})

describe('sources', () => {
  function make(own: SomeAppOptions = {}) {
    let changes = 0
    const configured = new Map([
      ['weibo', true],
      ['plugin:labi', true],
      ['optional', false],
    ])
    const switches = createSourceSwitches(configured, () => {
      changes += 1
    })
    const { app } = testApp({ switches, ...own })
    const post = (payload: object, headers = {}) => app.inject({ method: 'POST', url: sourcesPath, payload, headers })
    return { app, post, switches, changes: () => changes }
  }

  test('are switched off and on, and listed while they differ from the settings', async () => {
    const { app, post, switches, changes } = make()
    const head = { apiVersion: '1.0', timestamp: testTime }
    const off = await post({ off: ['weibo', 'plugin:labi'], on: ['optional'] })
    const state = { ...head, switchedOn: ['optional'], switchedOff: ['weibo', 'plugin:labi'] }
    expect(sourceSwitchesResponse.parse(off.json())).toEqual(state)
    expect((await app.inject({ url: sourcesPath })).json()).toEqual(state)
    expect([switches.isOn('weibo'), changes() > 0]).toEqual([false, true])
    expect((await post({ on: ['weibo'] })).json().switchedOff).toEqual(['plugin:labi'])
  })

  test('that are not of this service are refused, and nothing is switched', async () => {
    const { post, switches } = make()
    expect(errorOf(await post({ off: ['weibo', 'nosuch'] }))).toMatchObject({
      statusCode: 400,
      message: 'off.1: must be the id of a source of this service; GET /api/v1/health lists them',
    })
    expect(switches.switched()).toEqual([])
    expect(errorOf(await post({})).message).toMatch(/^off: is missing: must be an array of source ids/)
  })
})
