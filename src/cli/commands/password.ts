// `trawl password NAME`: creates the entry of a user for AUTH_USERS, from a password that is typed or piped in.
import { randomBytes } from 'node:crypto'
import { hashPassword, passwordLength, saltBytes } from '../../http/auth/password-hash.ts'
import { isUserName, userNameFormat } from '../../http/auth/users.ts'
import { promptHidden, readPiped } from '../terminal/read-password.ts'
import { createScreen, writeLines } from '../terminal/screen.ts'
import { toChinese } from '../terminal/sentences.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../usage-error.ts'
import { type Help, readFlags } from './command.ts'

const usage = 'usage: trawl password NAME'

export const help: Help = {
  en: `${usage}

Asks for a password, or reads it from standard input, and prints the entry for AUTH_USERS.

  NAME  the user name: ${userNameFormat}`,
  zh: `${toChinese(usage)}

询问密码，或从标准输入读取，然后输出 AUTH_USERS 里的那一项。

  NAME  用户名：${toChinese(userNameFormat)}`,
}

/** Asks twice on a terminal, because the input is not shown. */
async function readPassword(name: string, terminal: Terminal): Promise<string> {
  const { input, err } = terminal
  const { words } = createScreen(terminal)
  if (!input.isTTY) return readPiped(input)
  const first = await promptHidden(input, err, words.passwordOf(name))
  const second = await promptHidden(input, err, words.repeatPassword)
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
  await writeLines(terminal.err, [createScreen(terminal).words.lineForEnv])
  await writeLines(terminal.out, [`AUTH_USERS=${name}:${hash}`])
  return 0
}
