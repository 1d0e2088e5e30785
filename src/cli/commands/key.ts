// `trawl key NAME [RATE]`: creates an API key and its entry for API_KEYS.
import { randomBytes } from 'node:crypto'
import { parseRate, rateFormat } from '../../http/access/rate-limits.ts'
import { encodeKey, hashKey, isKeyName, keyBytes, keyNameFormat } from '../../http/auth/api-keys.ts'
import { createScreen, writeLines } from '../terminal/screen.ts'
import { toChinese } from '../terminal/sentences.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../usage-error.ts'
import { type Help, readFlags } from './command.ts'

const usage = 'usage: trawl key NAME [RATE], for example trawl key phone 600/min'

export const help: Help = {
  en: `${usage}

Creates an API key, prints it once, and prints the entry for API_KEYS that accepts it.

  NAME  the owner of the key: ${keyNameFormat}
  RATE  the rate limit of the key: ${rateFormat}`,
  zh: `${toChinese(usage)}

生成一个 API 密钥，只显示这一次，并输出 API_KEYS 里接受它的那一项。

  NAME  密钥的主人：${toChinese(keyNameFormat)}
  RATE  密钥的限速：${toChinese(rateFormat)}`,
}

export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', rate, ...others] = readFlags(args, {}).words
  // Otherwise a misspelt flag behind `--` would become the name of a key.
  if (!isKeyName(name) || name.startsWith('-') || others.length > 0)
    throw new UsageError(`give a NAME of ${keyNameFormat}, then at most a RATE\n${usage}`)
  if (rate !== undefined && parseRate(rate) === undefined) throw new UsageError(`RATE must be ${rateFormat}\n${usage}`)
  const key = encodeKey(randomBytes(keyBytes))
  const { words } = createScreen(terminal)
  await writeLines(terminal.out, [
    words.keyOf(name),
    `  ${key}`,
    `${words.howToSendKey} ${words.lineForEnv}`,
    `  API_KEYS=${name}:${hashKey(key)}${rate === undefined ? '' : `@${rate}`}`,
  ])
  return 0
}
