// Tests of hashing plain passwords in the settings.
import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { hashPlainPasswords, parseUsers } from './users.ts'

const planted = 'planted-password-91'
/** The cheapest cost that is accepted. */
const cheap = { log2N: 13, r: 8, p: 1 }
const hash = await hashPassword(planted, Buffer.alloc(16, 7), cheap)

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
