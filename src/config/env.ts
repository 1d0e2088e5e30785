// Reads the environment: process variables, `.env` for missing ones, and secret files (`NAME_FILE`).
import { isUtf8 } from 'node:buffer'
import { parseEnv } from 'node:util'
import { messageOf } from '../observability/error-message.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads a file; throws as Node does. */
export type ReadFileBytes = (path: string) => Uint8Array

const fileName = '.env'

/**
 * Reads `.env` in the working directory, as Node does; it may be missing. Variables that are set in `env`, even to an empty value, win.
 * @throws Error with a user-readable message if the file cannot be read.
 */
export function readEnvFile(env: Environment, readFile: ReadFileBytes, known: ReadonlySet<string>) {
  const text = readText(fileName, () => readIfExists(readFile)) ?? ''
  const entries = Object.entries(parseEnv(text)).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const added = entries.filter(([name]) => aliasesOf(name).every((alias) => env[alias] === undefined))
  return {
    added: Object.fromEntries(added),
    /** A sentence for each line that names a known setting without setting it. */
    typos: ineffectiveLines(text, known),
  }
}

function readIfExists(readFile: ReadFileBytes): Uint8Array | undefined {
  try {
    return readFile(fileName)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A quoted value; Chinese input methods produce the curly quotes. */
const quoted = /^\s*(?:"([^"]*)"|'([^']*)'|“([^”]*)”|‘([^’]*)’)\s*$/

/** Settings whose values may begin and end with a quote. */
const literalSettings = new Set(['ADMIN_TOKEN', 'AUTH_JWT_SECRET'])

/** The settings of `names` that are in quotes, without them. In `- NAME="value"` Compose takes the quotes as part of the value. */
export function unquotedSettings(env: Environment, names: ReadonlySet<string>): Environment {
  const entries = Object.entries(env).flatMap(([name, value = '']) => {
    const isSetting = names.has(name) || (/_proxy$/.test(name) && names.has(name.toUpperCase()))
    const found = isSetting && !literalSettings.has(name) && quoted.exec(value)
    return found ? [[name, found.slice(1).find((text) => text !== undefined)] as const] : []
  })
  return Object.fromEntries(entries)
}

/** Equivalent names: a secret and its `_FILE`, proxy variables in upper and lower case. */
function aliasesOf(name: string): string[] {
  const letters = /_proxy$/i.test(name) ? [name.toLowerCase(), name.toUpperCase()] : [name]
  return [...letters, name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`]
}

/** Lines such as `PORT 80`, `PORT: 80` and `PORT`, which parsers of such files ignore silently. */
function ineffectiveLines(text: string, known: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]+)(?=[ \t:\r]|$)[^=\n]*$/gm)].map(
    ([, name = '']) => name,
  )
  return names
    .filter((name) => known.has(name))
    .map((name) => `${fileName}: the line with ${name} has no =, so it has no effect`)
}

/** @throws Error with a message that begins with `subject`. */
function readText(subject: string, read: () => Uint8Array | undefined): string | undefined {
  let bytes: Uint8Array | undefined
  try {
    bytes = read()
  } catch (error) {
    throw new Error(`${subject}: cannot be read (${messageOf(error)})`, { cause: error })
  }
  if (bytes === undefined) return undefined
  if (!isUtf8(bytes)) throw new Error(`${subject}: must be saved as UTF-8`)
  // Windows editors may write a byte order mark, which would become part of the first name.
  return new TextDecoder().decode(bytes)
}

/** Settings that may hold a secret; those of plugins and hot lists are recognised by name. */
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
 * Replaces each `NAME_FILE` by `NAME` with the content of that file, if `isSecret(name)`. Adds a message to `mistakes` for a file that is empty or
 * cannot be read, and for a setting that is given both ways.
 */
export function withSecretFiles(
  env: Environment,
  isSecret: (name: string) => boolean,
  readFile: ReadFileBytes,
  mistakes: string[],
): Environment {
  const entries = Object.entries(env).flatMap(([variable, path = '']) => {
    const name = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : ''
    if (name === '' || !isSecret(name)) return [[variable, env[variable]]]
    // An empty setting counts as not set; it is dropped, so that it is not taken for a plugin's setting.
    if (path.trim() === '') return []
    try {
      if (env[name]?.trim()) throw new Error(`${name}: is set directly and by ${variable}; remove one of them`)
      return [[name, readSecret(variable, path.trim(), readFile)]]
    } catch (error) {
      mistakes.push(messageOf(error))
      return []
    }
  })
  return Object.fromEntries(entries)
}

/** An empty secret would count as not set and switch off the protection. */
function readSecret(variable: string, path: string, readFile: ReadFileBytes): string {
  const text = (readText(variable, () => readFile(path)) ?? '').trim()
  if (text === '') throw new Error(`${variable}: the file is empty`)
  return text
}
