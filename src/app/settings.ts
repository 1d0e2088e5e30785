// What the operator set, and the sentences for mistakes in it.
import { type Config, readConfig, toldSettings } from '../config.ts'
import { type Environment, type ReadFile, readEnvFile, secretSettings, withSecretFiles } from '../config-env.ts'
import { idleSettings, plainPasswords, slipsIn } from '../config-slips.ts'
import { type HashedKey, readKeys } from '../http/api-keys.ts'
import { readGivenSecret } from '../http/login-secret.ts'
import { readUsers, type Users } from '../http/passwords.ts'
import { hashPlainPasswords } from '../http/plain-passwords.ts'
import { type RateRules, readRateRules } from '../http/rate-limits.ts'
import { readTrust } from '../http/trust.ts'
import { type OriginTest, readOrigins } from '../mcp/origins.ts'
import { peerSettingsIn } from '../peer-settings.ts'
import { type PictureHosts, readPictureHosts } from '../pictures/hosts.ts'
import { isMentioned } from '../reading/settings.ts'
import { type Allowance, readAllowance } from '../upstream/addresses.ts'
import { createProxyChoice } from '../upstream/proxy.ts'
import { pathsBy } from './endpoints.ts'
import { loadSources, namesWithSettings, silent } from './sources.ts'

/** The settings, with what is made of them once. */
export interface Settings {
  readonly config: Config
  /** The environment they were read from, with `.env` and the files of secrets. */
  readonly env: Environment
  /** What `.env` adds to the environment of the process, and hashes in the place of passwords that stand there. */
  readonly added: Readonly<Record<string, string>>
  /** Sentences for what is probably not meant as it stands. */
  readonly slips: readonly string[]
  readonly proxyFor: ReturnType<typeof createProxyChoice>
  readonly allowance: Allowance
  /** The blocks of proxies that are believed when they say for whom they ask. */
  readonly proxies: readonly string[]
  /** How often a client may ask. */
  readonly rates: RateRules
  /** Which pages in browsers may ask by the Model Context Protocol. */
  readonly mcpOrigins: OriginTest
  /** Whose pictures are fetched; undefined: nobody's. */
  readonly pictureHosts: PictureHosts | undefined
  /** Who may ask by key; where there are any, nobody else may. */
  readonly keys: readonly HashedKey[]
  /** Who may log in; absent where nobody needs to. */
  readonly login: LoginSettings | undefined
}

interface LoginSettings {
  readonly users: Users
  readonly givenSecret: string | undefined
}

/**
 * Reads the settings from an environment, `.env`, and the files that hold secrets.
 * @throws Error with one sentence per wrong setting, those of plugins and hot lists too.
 */
export async function readSettings(given: Environment, readFile: ReadFile): Promise<Settings> {
  const names = [...toldSettings().map(({ name }) => name), ...secretSettings.map((name) => `${name}_FILE`)]
  const file = readEnvFile(given, readFile, new Set(names))
  const all = { ...given, ...file.added }
  const sources = await namesWithSettings()
  const isOfSource = (name: string) => sources.some((source) => isMentioned(source, { [name]: '' }))
  const mistakes: string[] = []
  const mayBeFile = (name: string) => secretSettings.includes(name) || isOfSource(name)
  const withSecrets = withSecretFiles(all, mayBeFile, readFile, mistakes)
  const users = await hashPlainPasswords(withSecrets.AUTH_USERS ?? '')
  const hashed = users.names.length > 0 ? { AUTH_USERS: users.text } : {}
  const env = { ...withSecrets, ...hashed }
  const added = all.AUTH_USERS === undefined ? file.added : { ...file.added, ...hashed }
  const config = readConfig(env, mistakes)
  const slips = [
    ...file.slips,
    ...slipsIn(Object.keys(all), names),
    ...idleSettings(config),
    ...plainPasswords(users.names),
    ...peerSettingsIn(all, Object.keys(file.added)),
  ]
  const settings = { config, env, added, slips, ...madeOf(config, mistakes) }
  if (mistakes.length === 0) return settings
  const further = await loadSources(settings, silent).then(
    () => [],
    (error: unknown) => [wordsOf(error)],
  )
  throw new Error([...mistakes, ...further, ...slips].join('\n'))
}

function madeOf(config: Config, mistakes: string[]) {
  const made = readerOf(mistakes)
  return {
    proxyFor: proxyChoice(config, mistakes),
    allowance: made('UPSTREAM_PRIVATE', readAllowance, config.UPSTREAM_PRIVATE),
    proxies: made('TRUST_PROXY', readTrust, config.TRUST_PROXY),
    rates: made(
      'RATE_LIMITS',
      (text) => readRateRules(text || 'off', pathsBy(config.DAILYHOT_PREFIX)),
      config.RATE_LIMITS,
    ),
    mcpOrigins: made('MCP_ORIGINS', readOrigins, config.MCP_ORIGINS),
    pictureHosts: made('PICTURE_HOSTS', readPictureHosts, config.PICTURE_HOSTS),
    keys: made('API_KEYS', readKeys, config.API_KEYS),
    login: config.AUTH_ENABLED ? loginOf(config, mistakes) : undefined,
  }
}

/** Of nothing neither can be made: who switches logging in on has to say who may. */
function loginOf({ AUTH_USERS, AUTH_JWT_SECRET }: Config, mistakes: string[]): LoginSettings | undefined {
  const or = <T>(name: string, make: () => T): T | undefined => {
    try {
      return make()
    } catch (error) {
      mistakes.push(`${name}: ${wordsOf(error)}`)
      return undefined
    }
  }
  const users = or('AUTH_USERS', () => readUsers(AUTH_USERS ?? ''))
  const givenSecret = or('AUTH_JWT_SECRET', () => AUTH_JWT_SECRET && readGivenSecret(AUTH_JWT_SECRET))
  return users && { users, givenSecret }
}

/** What a reader makes of a setting; its error becomes a sentence that names the setting, and what it makes of nothing is taken. */
function readerOf(mistakes: string[]) {
  return <T>(name: string, read: (text: string) => T, text: string | undefined): T => {
    try {
      return read(text ?? '')
    } catch (error) {
      mistakes.push(`${name}: ${wordsOf(error)}`)
      return read('')
    }
  }
}

function proxyChoice(config: Config, mistakes: string[]): Settings['proxyFor'] {
  const { UPSTREAM_PROXY, HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY } = config
  const each = [
    { upstreamProxy: UPSTREAM_PROXY },
    { httpProxy: HTTP_PROXY },
    { httpsProxy: HTTPS_PROXY },
    { allProxy: ALL_PROXY },
    { noProxy: NO_PROXY },
  ]
  const right = each.filter((one) => {
    try {
      return createProxyChoice(one)
    } catch (error) {
      // It names the setting itself: one of several.
      mistakes.push(wordsOf(error))
      return false
    }
  })
  return createProxyChoice(Object.assign({}, ...right))
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** An operator's mistake in the settings or in a file that only shows once they are read. */
class SettingError extends Error {}

/** What `read` gives; what it throws is for the operator to mend. */
export async function readOrSay<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** A person's mistake gets a sentence, not a stack. */
export function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof SettingError) return error.message
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `${error.message}: something else listens there; set PORT to a free one`
  if (code === 'EADDRNOTAVAIL')
    return `${error.message}: HOST must be an address of this machine, or 0.0.0.0 or :: for all of them`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${error.message}: HOST does not resolve to an address; it must be one of this machine, or 0.0.0.0 or :: for all of them`
  if (code === 'EACCES') return `${error.message}: set PORT to one above 1023`
  return undefined
}
