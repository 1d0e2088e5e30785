// The command that hashes passwords: its input, and that it never echoes a password.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../test/kit/terminal.ts'
import { verifyPassword } from '../../http/auth/password-hash.ts'
import { parseUsers } from '../../http/auth/users.ts'
import { promptHidden } from '../terminal/read-password.ts'
import { runTrawl } from './run.ts'

const planted = 'planted-password-91'

function run(words: readonly string[], input: string) {
  return runCommand(runTrawl, ['password', ...words], { input })
}

describe('npm run password', () => {
  test.each([
    ['a line', `${planted}\n`, planted],
    ['a line of Windows', `${planted}\r\n`, planted],
    ['a text without an end of line', planted, planted],
    ['a password with blanks', `  ${planted} \n`, `  ${planted} `],
  ])('takes %s from a program and gives the entry that lets the user in', async (_what, input, password) => {
    const { out, err, status } = await run(['ada'], input)
    const users = parseUsers(/^AUTH_USERS=(\S+)\n$/.exec(out)?.[1] ?? '')
    const hash = users.get('ada')
    expect(hash && (await verifyPassword(hash, password))).toBe(true)
    expect(status).toBe(0)
    expect(out + err).not.toContain(planted)
  })

  const tooShort = 'a password must have 8 to 1024 characters\n'
  test.each([
    ['seven characters', ['ada'], '1234567\n', tooShort],
    ['seven characters that are long ones', ['ada'], '🎬🎬🎬🎬🎬🎬🎬\n', tooShort],
    ['nothing', ['ada'], '', tooShort],
    ['1025 characters', ['ada'], 'a'.repeat(1_025), tooShort],
    ['no name', [], planted, 'give one NAME of 1 to 64 letters'],
    ['a name with a colon', ['ada:x'], planted, 'give one NAME of 1 to 64 letters'],
    ['a dash for a name', ['-'], planted, 'give one NAME of 1 to 64 letters'],
    ['a password among the words', ['ada', planted], '', 'give one NAME of 1 to 64 letters'],
  ])('refuses %s, in words that do not repeat it', async (_what, words, input, sentence) => {
    const { out, err, status } = await run(words, input)
    expect([out, status]).toEqual(['', 2])
    expect(err).toContain(sentence)
    expect(err).not.toContain(planted)
  })
})

describe('a question on a terminal', () => {
  function ask() {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const answered = promptHidden(input, output, 'Password: ')
    return { input, output, answered }
  }

  test('is answered by what is typed, corrections included, and shows none of it', async () => {
    const { input, output, answered } = ask()
    for (const key of `${planted}xy\u007F\u007F\r`) input.write(key)
    expect(await answered).toBe(planted)
    output.end()
    expect(await text(output)).toBe('Password: \n')
  })

  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('is broken off by %s', async (_key, typed) => {
    const { input, answered } = ask()
    input.write(typed)
    await expect(answered).rejects.toThrow('nothing was entered')
  })
})
