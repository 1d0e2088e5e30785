// The environment as one validated, frozen object; a wrong value stops the start with a sentence naming it.
import { z } from 'zod'

/** A setting as it stands in the environment: absent and empty mean the same. */
const setting = z
  .string()
  .optional()
  .transform((text) => (text?.trim() === '' ? undefined : text?.trim()))

function wholeNumber(from: number, to: number, otherwise: number) {
  return setting.transform((text, context) => {
    if (text === undefined) return otherwise
    if (/^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text)
    context.addIssue({ code: 'custom', message: `must be a whole number from ${from} to ${to}` })
    return z.NEVER
  })
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values, otherwise: Values[number]) {
  return setting.pipe(z.enum(values, { error: `must be one of ${values.join(', ')}` }).default(otherwise))
}

const webAddress = setting.transform((text, context) => {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  context.addIssue({ code: 'custom', message: 'must be an address like http://host:port' })
  return z.NEVER
})

/** What stands in a header as it is: long enough that nobody guesses it, without what headers cannot hold. */
const secret = setting.transform((text, context) => {
  if (text === undefined || /^[\x21-\x7E]{16,}$/.test(text)) return text
  context.addIssue({ code: 'custom', message: 'must be at least 16 characters of ASCII without blanks' })
  return z.NEVER
})

/** A folder: unlike with every other setting, empty is an answer of its own, "none". */
function folder(otherwise: string) {
  return z
    .string()
    .default(otherwise)
    .transform((text) => (text.trim() === '' ? undefined : text.trim()))
}

/** Every setting there is. Names are those of the environment. */
const environment = z.object({
  HOST: setting.pipe(z.string().default('0.0.0.0')),
  PORT: wholeNumber(0, 65_535, 8888),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  SEARCH_DEADLINE_MS: wholeNumber(200, 30_000, 8_000),
  SEARCH_EARLY_MS: wholeNumber(200, 30_000, 4_000),
  CACHE_MB: wholeNumber(1, 65_536, 128),
  DISK_MB: wholeNumber(16, 1_048_576, 1024),
  WORKERS: wholeNumber(1, 64, 1),
  CHANNELS: setting,
  ENABLED_PLUGINS: setting,
  DISABLED_PLUGINS: setting,
  SOURCES_DIR: setting,
  ENABLED_SOURCES: setting,
  DISABLED_SOURCES: setting,
  SOURCES_FILE: setting,
  ADMIN_TOKEN: secret,
  DATA_DIR: folder('data'),
  UPSTREAM_GATEWAY: webAddress,
  UPSTREAM_PRIVATE: setting,
  UPSTREAM_PROXY: setting,
  HTTP_PROXY: setting,
  HTTPS_PROXY: setting,
  ALL_PROXY: setting,
  NO_PROXY: setting,
})

/** The settings the service runs with. */
export type Config = Readonly<z.output<typeof environment>>

/** Programs disagree whether these are written large or small; both are read, small wins, as in curl. */
const eitherCase = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const

/**
 * Reads the settings from an environment.
 * @throws Error with one sentence per wrong setting, naming it and what is allowed; values are not repeated, they may be secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const both = Object.fromEntries(eitherCase.map((name) => [name, env[name.toLowerCase()] ?? env[name]]))
  const read = environment.safeParse({ ...env, ...both })
  if (read.success) return Object.freeze(read.data)
  throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}
