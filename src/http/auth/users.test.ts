// Tests of passwords: hashing, parsing users, verification, and plain passwords in the settings.
import { describe, expect, test } from 'vitest'
import { hashPassword, type PasswordHash, parsePasswordHash, verifyPassword } from './password-hash.ts'
import { createPasswordVerifier, hashPlainPasswords, parseUsers } from './users.ts'

const cheap = { log2N: 13, r: 8, p: 1 }
const salt = Buffer.alloc(16, 7)
const planted = 'planted-password-91'
const hash = await hashPassword(planted, salt, cheap)

function kept(text: string): PasswordHash {
  const found = parsePasswordHash(text)
  if (!found) throw new Error('not a hash')
  return found
}

describe('a hash of a password', () => {
  test('tells the password from others', async () => {
    for (const other of ['planted-password-92', `${planted} `, planted.toUpperCase(), '']) {
      expect(await verifyPassword(kept(hash), other), other).toBe(false)
    }
    expect(await verifyPassword(kept(hash), planted)).toBe(true)
  })

  test('knows a password however a keyboard composes its letters', async () => {
    const composed = kept(await hashPassword('caf\u00E9 noir', salt, cheap))
    expect(await verifyPassword(composed, 'cafe\u0301 noir')).toBe(true)
  })

  test('survives .env, shells and Compose as it is', () => {
    expect(hash).toMatch(/^[\w.-]+$/)
  })

  test('costs by default what OWASP names: N 2^15, r 8, p 3', async () => {
    const usual = kept(await hashPassword(planted, salt))
    expect(usual.cost).toEqual({ log2N: 15, r: 8, p: 3 })
    expect(await verifyPassword(usual, planted)).toBe(true)
  })

  const [saltText, digest] = hash.split('.').slice(4)
  test.each([
    ['a password', planted],
    ['nothing', ''],
    ['a digest cut short', hash.slice(0, -1)],
    ['no salt', `scrypt.15.8.3..${digest}`],
    ['a hash of another kind', '$2b$12$abcdefghijklmnopqrstuv'],
    ['one that asks for gigabytes', `scrypt.20.8.1.${saltText}.${digest}`],
    ['one that asks for gigabytes by its block size', `scrypt.17.99.1.${saltText}.${digest}`],
    ['one that asks for a quarter of a gigabyte', `scrypt.18.8.1.${saltText}.${digest}`],
    ['one that asks for minutes', `scrypt.17.8.99.${saltText}.${digest}`],
    ['one that asks for next to nothing', `scrypt.10.8.1.${saltText}.${digest}`],
    ['one that asks for no rounds', `scrypt.15.8.0.${saltText}.${digest}`],
  ])('is not %s', (_what, text) => {
    expect(parsePasswordHash(text)).toBeUndefined()
  })

  test('may ask for any of the choices that OWASP calls equal', () => {
    const choices = ['17.8.1', '16.8.2', '15.8.3', '14.8.5', '13.8.10']
    expect(choices.filter((cost) => parsePasswordHash(`scrypt.${cost}.${saltText}.${digest}`))).toEqual(choices)
  })
})

describe('users', () => {
  test('are read with their hashes', () => {
    expect([...parseUsers(` ada:${hash},b.c@example.org:${hash} \n 张三:${hash}`).keys()]).toEqual([
      'ada',
      'b.c@example.org',
      '张三',
    ])
  })

  const asHash = 'must be NAME:HASH, as trawl password NAME prints it, or NAME:PASSWORD'
  test.each([
    ['the password itself', `ada:${planted}`, `entry 1 ${asHash}`],
    ['the password itself in a later entry', `ada:${hash},bob:${planted}`, `entry 2 ${asHash}`],
    ['a password with a colon', `ada:${planted}:${hash}`, `entry 1 ${asHash}`],
    ['a password alone', planted, `entry 1 ${asHash}`],
    ['a hash alone', hash, `entry 1 ${asHash}`],
    [
      'no name that can be typed',
      `${planted}!:${hash}`,
      'entry 1 must begin with a name of 1 to 64 letters, digits, ., _, @ or -',
    ],
    [
      'a name that is taken',
      `ada:${hash},ada:${hash}`,
      'entry 2 has the same name as an earlier entry; names must be unique',
    ],
    ['nobody', ' , ', 'names no user, so nobody could log in; trawl password NAME creates an entry'],
  ])('with %s are refused, and nothing of them is repeated', (_what, text, sentence) => {
    expect(() => parseUsers(text)).toThrow(new Error(sentence))
  })
})

describe('a test of a password', () => {
  const users = parseUsers(`ada:${hash}`)

  test('takes the right password of the right user only', async () => {
    const isPassword = createPasswordVerifier(users)
    expect(await isPassword('ada', planted)).toBe(true)
    expect(await isPassword('ada', 'wrong')).toBe(false)
    // The dummy hash for an unknown user is ada's, the only one.
    expect(await isPassword('eve', planted)).toBe(false)
    expect(await isPassword('constructor', planted)).toBe(false)
  })

  test('verifies a hash of the same cost for a user that does not exist', async () => {
    const verified: string[] = []
    const isPassword = createPasswordVerifier(users, async ({ text }) => verified.push(text) > 0)
    expect([await isPassword('ada', 'wrong'), await isPassword('eve', 'wrong')]).toEqual([true, false])
    expect(verified).toEqual([hash, hash])
  })

  test('is refused, for now, while ten others are tested or wait, whoever they are', async () => {
    const isPassword = createPasswordVerifier(users, async () => true)
    const names = ['ada', 'eve', 'ada', 'x', 'ada', 'y', 'z', 'ada', 'a', 'b']
    const others = names.map((name) => isPassword(name, planted))
    await expect(isPassword('ada', planted)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(await Promise.all(others)).toEqual(names.map((name) => name === 'ada'))
    expect(await isPassword('ada', planted)).toBe(true)
  })
})

describe('a password in plain text', () => {
  test('lets its user in, and is not kept', async () => {
    const { text, names } = await hashPlainPasswords('ada:one:two , bob: short ,张三:pass word', cheap)
    expect(names).toEqual(['ada', 'bob', '张三'])
    expect(text).not.toMatch(/one|short|word/)
    const users = parseUsers(text)
    for (const [name, password] of Object.entries({ ada: 'one:two', bob: 'short', 张三: 'pass word' })) {
      const kept = users.get(name)
      expect(kept && (await verifyPassword(kept, password)), name).toBe(true)
      expect(kept && (await verifyPassword(kept, `${password}x`)), name).toBe(false)
    }
  })

  test('may stand beside hashes, which stay as they are', async () => {
    const { text, names } = await hashPlainPasswords(`ada:${hash} eve:${hash}\nbob:${planted}`)
    expect(names).toEqual(['bob'])
    expect(text).toContain(`ada:${hash} eve:${hash},bob:scrypt.15.8.3.`)
    expect([...parseUsers(text).keys()]).toEqual(['ada', 'eve', 'bob'])
  })

  test('has the same hash at every start, so that logins outlast it, and another for every user', async () => {
    const [one, again] = [
      await hashPlainPasswords('ada:x,bob:x', cheap),
      await hashPlainPasswords('ada:x,bob:x', cheap),
    ]
    expect(one).toEqual(again)
    const [ada, bob] = [...parseUsers(one.text).values()]
    expect(ada?.text).not.toBe(bob?.text)
  })
})

describe('what is no password', () => {
  test.each([
    ['a hash of ours', `ada:${hash}`],
    ['one of ours that is cut short', `ada:${hash.slice(0, -1)}`],
    ['a hash of another program', 'ada:$2b$12$abcdefghijklmnopqrstuv'],
    ['nothing', 'ada:'],
    ['no entry', planted],
    ['no name', `${planted}!:x`],
    ['two entries without a comma', 'ada:x bob:y'],
    ['longer than any', `ada:${'x'.repeat(1_025)}`],
    ['an empty setting', ''],
  ])('%s is left as it is', async (_what, text) => {
    expect(await hashPlainPasswords(text)).toEqual({ text, names: [] })
  })
})
