// Reads and validates the settings, words the mistakes in them for the operator, and parses the command line of the start.
import {
  type Environment,
  type ReadFileBytes,
  readEnvFile,
  secretSettings,
  unquotedSettings,
  withSecretFiles,
} from '../config/env.ts'
import { helpText } from '../config/help.ts'
import type { Language } from '../config/locale.ts'
import { type Config, documentedSettings, readConfig, settingNames } from '../config/schema.ts'
import { defaultRateLimits } from '../config/server-settings.ts'
import { findIneffectiveSettings, findRetiredSettings, findTypos, plainPasswordWarnings } from '../config/typos.ts'
import { parseTrustedProxies } from '../http/access/client-address.ts'
import { parseRateRules } from '../http/access/rate-limits.ts'
import { parseKeys } from '../http/auth/api-keys.ts'
import { validateSecret } from '../http/auth/login.ts'
import { hashPlainPasswords, parseUsers } from '../http/auth/users.ts'
import { parseImageHosts } from '../image-proxy/allowed-hosts.ts'
import { parseOrigins } from '../mcp/allowed-origins.ts'
import { messageOf } from '../observability/error-message.ts'
import { hasSettingsFor } from '../parsing/source-settings.ts'
import type { StoreOptions } from '../store/open-store.ts'
import { createProxyChoice } from '../upstream/net/proxy-rules.ts'
import { parseAllowance } from '../upstream/net/ssrf-guard.ts'
import { secretPrefix } from '../watches/declared-notifier.ts'
import { documentSourceSettings, loadSources, namesWithSettings, silentLog } from './sources.ts'

export type Settings = Awaited<ReturnType<typeof readSettings>>

/**
 * Reads the settings from an environment, `.env`, and secret files.
 * @throws Error with one sentence for each invalid setting, including those of plugins and hot lists.
 */
export async function readSettings(given: Environment, readFile: ReadFileBytes) {
  const names = [...settingNames, ...secretSettings.map((name) => `${name}_FILE`)]
  const file = readEnvFile(given, readFile, new Set(names))
  const unquoted = unquotedSettings(Object.assign({}, given, file.added), new Set(names))
  const all: Environment = Object.assign({}, given, file.added, unquoted)
  const sources = await namesWithSettings()
  const isOfSource = (name: string) => sources.some((source) => hasSettingsFor(source, { [name]: '' }))
  const mistakes: string[] = []
  const mayBeFile = (name: string) => secretSettings.includes(name) || isOfSource(name) || name.startsWith(secretPrefix)
  const withSecrets = withSecretFiles(all, mayBeFile, readFile, mistakes)
  const users = await hashPlainPasswords(withSecrets.AUTH_USERS ?? '')
  const hashed = users.names.length > 0 ? { AUTH_USERS: users.text } : {}
  const env: Environment = { ...withSecrets, ...hashed }
  /** The additions of `.env` to the environment of the process, and values without their quotes; plain passwords are replaced by their hashes. */
  const fromEnvFile = { ...file.added, ...unquoted, ...(all.AUTH_USERS === undefined ? {} : hashed) }
  const config = readConfig(env, mistakes)
  /** One sentence for each probable typo, or setting without effect. */
  const typos: readonly string[] = [
    ...file.typos,
    ...findTypos(Object.keys(all), names),
    ...findRetiredSettings(all),
    ...findIneffectiveSettings(config),
    ...plainPasswordWarnings(users.names),
  ]
  const isContainer = containerMarks.some((path) => isReadable(path, readFile))
  const settings = {
    config,
    env,
    fromEnvFile,
    typos,
    isContainer,
    ...deriveSettings(config, await limitablePaths(config), mistakes),
  }
  if (mistakes.length === 0) return settings
  const further = await loadSources(settings, silentLog).then(
    ({ unknownLists }) => unknownLists(),
    (error: unknown) => [messageOf(error)],
  )
  throw new Error([...mistakes, ...further, ...typos].join('\n'))
}

/** Empty files that Docker and Podman put into each container. */
const containerMarks = ['/.dockerenv', '/run/.containerenv']

function isReadable(path: string, readFile: ReadFileBytes): boolean {
  try {
    readFile(path)
    return true
  } catch {
    return false
  }
}

/** The routes that `RATE_LIMITS` may name; undefined for the default, which only names routes that exist: all routes are loaded later. */
async function limitablePaths({ RATE_LIMITS, DAILYHOT_PREFIX }: Config): Promise<ReadonlySet<string> | undefined> {
  if (RATE_LIMITS === defaultRateLimits) return undefined
  const { routePatterns } = await import('./routes.ts')
  return routePatterns(DAILYHOT_PREFIX)
}

function deriveSettings(config: Config, paths: ReadonlySet<string> | undefined, mistakes: string[]) {
  /** The result of `parse`; on an error, a sentence with the name of the setting becomes a mistake. */
  const attempt = <T, F>(name: string, parse: () => T, orElse: () => F): T | F => {
    try {
      return parse()
    } catch (error) {
      mistakes.push(`${name}: ${messageOf(error)}`)
      return orElse()
    }
  }
  /** Parses one setting; if it is invalid, the empty text is parsed instead. */
  const read = <T>(name: string, parse: (text: string) => T, text = ''): T =>
    attempt(
      name,
      () => parse(text),
      () => parse(''),
    )
  const rateRules = (text: string) => parseRateRules(text || 'off', paths)
  const login = () => {
    const none = () => undefined
    const users = attempt('AUTH_USERS', () => parseUsers(config.AUTH_USERS ?? ''), none)
    const secret = config.AUTH_JWT_SECRET
    const givenSecret = attempt('AUTH_JWT_SECRET', () => secret && validateSecret(secret), none)
    return users && { users, givenSecret }
  }
  return {
    proxyFor: proxyChoice(config, mistakes),
    allowance: read('UPSTREAM_PRIVATE', parseAllowance, config.UPSTREAM_PRIVATE),
    proxies: read('TRUST_PROXY', parseTrustedProxies, config.TRUST_PROXY),
    rates: read('RATE_LIMITS', rateRules, config.RATE_LIMITS),
    mcpOrigins: read('MCP_ORIGINS', parseOrigins, config.MCP_ORIGINS),
    /** Hosts that the image proxy fetches from; undefined: it is off. */
    pictureHosts: read('PICTURE_HOSTS', parseImageHosts, config.PICTURE_HOSTS),
    /** API keys; with any, a request without one is rejected. */
    keys: read('API_KEYS', parseKeys, config.API_KEYS),
    /** Undefined where logins are off. AUTH_ENABLED requires AUTH_USERS; neither it nor a wrong AUTH_JWT_SECRET has a default. */
    login: config.AUTH_ENABLED ? login() : undefined,
  }
}

function proxyChoice(config: Config, mistakes: string[]) {
  const { UPSTREAM_PROXY, HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY } = config
  const candidates = [
    { upstreamProxy: UPSTREAM_PROXY },
    { httpProxy: HTTP_PROXY },
    { httpsProxy: HTTPS_PROXY },
    { allProxy: ALL_PROXY },
    { noProxy: NO_PROXY },
  ]
  const valid = candidates.filter((candidate) => {
    try {
      return createProxyChoice(candidate)
    } catch (error) {
      // The message names the setting: each candidate sets one.
      mistakes.push(messageOf(error))
      return false
    }
  })
  return createProxyChoice(Object.assign({}, ...valid))
}

const megabyte = 1024 * 1024

/** The options of the store, from the settings. */
export function storeOptions(config: Config): Omit<StoreOptions, 'log' | 'epochMs'> {
  return {
    folder: config.DATA_DIR,
    cacheBytes: config.CACHE_MB * megabyte,
    diskBytes: config.DISK_MB * megabyte,
    hasArchive: config.ARCHIVE,
    history: config.HISTORY ? { maxDays: config.HISTORY_DAYS, maxBytes: config.HISTORY_MB * megabyte } : undefined,
    databaseUrl: config.DATABASE_URL,
    databaseBytes: config.DATABASE_MB * megabyte,
  }
}

/** A mistake of the operator in a setting, or in a file that a setting names. */
class SettingError extends Error {}

/** Runs `read`; an error that it throws is shown to the operator as a mistake in the settings. */
export async function asSettingError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new SettingError(messageOf(error), { cause: error })
  }
}

/** @throws SettingError with these sentences about entries that name no list, if there are any. */
export function requireKnownLists(problems: readonly string[]): void {
  if (problems.length > 0) throw new SettingError(problems.join('\n'))
}

/** The message for a mistake of the operator in the settings; undefined for another error. */
export function userMessage(error: unknown): string | undefined {
  return error instanceof SettingError ? error.message : undefined
}

export type StartCommand = 'start' | 'open' | 'help' | 'version' | { readonly mistake: string }

/** Parses the arguments. Messages do not repeat values: settings mistakenly given as arguments may be secret. */
function parseArguments(args: readonly string[]): StartCommand {
  if (args.includes('--help') || args.includes('-h')) return 'help'
  const [first] = args
  if (first === undefined) return 'start'
  if (args.length === 1 && first === '--open') return 'open'
  if (args.length === 1 && (first === '--version' || first === '-v')) return 'version'
  const named = /^(--?[\w-]+|\w+(?==))/.exec(first)?.[1] ?? 'an argument'
  return { mistake: `${named}: unknown argument; use --open, --help or --version. Settings are environment variables` }
}

/** Returns what to print, for a terminal of this width; undefined if the arguments ask to start the server. */
export async function runInfoCommand(args: readonly string[], version: string, columns: number, language?: Language) {
  const command = parseArguments(args)
  if (command === 'start' || command === 'open') return undefined
  if (typeof command === 'object') return { text: command.mistake, exitCode: 2 }
  if (command === 'version') return { text: version, exitCode: 0 }
  return {
    text: helpText([...documentedSettings(), ...(await documentSourceSettings())], version, columns, language),
    exitCode: 0,
  }
}
