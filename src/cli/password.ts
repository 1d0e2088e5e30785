// npm run password -- NAME: makes the entry that lets a user log in, from a password that is typed or written to it.
import { randomBytes } from 'node:crypto'
import { hashPassword, passwordLength, saltBytes } from '../http/password-hash.ts'
import { isUserName, userNameForm } from '../http/passwords.ts'
import { answersFlag } from './flag-answer.ts'
import { askHidden, readWritten } from './read-password.ts'

const usage = 'usage: npm run password -- NAME'

const help = `${usage}

Asks for a password, or reads it from standard input, and gives the entry of AUTH_USERS that lets the user log in.

  NAME  who logs in: ${userNameForm}`

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
    throw new Error(`give a name of ${userNameForm}, and only that; the password is asked for\n${usage}`)
  }
  const password = await readPassword(name)
  const { length } = [...password]
  if (length < passwordLength.least || password.length > passwordLength.most) {
    throw new Error(`a password has ${passwordLength.least} to ${passwordLength.most} characters`)
  }
  return `${name}:${await hashPassword(password, randomBytes(saltBytes))}`
}

async function main(words: readonly string[]): Promise<void> {
  if (answersFlag(words, help)) return
  try {
    const entry = await entryOf(words)
    process.stderr.write('The line for .env, where commas separate several entries:\n')
    process.stdout.write(`AUTH_USERS=${entry}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}

await main(process.argv.slice(2))
