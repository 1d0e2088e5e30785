// Settings of plugins: schema fields, and their values from the environment.
import { z } from 'zod'
import type { Schema } from '../upstream/source.ts'

/** A setting for the address of a site, without a trailing slash; `defaultValue` is the default. */
export function siteUrl(defaultValue: string) {
  return z
    .string()
    .refine(isPlainAddress, 'must be an address like https://example.org, without a name, query or fragment')
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .default(defaultValue)
    .meta({ allowed: 'an address without a name, query or fragment', example: 'https://example.org' })
}

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search + hash === '' && !/[?#]/.test(text)
}

export function wholeNumber(from: number, to: number, defaultValue: number) {
  const error = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.int(error).min(from, error).max(to, error))
    .default(defaultValue)
    .meta({
      allowed: `a whole number from ${from} to ${to}`,
      example: `${defaultValue === to ? Math.max(from, Math.floor(to / 2)) : to}`,
    })
}

/** A setting for the user agent that some APIs require: the name of this program, preferably with a contact address. */
export function agentName() {
  return z
    .string()
    .regex(/^[ -~]{1,200}$/, 'must be at most 200 plain ASCII characters')
    .default('Trawl (self-hosted search)')
    .meta({ allowed: 'at most 200 plain ASCII characters', example: 'Trawl (me@example.org)' })
}

/** A setting for the cookies of a browser: `a=1; b=2`. */
export function cookieText() {
  return z
    .string()
    .regex(/^[ -~]{1,4000}$/, 'must be at most 4000 plain ASCII characters')
    .meta({ allowed: 'cookies as a browser sends them', example: 'a=1; b=2' })
}

export function wordList(defaultValue: readonly string[]) {
  return z
    .string()
    .transform((text) =>
      text
        .split(/[,，]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .default([...defaultValue])
    .meta({ allowed: 'a list, separated by commas', example: defaultValue.slice(0, 2).join(',') || 'one,two' })
}

/** The environment variable of a plugin's setting: `LABI_BASE_URL` for `base_url` of `labi`. */
export function settingName(plugin: string, field: string): string {
  return `${plugin}_${field}`.replaceAll('-', '_').toUpperCase()
}

/**
 * Reads the settings of a plugin from the environment; missing and empty values mean the default.
 * @throws Error with one sentence per invalid setting, which names it and the allowed values.
 */
export function readSettings<Settings>(
  plugin: string,
  schema: (Schema<Settings> & { readonly shape: object }) | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Settings | undefined {
  if (!schema) return undefined
  const values = Object.keys(schema.shape).flatMap((field) => {
    const value = env[settingName(plugin, field)]?.trim() ?? ''
    return value === '' ? [] : [[field, value]]
  })
  try {
    return schema.parse(Object.fromEntries(values))
  } catch (error) {
    throw new Error(errorMessage(plugin, error), { cause: error })
  }
}

function errorMessage(plugin: string, error: unknown): string {
  if (!(error instanceof z.ZodError))
    return `its settings cannot be read: ${error instanceof Error ? error.message : error}`
  return error.issues.map(({ path, message }) => `${settingName(plugin, path.join('_'))}: ${message}`).join('\n')
}

/** Whether `env` contains a variable with the plugin's prefix. */
export function hasSettingsFor(plugin: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.keys(env).some((name) => name.startsWith(settingName(plugin, '')))
}

export function settingNames(plugin: string, exported: unknown): string[] {
  return settingFields(exported).map(([field]) => settingName(plugin, field))
}

function settingFields(exported: unknown): [string, unknown][] {
  return Object.entries(withSettings.safeParse(exported).data?.settings.shape ?? {})
}

const withSettings = z.looseObject({ settings: z.looseObject({ shape: z.looseObject({}) }) })

export interface PluginSetting {
  readonly name: string
  readonly field: string
  readonly description?: string | undefined
  readonly allowed?: string | undefined
  readonly example?: string | undefined
  readonly defaultValue?: string | undefined
}

export function pluginSettings(plugin: string, exported: unknown): PluginSetting[] {
  return settingFields(exported).map(([field, schema]) => ({
    name: settingName(plugin, field),
    field,
    ...(schema instanceof z.ZodType ? { ...settingDocs.parse(docsOf(schema)), defaultValue: defaultText(schema) } : {}),
  }))
}

const settingDocs = z.object({
  description: z.string().optional(),
  allowed: z.string().optional(),
  example: z.string().optional(),
})

/** Allowed values are attached to the type of a setting, the description to the outermost schema. */
function docsOf(schema: z.core.$ZodType): object {
  return { ...(innerDocs(schema) ?? {}), ...z.globalRegistry.get(schema) }
}

function innerDocs(schema: z.core.$ZodType): object | undefined {
  if (schema instanceof z.ZodOptional) return docsOf(schema.unwrap())
  return schema instanceof z.ZodPipe ? docsOf(schema.in) : undefined
}

function defaultText(schema: z.ZodType): string | undefined {
  const value = schema.safeParse(undefined).data
  return value === undefined ? undefined : String(value)
}

/** One sentence for each variable of `env` that has the plugin's prefix but is none of its settings: mostly typos. */
export function unknownSettings(
  plugin: string,
  exported: unknown,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const known = settingNames(plugin, exported)
  if (known.length === 0) return []
  const unknown = Object.keys(env).filter((name) => name.startsWith(settingName(plugin, '')) && !known.includes(name))
  return unknown.map((name) => `${name}: ${plugin} has no such setting; it has ${known.join(', ')}`)
}
