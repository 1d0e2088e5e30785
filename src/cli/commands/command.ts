// A command as data: its help, its flags, the combinations of flags that it refuses, and the function that runs it.
import { parseArgs } from 'node:util'
import type { Language } from '../../config/locale.ts'
import { messageOf } from '../../observability/error-message.ts'
import { type Session, withConnection } from '../connect.ts'
import { suggestNames } from '../suggest.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../usage-error.ts'

/** What `--help` prints. */
export type Help = Readonly<Record<Language, string>>

/** A flag, and how its values are read: in the order given, none if the flag is missing. */
interface Flag<Value> {
  readonly type: 'string' | 'boolean'
  /** @throws UsageError for a value that is not allowed. */
  read(flag: string, given: readonly string[]): Value
}

type Flags = Readonly<Record<string, Flag<unknown>>>

/** The values of flags. */
export type Values<F extends Flags> = { readonly [Name in keyof F]: ReturnType<F[Name]['read']> }

/** A flag whose last value counts. */
function flag<Value>(read: (flag: string, value: string) => Value): Flag<Value | undefined> {
  return {
    type: 'string',
    read(name, given) {
      const last = given.at(-1)
      return last === undefined ? undefined : read(name, last)
    },
  }
}

export const yes: Flag<boolean> = { type: 'boolean', read: (_name, given) => given.length > 0 }

export const text = flag((_name, value) => value)

/** All values without blanks around them; undefined if nothing is left. */
export const texts: Flag<string[] | undefined> = {
  type: 'string',
  read(_name, given) {
    const words = given.map((word) => word.trim()).filter((word) => word !== '')
    return words.length > 0 ? words : undefined
  },
}

/** Entries separated by commas, each once; undefined if nothing is left. */
export const entries: Flag<string[] | undefined> = { type: 'string', read: (_name, given) => splitEntries(given) }

export function splitEntries(input: readonly string[]): string[] | undefined {
  const all = input.flatMap((words) => words.split(/[,，]/)).map((entry) => entry.trim())
  const some = [...new Set(all.filter((entry) => entry !== ''))]
  return some.length === 0 ? undefined : some
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Flag<Word | undefined> {
  return flag((name, value) => {
    const found = words.find((word) => word === value)
    if (found !== undefined) return found
    throw new UsageError(`${name} must be one of ${words.join(', ')}, not "${value.slice(0, 60)}"`)
  })
}

/** Entries that are one of these words each, in any case. */
export function someOf<const Word extends string>(words: readonly Word[]): Flag<Word[] | undefined> {
  const readEntry = (name: string, entry: string) => {
    const found = words.find((word) => word === entry.toLowerCase())
    if (found !== undefined) return found
    const allowed = `(allowed: ${words.join(', ')})${suggestNames(entry, words)}`
    throw new UsageError(`${name}: unknown value "${entry.slice(0, 60)}" ${allowed}`)
  }
  return { type: 'string', read: (name, given) => splitEntries(given)?.map((entry) => readEntry(name, entry)) }
}

export function wholeNumber(least: number, most: number): Flag<number | undefined> {
  return flag((name, value) => {
    const number = Number(value)
    if (/^\d{1,6}$/.test(value) && number >= least && number <= most) return number
    throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not "${value.slice(0, 60)}"`)
  })
}

/** A combination that is refused: all of `all` are given, one of `any`, and not `without`. `words` stands for the arguments. */
export interface Conflict<Name> {
  readonly all?: readonly Name[]
  readonly any?: readonly Name[]
  readonly without?: Name
  readonly says: string
}

/**
 * Reads the arguments of a command.
 * @throws UsageError for an unknown flag, a missing or wrong value, or a refused combination.
 */
export function readFlags<F extends Flags>(args: readonly string[], flags: F, conflicts?: readonly Conflict<string>[]) {
  const given = parseWords(args, flags, conflicts)
  return { values: valuesOf(flags, given), words: given.positionals }
}

function valuesOf<F extends Flags>(flags: F, given: Pick<Parsed, 'values'>): Values<F>
function valuesOf(flags: Flags, { values }: Pick<Parsed, 'values'>) {
  const read = Object.entries(flags).map(([name, flag]) => {
    return [name, flag.read(`--${name}`, [values[name] ?? []].flat().map(String))]
  })
  return Object.fromEntries(read)
}

type Parsed = ReturnType<typeof parseWords>

function parseWords(args: readonly string[], flags: Flags, conflicts: readonly Conflict<string>[] = []) {
  const parsed = parseOptions(args, flags)
  const { values, positionals: words } = parsed
  const has = (name: string) => (name === 'words' ? words.some((word) => word.trim() !== '') : name in values)
  const refused = conflicts.find(
    ({ all = [], any, without }) => all.every(has) && any?.some(has) !== false && !(without && has(without)),
  )
  if (refused) throw new UsageError(refused.says)
  return parsed
}

function parseOptions(args: readonly string[], flags: Flags) {
  const options = Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type, multiple: true }]))
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
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
  const known = ['help', ...names].map((name) => `--${name}`)
  return `unknown flag ${unknown}${suggestNames(unknown, known)}`
}

const connectionFlags = { url: text, key: text, 'key-file': text, alone: yes }

const connectionConflicts: readonly Conflict<string>[] = [
  { all: ['alone', 'url'], says: '--alone and --url exclude each other: --alone asks no running server' },
  { all: ['key', 'key-file'], says: '--key and --key-file exclude each other; use one of them' },
]

export const connectionHelp: Help = {
  en: `  --url URL           address of the server (or TRAWL_URL)
  --key-file FILE     file with an API key or login token (or TRAWL_KEY_FILE, TRAWL_KEY, or --key KEY,
                      which other users of this machine can see)
  --alone             use no running server; ask the sites directly
  --help              show this text`,
  zh: `  --url URL           服务器的地址（或用 TRAWL_URL）
  --key-file FILE     存有 API 密钥或登录令牌的文件（或用 TRAWL_KEY_FILE、TRAWL_KEY，或 --key KEY，
                      后者本机的其他用户也能看到）
  --alone             不用正在运行的服务器，直接访问各网站
  --help              显示这些说明`,
}

export const sharedHelp: Help = {
  en: `  --json              print JSON, and nothing else on standard output
${connectionHelp.en}`,
  zh: `  --json              输出 JSON，标准输出上没有别的内容
${connectionHelp.zh}`,
}

/** A command that asks a server. */
interface ServerCommand<F extends Flags, Options> {
  readonly help: Help
  /** Its own flags, besides those of the connection. */
  readonly flags: F
  readonly conflicts?: readonly Conflict<(keyof F & string) | 'words'>[]
  /** The sentence about an argument, for a command that takes flags only. */
  readonly takesNoWords?: (word: string) => string
  /** @throws UsageError for wrong arguments. */
  readonly options: (values: Values<F>, words: readonly string[], terminal: Terminal) => Options
  /** Resolves to the exit status. */
  readonly run: (options: Awaited<Options>, session: Session) => Promise<number>
}

/** Adds the flags of the connection to a command, and connects before it runs. */
export function serverCommand<F extends Flags, Options>(command: ServerCommand<F, Options>) {
  const { help, flags, conflicts = [], takesNoWords, options, run } = command
  const all: Flags = { ...flags, ...connectionFlags }
  const parse = (args: readonly string[], terminal: Terminal) => {
    const given = parseWords(args, all, [...conflicts, ...connectionConflicts])
    const [word] = given.positionals
    if (takesNoWords && word !== undefined) throw new UsageError(takesNoWords(sanitizeText(word).slice(0, 60)))
    const read = options(valuesOf(flags, given), given.positionals, terminal)
    return { options: read, connection: valuesOf(connectionFlags, given) }
  }
  return {
    help,
    parse,
    async run(args: readonly string[], terminal: Terminal): Promise<number> {
      const parsed = parse(args, terminal)
      const read = await parsed.options
      return await withConnection(parsed.connection, terminal, (session) => run(read, session))
    },
  }
}
