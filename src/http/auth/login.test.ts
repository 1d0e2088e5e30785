// Tests of login: restarts, and records that cannot be written or read.

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeSharedRecords } from '../../../test/kit/disk.ts'
import type { SharedRecords } from '../../async/shared-record.ts'
import { noRecordStore } from '../../store/records/records.ts'
import { openLogin, validateSecret } from './login.ts'
import { hashPassword } from './password-hash.ts'
import { parseUsers } from './users.ts'

const password = 'planted-password-91'
const hash = await hashPassword(password, Buffer.alloc(16, 3), { log2N: 13, r: 8, p: 1 })
const users = parseUsers(`ada:${hash}`)
const given = 'planted-secret-of-the-operator-0123456789'
const noon = Date.UTC(2026, 10, 20, 12)
const here = '192.0.2.1'

/** Each start generates another secret, like random values. */
const secrets = Array.from({ length: 30 }, (_, at) => Buffer.alloc(32, at + 1).toString('base64url'))

function open(records: SharedRecords, own: { readonly configuredSecret?: string } = {}) {
  const lines: string[] = []
  const log = { warn: (...words: unknown[]) => void lines.push(words.map(String).join(' ')) }
  const login = openLogin({
    ...{ users, records, log, expiryMs: 3_600_000, epochMs: () => noon, monotonicMs: () => noon },
    newId: randomUUID,
    newSecret: () => secrets.pop() ?? 'too few',
    ...own,
  })
  return { login, lines }
}

const ada = { username: 'ada', password }

describe('over a restart', () => {
  test('a token stays valid, and those from before a log-out stay ended', async () => {
    const { records } = makeSharedRecords()
    const { tokens, authenticate } = await open(records).login
    const before = await authenticate(ada, here)
    await tokens.revoke(before.token)
    const after = await authenticate(ada, here)
    const { login, lines } = open(records)
    const { userOf } = (await login).tokens
    expect([userOf(after.token), userOf(before.token), lines]).toEqual(['ada', undefined, []])
  })

  test('without a folder everybody has to log in again', async () => {
    const { token } = await (await open(noRecordStore).login).authenticate(ada, here)
    expect((await open(noRecordStore).login).tokens.userOf(token)).toBeUndefined()
  })

  test('with a secret of the operator nobody has to, and it is not written down', async () => {
    const { records, stored } = makeSharedRecords()
    const { tokens, authenticate } = await open(records, { configuredSecret: given }).login
    await tokens.revoke((await authenticate(ada, here)).token)
    const { token } = await authenticate(ada, here)
    expect((await open(records, { configuredSecret: given }).login).tokens.userOf(token)).toBe('ada')
    expect([...stored.keys()]).toEqual(['login-stamps.json'])
    const text = Buffer.concat([...stored.values()]).toString()
    for (const secret of [given, password, token]) expect(text).not.toContain(secret)
  })
})

test('where nothing can be written, the log says that the next start logs everybody out, and logins work', async () => {
  const { login, lines } = open({ ...noRecordStore, write: async () => 'unwritten' })
  const { tokens, authenticate } = await login
  expect(tokens.userOf((await authenticate(ada, here)).token)).toBe('ada')
  expect(lines).toEqual(['the secret of login tokens could not be stored: the next start will log everybody out'])
})

test('where log-outs cannot be read the start is refused: their tokens must not count again', async () => {
  const read = () => Promise.reject(new Error('the disk is gone'))
  const { login } = open({ ...noRecordStore, read }, { configuredSecret: given })
  await expect(login).rejects.toThrow('the disk is gone')
})

test('a stored secret that was spoilt is replaced', async () => {
  const { records, stored } = makeSharedRecords()
  stored.set('login-secret.txt', Buffer.from('\u0000\u0000'))
  const { token } = await (await open(records).login).authenticate(ada, here)
  expect(Buffer.from(stored.get('login-secret.txt') ?? []).toString()).toMatch(/^[\w-]{43}$/)
  expect((await open(records).login).tokens.userOf(token)).toBe('ada')
})

describe('a secret of the operator', () => {
  test.each([['short'], ['x'.repeat(31)], ['x'.repeat(64)], ['password'.repeat(4)]])('like %s is refused', (text) => {
    const sentence =
      /^must be at least 32 characters that nobody can guess; without it, one is generated and stored in DATA_DIR$/
    expect(() => validateSecret(text)).toThrow(sentence)
  })

  test('is taken as it is', () => {
    expect(validateSecret(given)).toBe(given)
  })
})

test('logins that cannot be tested now do not count as failed', async () => {
  const { authenticate } = await open(noRecordStore).login
  const rounds = Array.from({ length: 20 }, (_, at) => at)
  // Each from its own network, so that only the queue limits them.
  const told = await Promise.allSettled(
    rounds.map((at) => authenticate({ username: `user-${at}`, password }, `192.0.2.${at}`)),
  )
  const statuses = told.map((one) => (one.status === 'rejected' ? one.reason.status : 200))
  expect(statuses).toEqual(rounds.map((at) => (at < 10 ? 401 : 503)))
  for (const at of [1, 2, 3, 4])
    await expect(authenticate({ username: `x-${at}`, password }, '192.0.2.19')).rejects.toMatchObject({ status: 401 })
  expect((await authenticate(ada, '192.0.2.19')).token).toMatch(/^ey/)
})

test('logins that succeed do not count as failed', async () => {
  const { authenticate } = await open(noRecordStore).login
  for (let round = 0; round < 12; round += 1) expect((await authenticate(ada, here)).token).toMatch(/^ey/)
})
