// The environment that settings are read from: that of the process, `.env` for what it does not have, and files for what is secret.
import { isUtf8 } from 'node:buffer'
import { parseEnv } from 'node:util'

/** Names and values, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The bytes of a file; throws as Node does. */
export type ReadFile = (path: string) => Uint8Array

const fileName = '.env'

/** What `.env` adds to an environment. */
export interface EnvFile {
  readonly added: Readonly<Record<string, string>>
  /** A sentence for each line that names one of `known` and does not set it. */
  readonly slips: readonly string[]
}

/**
 * Reads `.env` in the folder we were started in, as Node does; a folder without one is fine. What stands in `env` already, even empty, is left out.
 * @throws Error with a sentence when the file cannot be read.
 */
export function readEnvFile(env: Environment, readFile: ReadFile, known: ReadonlySet<string>): EnvFile {
  const text = textOf(fileName, () => bytesIfThere(readFile)) ?? ''
  const given = Object.entries(parseEnv(text)).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const added = given.filter(([name]) => rivalsOf(name).every((rival) => env[rival] === undefined))
  return { added: Object.fromEntries(added), slips: linesThatSetNothing(text, known) }
}

function bytesIfThere(readFile: ReadFile): Uint8Array | undefined {
  try {
    return readFile(fileName)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The names that say the same: a secret and its file, proxies in large and in small letters. */
function rivalsOf(name: string): string[] {
  const letters = /_proxy$/i.test(name) ? [name.toLowerCase(), name.toUpperCase()] : [name]
  return [...letters, name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`]
}

/** `PORT 80`, `PORT: 80` and `PORT` are passed over in silence by those who read such files. */
function linesThatSetNothing(text: string, known: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]+)(?=[ \t:\r]|$)[^=\n]*$/gm)].map(
    ([, name = '']) => name,
  )
  return names
    .filter((name) => known.has(name))
    .map((name) => `${fileName}: a line says ${name} without =, so it sets nothing`)
}

/** @throws Error with a sentence that begins with `subject`. */
function textOf(subject: string, read: () => Uint8Array | undefined): string | undefined {
  const bytes = readOrSay(subject, read)
  if (bytes === undefined) return undefined
  if (!isUtf8(bytes)) throw new Error(`${subject}: must be saved as UTF-8`)
  // An editor of Windows may put a mark at the beginning; it would become part of the first name.
  return new TextDecoder().decode(bytes)
}

function readOrSay<T>(subject: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${subject}: cannot be read (${error instanceof Error ? error.message : error})`, { cause: error })
  }
}

/** Settings of the service that may hold a secret; those of plugins and hot lists are found by their names. */
export const secretSettings: readonly string[] = [
  'ADMIN_TOKEN',
  'API_KEYS',
  'AUTH_USERS',
  'AUTH_JWT_SECRET',
  'UPSTREAM_PROXY',
  'REDIS_URL',
  'DATABASE_URL',
]

/**
 * The environment with `NAME` read from the file that `NAME_FILE` names, for each `NAME` of which `may` is true.
 * A sentence is put into `mistakes` for a file that cannot be read or is empty, and for a setting that is given both ways.
 */
export function withSecretFiles(
  env: Environment,
  may: (name: string) => boolean,
  readFile: ReadFile,
  mistakes: string[],
): Environment {
  const entries = Object.entries(env).flatMap(([variable, path = '']) => {
    const name = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : ''
    if (name === '' || !may(name)) return [[variable, env[variable]]]
    // Not set, as every empty setting; but no setting of a plugin either.
    if (path.trim() === '') return []
    try {
      if (env[name]?.trim()) throw new Error(`${name}: is set itself and by ${variable}; one of them must go`)
      return [[name, secretIn(variable, path.trim(), readFile)]]
    } catch (error) {
      mistakes.push(error instanceof Error ? error.message : String(error))
      return []
    }
  })
  return Object.fromEntries(entries)
}

/** An empty secret would count as none and leave a door open. */
function secretIn(variable: string, path: string, readFile: ReadFile): string {
  const text = (textOf(variable, () => readFile(path)) ?? '').trim()
  if (text === '') throw new Error(`${variable}: the file is empty`)
  return text
}
