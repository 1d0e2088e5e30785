// Tests of API keys: those of the settings, and those that administrators make.
import { describe, expect, test } from 'vitest'
import { makeSharedRecords } from '../../../test/kit/disk.ts'
import { opened } from '../../../test/kit/opened.ts'
import { createApiKeys, createKeyVerifier, encodeKey, hashKey, keyBytes, parseKeys } from './api-keys.ts'

function keyFrom(seed: number) {
  return encodeKey(new Uint8Array(keyBytes).fill(seed))
}

const [phone, script] = [keyFrom(1), keyFrom(2)]
const [phoneHash, scriptHash] = [hashKey(phone), hashKey(script)]

test.each([',', ' , ,', ' ,'])('a list of none is refused, because everybody could ask with it: %j', (text) => {
  expect(() => parseKeys(text)).toThrow('lists no key; leave it out to let everybody ask')
  expect(parseKeys('  ')).toEqual([])
})

describe('the test for a key', () => {
  const ownerOf = createKeyVerifier(parseKeys(`phone:${phoneHash}@600/min, script.1:${scriptHash}`))

  test('knows whose key it is, and how often that one may ask', () => {
    expect(ownerOf(phone)).toEqual({ name: 'phone', rate: { count: 600, perMs: 60_000 } })
    expect(ownerOf(script)).toEqual({ name: 'script.1', rate: undefined })
  })

  test.each([
    ['another key', keyFrom(3)],
    ['a key in capitals', phone.toUpperCase()],
    ['the beginning of a key', phone.slice(0, -1)],
    ['a key with something after it', `${phone}a`],
    ['the hash of a key', phoneHash],
    ['a name', 'phone'],
    ['nothing', ''],
  ])('does not take %s for a key', (_what, sent) => {
    expect(ownerOf(sent)).toBeUndefined()
  })

  test('knows nobody when there are no keys', () => {
    expect(createKeyVerifier([])(phone)).toBeUndefined()
  })
})

test('a key is recognised by its beginning and holds all its bytes of chance', () => {
  expect(phone).toMatch(/^trawl_[\w-]{43}$/)
  expect(Buffer.from(phone.slice('trawl_'.length), 'base64url')).toEqual(Buffer.alloc(keyBytes, 1))
})

test('what is kept of a key survives .env, shells and Compose as it is', () => {
  expect(phoneHash).toMatch(/^[\w.-]+$/)
})

describe('entries', () => {
  test('may stand on lines of their own', () => {
    const keys = parseKeys(`\n  a:${phoneHash}\n  b:${scriptHash}@5/s,\n`)
    expect(keys.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  const asHash =
    'entry 1 must be NAME:HASH or NAME:HASH@600/min; only hashes of keys are stored; trawl key NAME creates one'
  const asName = 'entry 1 must begin with a name of 1 to 32 letters, digits, ., _ or -'
  const asRate = 'entry 1 must end in a rate like 600/min (/s, /min or /h, from 1 to 1000000) after its @'
  test.each([
    ['the key itself', `phone:${phone}`, asHash],
    ['a key alone', phone, asHash],
    ['a key where the name belongs', `${phone}:${phoneHash}`, asName],
    ['a key where the rate belongs', `phone:${phoneHash}@${phone}`, asRate],
    ['a hash alone', phoneHash, asHash],
    ['a hash in another spelling of its last letter', `phone:sha256-${'A'.repeat(42)}B`, asHash],
    ['no name', `:${phoneHash}`, asName],
    ['a rate of nothing', `phone:${phoneHash}@0/min`, asRate],
    ['an empty rate', `phone:${phoneHash}@`, asRate],
  ])('with %s are refused, and nothing of them is repeated', (_what, text, sentence) => {
    expect(() => parseKeys(text)).toThrow(new Error(sentence))
  })

  test('have a name and a key of their own', () => {
    expect(() => parseKeys(`a:${phoneHash},a:${scriptHash}`)).toThrow('entry 2 has the same name as an earlier entry')
    expect(() => parseKeys(`a:${phoneHash},b:${phoneHash}`)).toThrow('entry 2 has the same key as an earlier entry')
  })
})

const configuredKey = keyFrom(200)
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

describe('API keys that administrators make', () => {
  test('identify their owner with their own rate, beside those of the settings', async () => {
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
