// trawl password NAME: creates the entry of a user for AUTH_USERS, from a password that is typed or piped in.
import { randomBytes } from 'node:crypto'
import { hashPassword, passwordLength, saltBytes } from '../http/auth/password-hash.ts'
import { isUserName, userNameFormat } from '../http/auth/users.ts'
import { messageOf } from '../observability/error-message.ts'
import { rejectFlag } from './reject-flags.ts'
import { promptHidden, readPiped } from './terminal/read-password.ts'

const usage = 'usage: trawl password NAME'

const help = `${usage}

Asks for a password, or reads it from standard input, and prints the entry for AUTH_USERS.

  NAME  the user name: ${userNameFormat}`

/** Asks twice on a terminal, because the input is not shown. */
async function readPassword(name: string): Promise<string> {
  if (!process.stdin.isTTY) return readPiped(process.stdin)
  const first = await promptHidden(process.stdin, process.stderr, `Password of ${name} (not shown): `)
  const second = await promptHidden(process.stdin, process.stderr, 'Repeat the password: ')
  if (first === second) return first
  throw new Error('the passwords do not match')
}

/** @throws (rejects) Error with a sentence. */
async function entryOf([name = '', ...others]: readonly string[]): Promise<string> {
  if (!isUserName(name) || others.length > 0) {
    throw new Error(`give one NAME of ${userNameFormat}; the password is asked for\n${usage}`)
  }
  const password = await readPassword(name)
  const { length } = [...password]
  if (length < passwordLength.least || password.length > passwordLength.maxCost) {
    throw new Error(`a password must have ${passwordLength.least} to ${passwordLength.maxCost} characters`)
  }
  return `${name}:${await hashPassword(password, randomBytes(saltBytes))}`
}

async function main(words: readonly string[]): Promise<void> {
  if (rejectFlag(words, help)) return
  try {
    const entry = await entryOf(words)
    process.stderr.write('Line for .env (separate several entries with commas):\n')
    process.stdout.write(`AUTH_USERS=${entry}\n`)
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    process.exitCode = 1
  }
}

await main(process.argv.slice(2))
