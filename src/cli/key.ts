// trawl key NAME [RATE]: creates an API key and its entry for API_KEYS.
import { randomBytes } from 'node:crypto'
import { parseRate, rateFormat } from '../http/access/rate-limits.ts'
import { encodeKey, hashKey, isKeyName, keyBytes, keyNameFormat } from '../http/auth/api-keys.ts'
import { rejectFlag } from './reject-flags.ts'

const usage = 'usage: trawl key NAME [RATE], for example trawl key phone 600/min'

const help = `${usage}

Creates an API key, prints it once, and prints the entry for API_KEYS that accepts it.

  NAME  the owner of the key: ${keyNameFormat}
  RATE  the rate limit of the key: ${rateFormat}`

function findUsageError([name = '', rate, ...others]: readonly string[]): string | undefined {
  if (!isKeyName(name) || others.length > 0) return `give a NAME of ${keyNameFormat}, then at most a RATE`
  if (rate !== undefined && parseRate(rate) === undefined) return `RATE must be ${rateFormat}`
  return undefined
}

function formatKey([name = '', rate]: readonly string[]): string {
  const key = encodeKey(randomBytes(keyBytes))
  return [
    `API key of ${name}. It is not stored and cannot be shown again:`,
    `  ${key}`,
    'Send it as X-API-Key or Authorization: Bearer. Line for .env (separate several entries with commas):',
    `  API_KEYS=${name}:${hashKey(key)}${rate === undefined ? '' : `@${rate}`}`,
    '',
  ].join('\n')
}

function main(words: readonly string[]): void {
  if (rejectFlag(words, help)) return
  const problem = findUsageError(words)
  if (problem === undefined) {
    process.stdout.write(formatKey(words))
    return
  }
  process.stderr.write(`${problem}\n${usage}\n`)
  process.exitCode = 1
}

main(process.argv.slice(2))
