// Parses flags of the command line into typed values; errors suggest similar names.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { nearWords } from './near.ts'
import { WrongUse } from './wrong-use.ts'

/** Flags of every command that asks a server. */
export const sharedFlags = {
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  alone: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

/** How to connect to a server. */
export interface WhichTrawl {
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly 'key-file'?: string | undefined
  readonly alone: boolean
}

/** Help about the connection flags. */
export const askedHelp = `  --url URL           address of the server (or TRAWL_URL)
  --key-file FILE     file with an API key or login token (or TRAWL_KEY_FILE, TRAWL_KEY, or --key KEY,
                      which other users of this machine can see)
  --alone             use no running server; ask the sites directly
  --help              show this text`

/** Help about all shared flags. */
export const sharedHelp = `  --json              print JSON, and nothing else on standard output
${askedHelp}`

/** Parses flags and positional arguments. @throws WrongUse for an unknown flag, a missing value or an unexpected one. */
export function readFlags<Flags extends ParseArgsOptionsConfig>(words: readonly string[], flags: Flags) {
  try {
    return parseArgs({ args: [...words], options: flags, allowPositionals: true })
  } catch (error) {
    throw new WrongUse(sentenceOf(error, Object.keys(flags)))
  }
}

function sentenceOf(error: unknown, names: readonly string[]): string {
  const said = error instanceof Error ? error.message : String(error)
  const unknown = /^Unknown option '([^']*)'/.exec(said)?.[1]
  const [, lacking, isAmbiguous] =
    /^Option '(?:-\w, )?(--[\w-]+)(?:[^\w'-][^']*)?' argument (?:missing|(is ambiguous))/.exec(said) ?? []
  if (lacking !== undefined)
    return `${lacking} needs a value${isAmbiguous ? `; write a value that begins with a dash as ${lacking}=-…` : ''}`
  if (unknown === undefined) return said.split('. ', 1)[0] ?? said
  const near = nearWords(
    unknown,
    ['help', ...names].map((name) => `--${name}`),
  )
  return `unknown flag ${unknown}${near}`
}

/** Splits the values of a repeatable flag at commas and removes duplicates; undefined if nothing is left. */
export function entriesOf(given: readonly string[] | undefined): string[] | undefined {
  const entries = given?.flatMap((text) => text.split(/[,，]/)).map((entry) => entry.trim())
  const some = [...new Set(entries?.filter((entry) => entry !== ''))]
  return some.length === 0 ? undefined : some
}

/** Checks that a value is one of these words. @throws WrongUse for any other value. */
export function oneOf<Word extends string>(flag: string, given: string | undefined, words: readonly Word[]) {
  if (given === undefined) return undefined
  const found = words.find((word) => word === given)
  if (found === undefined) throw new WrongUse(`${flag} must be one of ${words.join(', ')}, not "${given.slice(0, 60)}"`)
  return found
}

/** Checks that each value is one of these words. @throws WrongUse for any other value. */
export function someOf<Word extends string>(
  flag: string,
  given: readonly string[] | undefined,
  words: readonly Word[],
): Word[] | undefined {
  return entriesOf(given)?.map((entry) => {
    const found = words.find((word) => word === entry.toLowerCase())
    if (found !== undefined) return found
    throw new WrongUse(
      `${flag}: unknown value "${entry.slice(0, 60)}" (allowed: ${words.join(', ')})${nearWords(entry, words)}`,
    )
  })
}

/** Parses a whole number within these bounds. @throws WrongUse for anything else. */
export function numberOf(flag: string, given: string | undefined, [least, most]: readonly [number, number]) {
  if (given === undefined) return undefined
  const number = Number(given)
  if (!/^\d{1,6}$/.test(given) || number < least || number > most)
    throw new WrongUse(`${flag} must be a whole number from ${least} to ${most}, not "${given.slice(0, 60)}"`)
  return number
}
