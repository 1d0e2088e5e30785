// npm run password -- NAME: makes the entry that lets a user log in, from a password that is typed or written to it.
import { randomBytes } from 'node:crypto'
import { hashPassword, passwordLength, saltBytes } from '../http/password-hash.ts'
import { isUserName, userNameForm } from '../http/passwords.ts'
import { askHidden, readWritten } from './read-password.ts'

/** A typed one twice: what nobody sees is easily mistyped. */
async function readPassword(name: string): Promise<string> {
  if (!process.stdin.isTTY) return readWritten(process.stdin)
  const first = await askHidden(process.stdin, process.stderr, `Password of ${name} (not shown): `)
  const second = await askHidden(process.stdin, process.stderr, 'The same once more: ')
  if (first === second) return first
  throw new Error('the two are not the same')
}

/** @throws (rejects) Error with a sentence. */
async function entryOf([name = '', ...others]: readonly string[]): Promise<string> {
  if (!isUserName(name) || others.length > 0) {
    throw new Error(
      `give a name of ${userNameForm}, and only that; the password is asked for\nusage: npm run password -- NAME`,
    )
  }
  const password = await readPassword(name)
  const { length } = [...password]
  if (length < passwordLength.least || password.length > passwordLength.most) {
    throw new Error(`a password has ${passwordLength.least} to ${passwordLength.most} characters`)
  }
  return `${name}:${await hashPassword(password, randomBytes(saltBytes))}`
}

try {
  const entry = await entryOf(process.argv.slice(2))
  process.stderr.write('The line for .env, where commas separate several entries:\n')
  process.stdout.write(`AUTH_USERS=${entry}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
