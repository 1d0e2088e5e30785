// Tests of login tokens: validity, and log-out.

import { createHmac } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { makeSharedRecords } from '../../../test/kit/disk.ts'
import type { SharedRecords } from '../../async/shared-record.ts'
import { noRecordStore } from '../../store/records/records.ts'
import { openLoginStamps } from './login-stamps.ts'
import { hashPassword, parsePasswordHash } from './password-hash.ts'
import { createSessionTokens } from './session-tokens.ts'
import type { Users } from './users.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const hour = 3_600_000
const secret = 'planted-secret-of-the-tokens-0123456789'
const key = new TextEncoder().encode(secret)

async function usersOf(passwords: Readonly<Record<string, string>>): Promise<Users> {
  const entries = Object.entries(passwords).map(async ([name, password]) => {
    const hash = parsePasswordHash(await hashPassword(password, Buffer.alloc(16, 1), { log2N: 13, r: 8, p: 1 }))
    if (!hash) throw new Error('no hash')
    return [name, hash] as const
  })
  return new Map(await Promise.all(entries))
}

const users = await usersOf({ ada: 'one', bob: 'two' })

/** A number for each stamp, none twice. */
const stampIds = Array.from({ length: 99 }, (_, at) => `stamp-${at}`)

function openStamps(records: SharedRecords = noRecordStore) {
  return openLoginStamps(records, () => stampIds.pop() ?? 'too many')
}

const noStamps = { of: () => '', renew: async () => true }

function makeTokens(own: Partial<Parameters<typeof createSessionTokens>[0]> = {}) {
  const clock = { time: noon }
  const epochMs = () => clock.time
  const ids = Array.from({ length: 9 }, (_, at) => `id-${9 - at}`)
  const newId = () => ids.pop() ?? 'too many'
  const options = { secret, users, stamps: noStamps, expiryMs: 24 * hour, epochMs, newId, ...own }
  return { clock, tokens: createSessionTokens(options) }
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

describe('a token', () => {
  test('says whose it is, by whom and until when', async () => {
    const { tokens } = makeTokens()
    const { token, expiresAt } = tokens.issue('ada')
    const seconds = noon / 1_000
    expect(expiresAt).toBe(seconds + 86_400)
    expect(claimsOf(token)).toEqual({
      username: 'ada',
      iss: 'trawl',
      iat: seconds,
      exp: expiresAt,
      jti: 'id-1',
      pwd: expect.stringMatching(/^[\w-]{22}$/),
    })
  })

  test('counts at once, and in another process with the same secret', async () => {
    const { token } = makeTokens().tokens.issue('ada')
    const { tokens } = makeTokens()
    expect(tokens.userOf(token)).toBe('ada')
    expect(tokens.userOf(tokens.issue('bob').token)).toBe('bob')
  })

  test('ends when it expires, known or not', async () => {
    const { tokens, clock } = makeTokens()
    const { token } = tokens.issue('ada')
    clock.time += 24 * hour - 1
    expect(tokens.userOf(token)).toBe('ada')
    clock.time += 1
    expect(tokens.userOf(token)).toBeUndefined()
    const { tokens: others } = makeTokens({ epochMs: () => clock.time })
    expect(others.userOf(token)).toBeUndefined()
  })

  test('does not count under another secret', async () => {
    const { token } = makeTokens({ secret: `${secret}!` }).tokens.issue('ada')
    expect(makeTokens().tokens.userOf(token)).toBeUndefined()
  })

  test('ends when its user is removed or has another password, and no sooner', async () => {
    const { token } = makeTokens().tokens.issue('ada')
    const laterUsers = [{ bob: 'two' }, { ada: 'another' }, { ada: 'one', eve: 'three' }]
    const found = await Promise.all(
      laterUsers.map(async (later) => makeTokens({ users: await usersOf(later) }).tokens.userOf(token)),
    )
    expect(found).toEqual([undefined, undefined, 'ada'])
  })

  test('is given to nobody who is no user', async () => {
    expect(() => makeTokens().tokens.issue('eve')).toThrow('cannot issue a token for an unknown user')
  })
})

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('what is no token of ours', () => {
  const { tokens } = makeTokens()
  const { token } = tokens.issue('ada')
  const claims = claimsOf(token)
  const [head = '', body = '', signature = ''] = token.split('.')
  const hmac = (text: string, hash = 'sha256') => createHmac(hash, key).update(text).digest('base64url')
  const asBob = part({ ...claims, username: 'bob' })
  const none = part({ alg: 'none', typ: 'JWT' })
  const stronger = `${part({ alg: 'HS512', typ: 'JWT' })}.${body}`
  const sign = (signed: string) => `${signed}.${hmac(signed)}`
  const signed = (changed: object) => sign(`${head}.${part({ ...claims, ...changed })}`)

  test.each([
    ['nothing', ''],
    ['a word', 'token'],
    ['a token without its signature', `${head}.${body}.`],
    ['a token of algorithm none', `${none}.${body}.`],
    ['a token of algorithm none with a signature', `${none}.${body}.${signature}`],
    ['a token of another algorithm, signed with our secret', `${stronger}.${hmac(stronger, 'sha512')}`],
    ['a token of another user', `${head}.${asBob}.${signature}`],
    ['a token with another signature', `${head}.${body}.${hmac('something else')}`],
    ['a token of another issuer', signed({ iss: 'pansou' })],
    ['a token without an issuer', signed({ iss: undefined })],
    ['a token that never expires', signed({ exp: undefined })],
    ['a token that expired', signed({ exp: noon / 1_000 - 1 })],
    ['a token for a day to come', signed({ nbf: noon / 1_000 + 60 })],
    ['a token without an id', signed({ jti: undefined })],
    ['a token bound to no password', signed({ pwd: undefined })],
    ['a token bound to the password of another', signed({ username: 'bob' })],
    ['a token with a number for a name', signed({ username: 7 })],
    ['a huge token', signed({ more: 'x'.repeat(5_000) })],
    ['a huge text', 'a'.repeat(30_000)],
    ['a token with a critical extension', `${part({ alg: 'HS256', crit: ['exp'], exp: 1 })}.${body}.${signature}`],
    ['a token whose body is no object', `${head}.${part([1])}.${hmac(`${head}.${part([1])}`)}`],
    ['five parts', `${head}.${body}.${signature}.${head}.${body}`],
    ['a token with a sign behind it', `${token}=`],
    ['a token with another header, signed as ours are', sign(`${part({ alg: 'HS256' })}.${body}`)],
    ['a token with a claim that ours do not have', signed({ more: 1 })],
    ['bytes', '\u0000.\u0001.\u0002'],
  ])('does not count: %s', (_what, sent) => {
    expect(tokens.userOf(sent)).toBeUndefined()
  })

  test('and a token signed by hand as ours are does count', () => {
    expect(tokens.userOf(signed({}))).toBe('ada')
  })
})

describe('a log-out', () => {
  test('ends the token in any spelling and all others of its account, and none of another account', async () => {
    const { tokens } = makeTokens({ stamps: await openStamps() })
    const [{ token }, second, bobs] = [tokens.issue('ada'), tokens.issue('ada'), tokens.issue('bob')]
    // The last character of a signature has unused bits.
    const respelled = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map(
      (letter) => token.slice(0, -1) + letter,
    )
    expect(respelled.filter((text) => tokens.userOf(text))).toEqual([token])
    await tokens.revoke(token)
    expect([...respelled, second.token].filter((text) => tokens.userOf(text))).toEqual([])
    expect(tokens.userOf(bobs.token)).toBe('bob')
    expect(tokens.userOf(tokens.issue('ada').token)).toBe('ada')
  })

  test('holds over a restart and in other processes, in whatever order accounts log out', async () => {
    const { records } = makeSharedRecords()
    const open = async () => makeTokens({ stamps: await openStamps(records) }).tokens
    const tokens = await open()
    const [adas, bobs] = [tokens.issue('ada'), tokens.issue('bob')]
    await Promise.all([tokens.revoke(adas.token), tokens.revoke(bobs.token)])
    const later = await open()
    expect([later.userOf(adas.token), later.userOf(bobs.token)]).toEqual([undefined, undefined])
    expect(later.userOf(tokens.issue('ada').token)).toBe('ada')
  })

  test('holds for users with names that objects inherit', async () => {
    const { records } = makeSharedRecords()
    const odd = await usersOf(JSON.parse('{"__proto__":"one","constructor":"two"}'))
    const open = async () => makeTokens({ users: odd, stamps: await openStamps(records) }).tokens
    const tokens = await open()
    const { token } = tokens.issue('__proto__')
    const other = tokens.issue('constructor')
    await tokens.revoke(token)
    const later = await open()
    expect([later.userOf(token), later.userOf(other.token)]).toEqual([undefined, 'constructor'])
  })

  test('holds although the clock is set back', async () => {
    const { tokens, clock } = makeTokens({ stamps: await openStamps() })
    const { token } = tokens.issue('ada')
    await tokens.revoke(token)
    clock.time -= 60_000
    expect(tokens.userOf(token)).toBeUndefined()
    expect(tokens.userOf(tokens.issue('ada').token)).toBe('ada')
  })

  test('holds here even when it cannot be stored, says so, and is stored once it can', async () => {
    const { records, state, changedElsewhere } = makeSharedRecords()
    const stamps = await openStamps(records)
    const { tokens } = makeTokens({ stamps })
    const { token } = tokens.issue('ada')
    state.isWritable = false
    await expect(tokens.revoke(token)).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining('could not be stored'),
    })
    expect(tokens.userOf(token)).toBeUndefined()
    state.isWritable = true
    changedElsewhere()
    const later = async () => makeTokens({ stamps: await openStamps(records) }).tokens.userOf(token)
    await vi.waitFor(async () => expect(await later()).toBeUndefined())
  })

  test('with an invalid token changes nothing', async () => {
    const renew = () => Promise.reject(new Error('a stamp was renewed'))
    const { tokens } = makeTokens({ stamps: { of: () => '', renew } })
    await expect(tokens.revoke('no token')).resolves.toBeUndefined()
  })
})

test('a token ends when the clock is set back to before it was issued', () => {
  const { clock, tokens } = makeTokens()
  clock.time += 30 * 24 * hour
  const { token } = tokens.issue('ada')
  clock.time -= 30 * 24 * hour
  expect(tokens.userOf(token)).toBeUndefined()
})
