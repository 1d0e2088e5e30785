// Words of the command line → typed values, with a sentence that names what is near for each that is unknown.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { nearWords } from './near.ts'
import { WrongUse } from './wrong-use.ts'

/** Flags that every command has that asks a Trawl. */
export const sharedFlags = {
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  alone: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

/** Which Trawl is asked, as the flags say. */
export interface WhichTrawl {
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly 'key-file'?: string | undefined
  readonly alone: boolean
}

/** The part of a command's help about which Trawl is asked. */
export const askedHelp = `  --url URL           the Trawl to ask; or TRAWL_URL
  --key-file FILE     holds what proves who asks, a key or the token of a login; or TRAWL_KEY,
                      or --key KEY, which others on this machine may see
  --alone             ask no Trawl that runs, but the sites themselves
  --help              this text`

/** The part about all of them. */
export const sharedHelp = `  --json              JSON for programs, and nothing else on standard output
${askedHelp}`

/** The values and the other words. @throws WrongUse for a flag that is unknown, or has no value or one too many. */
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
    return `${lacking} needs a value${isAmbiguous ? `; one that begins with a dash goes as ${lacking}=-…` : ''}`
  if (unknown === undefined) return said.split('. ', 1)[0] ?? said
  const near = nearWords(
    unknown,
    ['help', ...names].map((name) => `--${name}`),
  )
  return `there is no ${unknown}${near}`
}

/** The entries of a flag that may be given several times, and hold commas. */
export function entriesOf(given: readonly string[] | undefined): string[] | undefined {
  const entries = given?.flatMap((text) => text.split(/[,，]/)).map((entry) => entry.trim())
  const some = [...new Set(entries?.filter((entry) => entry !== ''))]
  return some.length === 0 ? undefined : some
}

/** One of a few words. @throws WrongUse for another. */
export function oneOf<Word extends string>(flag: string, given: string | undefined, words: readonly Word[]) {
  if (given === undefined) return undefined
  const found = words.find((word) => word === given)
  if (found === undefined) throw new WrongUse(`${flag} knows ${words.join(', ')}, not "${given.slice(0, 60)}"`)
  return found
}

/** Some of a few words. @throws WrongUse for one that is none of them. */
export function someOf<Word extends string>(
  flag: string,
  given: readonly string[] | undefined,
  words: readonly Word[],
): Word[] | undefined {
  return entriesOf(given)?.map((entry) => {
    const found = words.find((word) => word === entry.toLowerCase())
    if (found !== undefined) return found
    throw new WrongUse(
      `${flag} knows no "${entry.slice(0, 60)}"${nearWords(entry, words)}; it knows ${words.join(', ')}`,
    )
  })
}

/** A whole number of these bounds. @throws WrongUse for anything else. */
export function numberOf(flag: string, given: string | undefined, [least, most]: readonly [number, number]) {
  if (given === undefined) return undefined
  const number = Number(given)
  if (!/^\d{1,6}$/.test(given) || number < least || number > most)
    throw new WrongUse(`${flag} must be a whole number from ${least} to ${most}, not "${given.slice(0, 60)}"`)
  return number
}
