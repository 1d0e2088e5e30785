// Parses flags of the command line into typed values; errors suggest similar names.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { messageOf } from '../../observability/error-message.ts'
import { suggestNames } from '../suggest.ts'
import { UsageError } from '../usage-error.ts'

export const sharedFlags = {
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  alone: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

export interface ConnectionFlags {
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly 'key-file'?: string | undefined
  readonly alone: boolean
}

export const connectionHelp = `  --url URL           address of the server (or TRAWL_URL)
  --key-file FILE     file with an API key or login token (or TRAWL_KEY_FILE, TRAWL_KEY, or --key KEY,
                      which other users of this machine can see)
  --alone             use no running server; ask the sites directly
  --help              show this text`

export const sharedHelp = `  --json              print JSON, and nothing else on standard output
${connectionHelp}`

/** Parses flags and positional arguments. @throws UsageError for an unknown flag, a missing value or an unexpected one. */
export function parseFlags<Flags extends ParseArgsOptionsConfig>(words: readonly string[], flags: Flags) {
  try {
    return parseArgs({ args: [...words], options: flags, allowPositionals: true })
  } catch (error) {
    throw new UsageError(flagErrorMessage(error, Object.keys(flags)))
  }
}

function flagErrorMessage(error: unknown, names: readonly string[]): string {
  const said = messageOf(error)
  const unknown = /^Unknown option '([^']*)'/.exec(said)?.[1]
  const [, lacking, isAmbiguous] =
    /^Option '(?:-\w, )?(--[\w-]+)(?:[^\w'-][^']*)?' argument (?:missing|(is ambiguous))/.exec(said) ?? []
  if (lacking !== undefined)
    return `${lacking} needs a value${isAmbiguous ? `; write a value that begins with a dash as ${lacking}=-…` : ''}`
  if (unknown === undefined) return said.split('. ', 1)[0] ?? said
  const near = suggestNames(
    unknown,
    ['help', ...names].map((name) => `--${name}`),
  )
  return `unknown flag ${unknown}${near}`
}

/** Splits the values of a repeatable flag at commas and removes duplicates; undefined if nothing is left. */
export function splitEntries(input: readonly string[] | undefined): string[] | undefined {
  const entries = input?.flatMap((text) => text.split(/[,，]/)).map((entry) => entry.trim())
  const some = [...new Set(entries?.filter((entry) => entry !== ''))]
  return some.length === 0 ? undefined : some
}

/** Checks that a value is one of these words. @throws UsageError for any other value. */
export function parseChoice<Word extends string>(flag: string, input: string | undefined, words: readonly Word[]) {
  if (input === undefined) return undefined
  const found = words.find((word) => word === input)
  if (found === undefined)
    throw new UsageError(`${flag} must be one of ${words.join(', ')}, not "${input.slice(0, 60)}"`)
  return found
}

/** Checks that each value is one of these words. @throws UsageError for any other value. */
export function parseChoices<Word extends string>(
  flag: string,
  input: readonly string[] | undefined,
  words: readonly Word[],
): Word[] | undefined {
  return splitEntries(input)?.map((entry) => {
    const found = words.find((word) => word === entry.toLowerCase())
    if (found !== undefined) return found
    throw new UsageError(
      `${flag}: unknown value "${entry.slice(0, 60)}" (allowed: ${words.join(', ')})${suggestNames(entry, words)}`,
    )
  })
}

/** Parses a whole number within these bounds. @throws UsageError for anything else. */
export function parseNumber(flag: string, input: string | undefined, [least, most]: readonly [number, number]) {
  if (input === undefined) return undefined
  const number = Number(input)
  if (!/^\d{1,6}$/.test(input) || number < least || number > most)
    throw new UsageError(`${flag} must be a whole number from ${least} to ${most}, not "${input.slice(0, 60)}"`)
  return number
}
