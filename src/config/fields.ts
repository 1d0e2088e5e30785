// Types of settings: parsing of environment variables, and their documentation.
import { z } from 'zod'

/** Documentation of a setting. */
export interface SettingDoc {
  readonly description: string
  /** An example value. */
  readonly example: string
  /** The default, in words if it is not a plain value. */
  readonly defaultValue?: string | undefined
  /** The heading of its section. */
  readonly group: string
}

/** An optional text: unset and empty mean the same. */
export const optionalText = z
  .string()
  .optional()
  .transform((text) => (text?.trim() === '' ? undefined : text?.trim()))

/** An integer within inclusive bounds. */
export function integer(from: number, to: number, defaultValue: number) {
  const schema = optionalText.transform((text, refinement) => {
    if (text === undefined) return defaultValue
    if (/^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text)
    refinement.addIssue({ code: 'custom', message: `must be a whole number from ${from} to ${to}` })
    return z.NEVER
  })
  return schema.meta({ allowed: `a whole number from ${from} to ${to}` })
}

/** One of several words. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  defaultValue: Values[number],
) {
  return optionalText.pipe(z.enum(values, { error: `must be one of ${values.join(', ')}` }).default(defaultValue))
}

const trueWords = new Set(['1', 'true', 'yes', 'on'])
const falseWords = new Set(['0', 'false', 'no', 'off'])

/** A boolean. */
export function booleanWithDefault(defaultValue: boolean) {
  return optionalText.transform((text, refinement) => {
    const word = text?.toLowerCase()
    if (word === undefined) return defaultValue
    if (trueWords.has(word) || falseWords.has(word)) return trueWords.has(word)
    refinement.addIssue({ code: 'custom', message: 'must be true or false, on or off' })
    return z.NEVER
  })
}

/** A boolean, false by default. */
export const booleanFlag = booleanWithDefault(false)

/** An HTTP or HTTPS URL. */
export const httpUrl = optionalText.transform((text, refinement) => {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  refinement.addIssue({ code: 'custom', message: 'must be an address like http://host:port' })
  return z.NEVER
})

/** A URL with one of the given protocols; `form` is an example. */
export function serverUrl(protocols: readonly string[], form: string) {
  return optionalText.transform((text, refinement) => {
    if (text === undefined) return undefined
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && protocols.includes(url.protocol) && url.hostname !== '') return url
    refinement.addIssue({ code: 'custom', message: `must be an address like ${form}` })
    return z.NEVER
  })
}

/** A path prefix: `/`, or a path without a trailing slash; undefined for `off`. */
export function pathPrefix(defaultValue: string) {
  return optionalText.transform((text = defaultValue, refinement) => {
    if (text.toLowerCase() === 'off') return undefined
    const isPath = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?$/.test(text) && !/^\/api(?:\/|$)/i.test(text)
    if (isPath) return text.replace(/(?<=.)\/$/, '')
    refinement.addIssue({ code: 'custom', message: 'must be /, a path like /dailyhot that is not below /api, or off' })
    return z.NEVER
  })
}

/** A secret that can be sent as a header value. */
export function headerSecret(minLength: number) {
  return optionalText.transform((text, refinement) => {
    if (text === undefined || (text.length >= minLength && /^[\x21-\x7E]*$/.test(text))) return text
    refinement.addIssue({ code: 'custom', message: `must be at least ${minLength} characters of ASCII without blanks` })
    return z.NEVER
  })
}

/** A directory. Unlike with other settings, an empty value is meaningful: no directory. */
export function directory(defaultValue: string) {
  return z
    .string()
    .default(defaultValue)
    .transform((text) => (text.trim() === '' ? undefined : text.trim()))
}

/** Creates a function that adds the documentation of a setting in one section to its schema. */
export function inGroup(group: string) {
  return <Schema extends z.ZodType>(schema: Schema, docSchema: Omit<SettingDoc, 'group'>) =>
    schema.meta({ ...docSchema, group })
}

/** A setting's documentation with its name. */
export interface DocumentedSetting extends SettingDoc {
  readonly name: string
}

const docSchema = z.object({
  description: z.string(),
  example: z.string(),
  defaultValue: z.string().optional(),
  allowed: z.string().optional(),
  group: z.string(),
})

/** Reads the documentation of a setting from its schema. @throws ZodError if it has none. */
export function documentSetting(name: string, schema: z.ZodType): DocumentedSetting {
  const { defaultValue, allowed, description, ...rest } = docSchema.parse(schema.meta())
  const fullDescription = allowed === undefined ? description : `${description}; ${allowed}`
  return { name, ...rest, description: fullDescription, defaultValue }
}
