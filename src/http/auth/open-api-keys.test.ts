// Tests of API keys that administrators make: names, revocation, persistence.
import { describe, expect, test } from 'vitest'
import { makeSharedRecords } from '../../../test/kit/disk.ts'
import { opened } from '../../../test/kit/opened.ts'
import { createApiKeys, encodeKey, hashKey, parseKeys } from './api-keys.ts'

const configuredKey = encodeKey(Buffer.alloc(32, 200))
const configured = parseKeys(`bot:${hashKey(configuredKey)}@10/s`)
const time = Date.UTC(2026, 10, 23)

function open({ records }: Pick<ReturnType<typeof makeSharedRecords>, 'records'>) {
  let count = 0
  const randomKey = () => {
    count += 1
    return Buffer.alloc(32, count)
  }
  return opened(createApiKeys({ configured, isRequired: () => true, records, randomKey, epochMs: () => time }))
}

describe('API keys', () => {
  test('that are made identify their owner with their own rate, beside those of the settings', async () => {
    const { stored, records } = makeSharedRecords()
    const keys = await open({ records })
    const key = await keys.make('phone', '600/min')
    expect(keys.verify(key)).toEqual({ name: 'phone', rate: { count: 600, perMs: 60_000 } })
    expect(keys.verify(configuredKey)?.name).toBe('bot')
    expect(keys.all()).toEqual([
      { name: 'bot', rate: '10/s', from: 'settings' },
      { name: 'phone', rate: '600/min', since: time, from: 'api' },
    ])
    expect(Buffer.from(stored.get('api-keys.json') ?? '').toString()).not.toContain(key)
  })

  test('survive a restart, and are revoked for good', async () => {
    const { records } = makeSharedRecords()
    const first = await open({ records })
    const key = await first.make('phone')
    const second = await open({ records })
    expect(second.verify(key)).toEqual({ name: 'phone', rate: undefined })
    await second.revoke('phone')
    expect(second.verify(key)).toBeUndefined()
    expect((await open({ records })).verify(key)).toBeUndefined()
  })

  test('have unique valid names, and those of the settings are not revoked here', async () => {
    const keys = await open(makeSharedRecords())
    await keys.make('phone')
    await expect(keys.make('phone')).rejects.toMatchObject({ status: 409 })
    await expect(keys.make('bot')).rejects.toMatchObject({ status: 409 })
    await expect(keys.make('a b')).rejects.toThrow('name: must be 1 to 32 letters')
    await expect(keys.make('a', 'often')).rejects.toThrow('rate: must be a rate like 600/min')
    await expect(keys.revoke('bot')).rejects.toThrow('bot is a key of API_KEYS; remove it there')
    await expect(keys.revoke('nobody')).rejects.toMatchObject({ status: 404 })
  })
})
