// `trawl password NAME`: creates the entry of a user for AUTH_USERS, from a password that is typed or piped in.
import { randomBytes } from 'node:crypto'
import { hashPassword, passwordLength, saltBytes } from '../../http/auth/password-hash.ts'
import { isUserName, userNameFormat } from '../../http/auth/users.ts'
import { promptHidden, readPiped } from '../terminal/read-password.ts'
import { writeLines } from '../terminal/screen.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../usage-error.ts'
import { readFlags } from './command.ts'

const usage = 'usage: trawl password NAME'

export const help = `${usage}

Asks for a password, or reads it from standard input, and prints the entry for AUTH_USERS.

  NAME  the user name: ${userNameFormat}`

/** Asks twice on a terminal, because the input is not shown. */
async function readPassword(name: string, { input, err }: Terminal): Promise<string> {
  if (!input.isTTY) return readPiped(input)
  const first = await promptHidden(input, err, `Password of ${name} (not shown): `)
  const second = await promptHidden(input, err, 'Repeat the password: ')
  if (first === second) return first
  throw new UsageError('the passwords do not match')
}

export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...others] = readFlags(args, {}).words
  if (!isUserName(name) || name.startsWith('-') || others.length > 0)
    throw new UsageError(`give one NAME of ${userNameFormat}; the password is asked for\n${usage}`)
  const password = await readPassword(name, terminal)
  const { length } = [...password]
  if (length < passwordLength.least || password.length > passwordLength.maxCost)
    throw new UsageError(`a password must have ${passwordLength.least} to ${passwordLength.maxCost} characters`)
  const hash = await hashPassword(password, randomBytes(saltBytes))
  await writeLines(terminal.err, ['Line for .env (separate several entries with commas):'])
  await writeLines(terminal.out, [`AUTH_USERS=${name}:${hash}`])
  return 0
}
