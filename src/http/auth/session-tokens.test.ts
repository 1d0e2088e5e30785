// Tests of login tokens: validity and revocation.

import { createHmac } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { SharedRecords } from '../../async/shared-record.ts'
import { noRecordStore } from '../../store/records/record-store.ts'
import { hashPassword, parsePasswordHash } from './password-hash.ts'
import { createRevokedTokens, openRevokedTokens } from './revoked-tokens.ts'
import { createSessionTokens, type SessionTokens } from './session-tokens.ts'
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

function makeRecords() {
  const files = new Map<string, Uint8Array>()
  const state = { hear: [] as (() => void)[] }
  const records: SharedRecords = {
    async read(name, read) {
      const found = files.get(name)
      return found && read(found)
    },
    async write(name, bytes) {
      files.set(name, bytes)
      return 'written'
    },
    onChangedElsewhere: (_name, hear) => void state.hear.push(hear),
  }
  const saved = () => JSON.parse(Buffer.from(files.get('logged-out.json') ?? []).toString())
  return { records, state, saved }
}

function makeTokens(own: Partial<Parameters<typeof createSessionTokens>[0]> = {}) {
  const clock = { time: noon }
  const epochMs = () => clock.time
  const revokedTokens = createRevokedTokens(noRecordStore, epochMs)
  const ids = Array.from({ length: 9 }, (_, at) => `id-${9 - at}`)
  const newId = () => ids.pop() ?? 'too many'
  return {
    clock,
    tokens: createSessionTokens({ secret, users, revokedTokens, expiryMs: 24 * hour, epochMs, newId, ...own }),
  }
}

/** Results of `tokens` for a token, before and after it is cached. */
async function said(tokens: SessionTokens, token: string) {
  return [await tokens.verify(token), tokens.identifyNow(token)]
}

const nobody = [undefined, undefined]

describe('a token', () => {
  test('says whose it is, by whom and until when', async () => {
    const { tokens } = makeTokens()
    const { token, expiresAt } = await tokens.issue('ada')
    const seconds = noon / 1_000
    expect(expiresAt).toBe(seconds + 86_400)
    expect(decodeJwt(token)).toEqual({
      username: 'ada',
      iss: 'trawl',
      iat: seconds,
      exp: expiresAt,
      jti: 'id-1',
      pwd: expect.stringMatching(/^[\w-]{22}$/),
    })
  })

  test('counts at once, and in another process with the same secret', async () => {
    const { token } = await makeTokens().tokens.issue('ada')
    const { tokens } = makeTokens()
    expect(tokens.identifyNow(token)).toBeUndefined()
    expect(await said(tokens, token)).toEqual(['ada', 'ada'])
    const { tokens: first } = makeTokens()
    expect(first.identifyNow((await first.issue('bob')).token)).toBe('bob')
  })

  test('ends when it expires, known or not', async () => {
    const { tokens, clock } = makeTokens()
    const { token } = await tokens.issue('ada')
    clock.time += 24 * hour - 1
    expect(await said(tokens, token)).toEqual(['ada', 'ada'])
    clock.time += 1
    expect(await said(tokens, token)).toEqual(nobody)
    const { tokens: others } = makeTokens({ epochMs: () => clock.time })
    expect(await said(others, token)).toEqual(nobody)
  })

  test('does not count under another secret', async () => {
    const { token } = await makeTokens({ secret: `${secret}!` }).tokens.issue('ada')
    expect(await said(makeTokens().tokens, token)).toEqual(nobody)
  })

  test('ends when its user is removed or has another password, and no sooner', async () => {
    const { token } = await makeTokens().tokens.issue('ada')
    const laterUsers = [{ bob: 'two' }, { ada: 'another' }, { ada: 'one', eve: 'three' }]
    const found = await Promise.all(
      laterUsers.map(async (later) => makeTokens({ users: await usersOf(later) }).tokens.verify(token)),
    )
    expect(found).toEqual([undefined, undefined, 'ada'])
  })

  test('is given to nobody who is no user', async () => {
    await expect(makeTokens().tokens.issue('eve')).rejects.toThrow('cannot issue a token for an unknown user')
  })
})

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('what is no token of ours', async () => {
  const { tokens } = makeTokens()
  const { token } = await tokens.issue('ada')
  const claims = decodeJwt(token)
  const [head = '', body = '', signature = ''] = token.split('.')
  const hmac = (text: string, hash = 'sha256') => createHmac(hash, key).update(text).digest('base64url')
  const asBob = part({ ...claims, username: 'bob' })
  const none = part({ alg: 'none', typ: 'JWT' })
  const stronger = `${part({ alg: 'HS512', typ: 'JWT' })}.${body}`
  const signed = (changed: object) =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'HS256' }).sign(key)

  test.each([
    ['nothing', ''],
    ['a word', 'token'],
    ['a token without its signature', `${head}.${body}.`],
    ['a token of algorithm none', `${none}.${body}.`],
    ['a token of algorithm none with a signature', `${none}.${body}.${signature}`],
    ['a token of another algorithm, signed with our secret', `${stronger}.${hmac(stronger, 'sha512')}`],
    ['a token of another user', `${head}.${asBob}.${signature}`],
    ['a token with another signature', `${head}.${body}.${hmac('something else')}`],
    ['a token of another issuer', await signed({ iss: 'pansou' })],
    ['a token without an issuer', await signed({ iss: undefined })],
    ['a token that never expires', await signed({ exp: undefined })],
    ['a token that expired', await signed({ exp: noon / 1_000 - 1 })],
    ['a token for a day to come', await signed({ nbf: noon / 1_000 + 60 })],
    ['a token without an id', await signed({ jti: undefined })],
    ['a token bound to no password', await signed({ pwd: undefined })],
    ['a token bound to the password of another', await signed({ username: 'bob' })],
    ['a token with a number for a name', await signed({ username: 7 })],
    ['a huge token', await signed({ more: 'x'.repeat(5_000) })],
    ['a huge text', 'a'.repeat(30_000)],
    ['a token with a critical extension', `${part({ alg: 'HS256', crit: ['exp'], exp: 1 })}.${body}.${signature}`],
    ['a token whose body is no object', `${head}.${part([1])}.${hmac(`${head}.${part([1])}`)}`],
    ['five parts', `${head}.${body}.${signature}.${head}.${body}`],
    ['a token with a sign behind it', `${token}=`],
    ['bytes', '\u0000.\u0001.\u0002'],
  ])('does not count: %s', async (_what, sent) => {
    expect(await said(tokens, sent)).toEqual(nobody)
  })

  test('and a token signed by hand as ours are does count', async () => {
    expect(await said(tokens, await signed({}))).toEqual(['ada', 'ada'])
  })
})

describe('a token that was logged out', () => {
  test('has ended, in any spelling, and no other with it', async () => {
    const { tokens } = makeTokens()
    const [{ token }, other] = [await tokens.issue('ada'), await tokens.issue('ada')]
    // The last character of a signature has unused bits.
    const last = 'AEIMQUYcgkosw048'.includes(token.at(-1) ?? '')
      ? String.fromCharCode((token.codePointAt(-1) ?? 0) + 1)
      : ''
    const respelled = [token, ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map((letter) =>
      letter === token ? token + last : token.slice(0, -1) + letter,
    )
    const alive = async () => (await Promise.all(respelled.map((text) => tokens.verify(text)))).filter(Boolean).length
    expect(await alive()).toBeGreaterThan(0)
    await tokens.revoke(token)
    expect(await said(tokens, token)).toEqual(nobody)
    expect(await alive()).toBe(0)
    expect(respelled.filter((text) => tokens.identifyNow(text))).toEqual([])
    expect(await said(tokens, other.token)).toEqual(['ada', 'ada'])
  })

  test('stays ended over a restart, until it expires and nothing of it is kept', async () => {
    const { records, saved } = makeRecords()
    const { clock, tokens: counting } = makeTokens()
    const { token } = await counting.issue('ada')
    const open = async () => makeTokens({ revokedTokens: await openRevokedTokens(records, () => clock.time) }).tokens
    await (await open()).revoke(token)
    expect(await said(await open(), token)).toEqual(nobody)
    clock.time += 25 * hour
    await (await openRevokedTokens(records, () => clock.time)).add({ id: 'other', until: clock.time / 1_000 })
    // Of all that has expired the latest time is left.
    expect(saved()).toEqual({ upTo: clock.time / 1_000, ids: [] })
  })

  test('stays ended although its record was dropped while the clock was ahead', async () => {
    const { records } = makeRecords()
    const { clock, tokens: counting } = makeTokens()
    const { token } = await counting.issue('ada')
    const open = async () => makeTokens({ revokedTokens: await openRevokedTokens(records, () => clock.time) }).tokens
    await (await open()).revoke(token)
    clock.time += 30 * 24 * hour
    await (await openRevokedTokens(records, () => clock.time)).add({ id: 'other', until: 0 })
    clock.time -= 30 * 24 * hour
    expect(await said(await open(), token)).toEqual(nobody)
  })

  test('ends when the clock is set back to before it was issued', async () => {
    const { clock, tokens } = makeTokens()
    clock.time += 30 * 24 * hour
    const { token } = await tokens.issue('ada')
    clock.time -= 30 * 24 * hour
    expect(await said(tokens, token)).toEqual(nobody)
  })

  test('has ended here even when that cannot be stored, and the error says so', async () => {
    const { tokens } = makeTokens({
      revokedTokens: createRevokedTokens({ ...noRecordStore, write: async () => 'unwritten' }, () => noon),
    })
    const { token } = await tokens.issue('ada')
    await expect(tokens.revoke(token)).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining('could not be stored'),
    })
    expect(await said(tokens, token)).toEqual(nobody)
  })

  test('is nothing to write down when it did not count anyway', async () => {
    const { tokens } = makeTokens({
      revokedTokens: createRevokedTokens(
        { ...noRecordStore, write: () => Promise.reject(new Error('written')) },
        () => noon,
      ),
    })
    await expect(tokens.revoke('no token')).resolves.toBeUndefined()
  })
})

describe('the table of what was logged out', () => {
  test('lets go of what expires first when it is full, and that stays ended', async () => {
    const { records } = makeRecords()
    const until = noon / 1_000 + 100
    const loggedOut = createRevokedTokens(records, () => noon)
    const marks = Array.from({ length: 10_005 }, (_, at) => ({ id: `id-${at}`, until: until + at }))
    await Promise.all(marks.map((mark) => loggedOut.add(mark)))
    const later = await openRevokedTokens(records, () => noon)
    for (const table of [loggedOut, later]) {
      expect(marks.filter((mark) => !table.has(mark))).toEqual([])
      expect(table.has({ id: 'never', until: until + 4 })).toBe(true)
      expect(table.has({ id: 'never', until: until + 5 })).toBe(false)
    }
  })

  test('takes up what another process wrote until it ended', async () => {
    const { records, state } = makeRecords()
    const mark = { id: 'theirs', until: noon / 1_000 + 60 }
    const ours = await openRevokedTokens(records, () => noon)
    await createRevokedTokens(records, () => noon).add(mark)
    expect(ours.has(mark)).toBe(false)
    for (const hear of state.hear) hear()
    await expect.poll(() => ours.has(mark)).toBe(true)
  })
})
