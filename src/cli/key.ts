// npm run key -- NAME [RATE]: makes an API key, and the entry that lets it in.
import { randomBytes } from 'node:crypto'
import { isKeyName, keyBytes, keyHashOf, keyNameForm, keyOf } from '../http/api-keys.ts'
import { rateForm, readRate } from '../http/rates.ts'
import { answersFlag } from './flag-answer.ts'

const usage = 'usage: npm run key -- NAME [RATE], like npm run key -- phone 600/min'

const help = `${usage}

Makes an API key, shows it once, and gives the entry of API_KEYS that lets it in.

  NAME  whom the key is for: ${keyNameForm}
  RATE  how often it may ask: ${rateForm}`

/** What is wrong with the arguments, if anything is. */
function problemOf([name = '', rate, ...others]: readonly string[]): string | undefined {
  if (!isKeyName(name) || others.length > 0) return `name whom the key is for: a name of ${keyNameForm}`
  if (rate !== undefined && readRate(rate) === undefined) return `what follows the name must be ${rateForm}`
  return undefined
}

function textOf([name = '', rate]: readonly string[]): string {
  const key = keyOf(randomBytes(keyBytes))
  return [
    `The key of ${name}. It is kept nowhere: this is the only time it is shown.`,
    `  ${key}`,
    'It is sent as X-API-Key, or as Authorization: Bearer. The line for .env, where commas separate several entries:',
    `  API_KEYS=${name}:${keyHashOf(key)}${rate === undefined ? '' : `@${rate}`}`,
    '',
  ].join('\n')
}

function main(words: readonly string[]): void {
  if (answersFlag(words, help)) return
  const problem = problemOf(words)
  if (problem === undefined) {
    process.stdout.write(textOf(words))
    return
  }
  process.stderr.write(`${problem}\n${usage}\n`)
  process.exitCode = 1
}

main(process.argv.slice(2))
