// What an operator may set of a plugin: fields for a plugin's schema, and their values from the environment.
import { z } from 'zod'

/** A setting that is the address of a site, without a slash at the end; `otherwise` unless it is set. */
export function siteAddress(otherwise: string) {
  return z
    .string()
    .refine(isPlainAddress, 'must be an address like https://example.org, without a name, query or fragment')
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .default(otherwise)
    .meta({ allowed: 'an address without a name, query or fragment', example: 'https://example.org' })
}

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search + hash === '' && !/[?#]/.test(text)
}

/** A setting that is a whole number in a range, both ends included. */
export function wholeNumber(from: number, to: number, otherwise: number) {
  const error = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.int(error).min(from, error).max(to, error))
    .default(otherwise)
    .meta({
      allowed: `a whole number from ${from} to ${to}`,
      example: `${otherwise === to ? Math.max(from, Math.floor(to / 2)) : to}`,
    })
}

/** A setting that is what we call ourselves where that is asked for: the name of this program, and better somebody to write to. */
export function agentName() {
  return z
    .string()
    .regex(/^[ -~]{1,200}$/, 'must be at most 200 plain ASCII characters')
    .default('Trawl (self-hosted search)')
    .meta({ allowed: 'at most 200 plain ASCII characters', example: 'Trawl (me@example.org)' })
}

/** A setting that is the cookies of a browser: `a=1; b=2`. */
export function cookieText() {
  return z
    .string()
    .regex(/^[ -~]{1,4000}$/, 'must be at most 4000 plain ASCII characters')
    .meta({ allowed: 'cookies as a browser sends them', example: 'a=1; b=2' })
}

/** A setting that is a list of words, separated by commas. */
export function wordList(otherwise: readonly string[]) {
  return z
    .string()
    .transform((text) =>
      text
        .split(/[,，]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .default([...otherwise])
    .meta({ allowed: 'a list, separated by commas', example: otherwise.slice(0, 2).join(',') || 'one,two' })
}

interface Settable<Settings> {
  readonly shape: object
  parse(value: unknown): Settings
}

/** The name in the environment of a plugin's setting: `LABI_BASE_URL` for `base_url` of `labi`. */
function settingName(plugin: string, field: string): string {
  return `${plugin}_${field}`.replaceAll('-', '_').toUpperCase()
}

/**
 * The settings of a plugin from the environment; absent and empty mean the default.
 * @throws Error with a sentence for each that is wrong, naming it and what is allowed.
 */
export function readSettings<Settings>(
  plugin: string,
  schema: Settable<Settings> | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Settings | undefined {
  if (!schema) return undefined
  const given = Object.keys(schema.shape).flatMap((field) => {
    const value = env[settingName(plugin, field)]?.trim() ?? ''
    return value === '' ? [] : [[field, value]]
  })
  try {
    return schema.parse(Object.fromEntries(given))
  } catch (error) {
    throw new Error(sentences(plugin, error), { cause: error })
  }
}

function sentences(plugin: string, error: unknown): string {
  if (!(error instanceof z.ZodError))
    return `its settings cannot be read: ${error instanceof Error ? error.message : error}`
  return error.issues.map(({ path, message }) => `${settingName(plugin, path.join('_'))}: ${message}`).join('\n')
}

/** Whether `env` holds anything that begins like a setting of the plugin. */
export function isMentioned(plugin: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.keys(env).some((name) => name.startsWith(settingName(plugin, '')))
}

/** The names in the environment of all settings of a plugin. */
export function settingNames(plugin: string, exported: unknown): string[] {
  return settingFields(exported).map(([field]) => settingName(plugin, field))
}

function settingFields(exported: unknown): [string, unknown][] {
  return Object.entries(withSettings.safeParse(exported).data?.settings.shape ?? {})
}

const withSettings = z.looseObject({ settings: z.looseObject({ shape: z.looseObject({}) }) })

/** A setting of a plugin as people are told of it. */
export interface PluginSetting {
  /** Its name in the environment. */
  readonly name: string
  /** Its name in the definition. */
  readonly field: string
  /** What it is for, where its definition says so. */
  readonly description?: string | undefined
  readonly allowed?: string | undefined
  readonly example?: string | undefined
  /** What holds without it. */
  readonly otherwise?: string | undefined
}

/** What the definition of a plugin tells of its settings. */
export function pluginSettings(plugin: string, exported: unknown): PluginSetting[] {
  return settingFields(exported).map(([field, schema]) => ({
    name: settingName(plugin, field),
    field,
    ...(schema instanceof z.ZodType ? { ...words.parse(wordsOf(schema)), otherwise: defaultOf(schema) } : {}),
  }))
}

const words = z.object({
  description: z.string().optional(),
  allowed: z.string().optional(),
  example: z.string().optional(),
})

/** The words stand at the kind of setting, a description at the whole of it. */
function wordsOf(schema: z.core.$ZodType): object {
  return { ...(wrappedIn(schema) ?? {}), ...z.globalRegistry.get(schema) }
}

function wrappedIn(schema: z.core.$ZodType): object | undefined {
  if (schema instanceof z.ZodOptional) return wordsOf(schema.unwrap())
  return schema instanceof z.ZodPipe ? wordsOf(schema.in) : undefined
}

function defaultOf(schema: z.ZodType): string | undefined {
  const value = schema.safeParse(undefined).data
  return value === undefined ? undefined : String(value)
}

/** A sentence for each variable of `env` that begins like a setting of the plugin and is none: mostly a slip of the pen. */
export function strayNames(
  plugin: string,
  exported: unknown,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const known = settingNames(plugin, exported)
  if (known.length === 0) return []
  const strays = Object.keys(env).filter((name) => name.startsWith(settingName(plugin, '')) && !known.includes(name))
  return strays.map((name) => `${name}: ${plugin} has no such setting; it has ${known.join(', ')}`)
}
