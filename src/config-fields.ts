// Types of settings: parsing of environment variables, and their documentation.
import { z } from 'zod'

/** Documentation of a setting. */
export interface Told {
  readonly meaning: string
  /** An example value. */
  readonly example: string
  /** The default, in words if it is not a plain value. */
  readonly otherwise?: string | undefined
  /** The heading of its section. */
  readonly group: string
}

/** An optional text: unset and empty mean the same. */
export const setting = z
  .string()
  .optional()
  .transform((text) => (text?.trim() === '' ? undefined : text?.trim()))

/** An integer within inclusive bounds. */
export function wholeNumber(from: number, to: number, otherwise: number) {
  const reading = setting.transform((text, context) => {
    if (text === undefined) return otherwise
    if (/^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text)
    context.addIssue({ code: 'custom', message: `must be a whole number from ${from} to ${to}` })
    return z.NEVER
  })
  return reading.meta({ allowed: `a whole number from ${from} to ${to}` })
}

/** One of several words. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values, otherwise: Values[number]) {
  return setting.pipe(z.enum(values, { error: `must be one of ${values.join(', ')}` }).default(otherwise))
}

const yes = new Set(['1', 'true', 'yes', 'on'])
const no = new Set(['0', 'false', 'no', 'off'])

/** A boolean. */
export function flagOr(otherwise: boolean) {
  return setting.transform((text, context) => {
    const word = text?.toLowerCase()
    if (word === undefined) return otherwise
    if (yes.has(word) || no.has(word)) return yes.has(word)
    context.addIssue({ code: 'custom', message: 'must be true or false, on or off' })
    return z.NEVER
  })
}

/** A boolean, false by default. */
export const flag = flagOr(false)

/** An HTTP or HTTPS URL. */
export const webAddress = setting.transform((text, context) => {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  context.addIssue({ code: 'custom', message: 'must be an address like http://host:port' })
  return z.NEVER
})

/** A URL with one of the given protocols; `form` is an example. */
export function serverAddress(protocols: readonly string[], form: string) {
  return setting.transform((text, context) => {
    if (text === undefined) return undefined
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && protocols.includes(url.protocol) && url.hostname !== '') return url
    context.addIssue({ code: 'custom', message: `must be an address like ${form}` })
    return z.NEVER
  })
}

/** A path prefix: `/`, or a path without a trailing slash; undefined for `off`. */
export function prefix(otherwise: string) {
  return setting.transform((text = otherwise, context) => {
    if (text.toLowerCase() === 'off') return undefined
    const isPath = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?$/.test(text) && !/^\/api(?:\/|$)/i.test(text)
    if (isPath) return text.replace(/(?<=.)\/$/, '')
    context.addIssue({ code: 'custom', message: 'must be /, a path like /dailyhot that is not below /api, or off' })
    return z.NEVER
  })
}

/** A secret that can be sent as a header value. */
export function secret(least: number) {
  return setting.transform((text, context) => {
    if (text === undefined || (text.length >= least && /^[\x21-\x7E]*$/.test(text))) return text
    context.addIssue({ code: 'custom', message: `must be at least ${least} characters of ASCII without blanks` })
    return z.NEVER
  })
}

/** A directory. Unlike with other settings, an empty value is meaningful: no directory. */
export function folder(otherwise: string) {
  return z
    .string()
    .default(otherwise)
    .transform((text) => (text.trim() === '' ? undefined : text.trim()))
}

/** Creates a function that adds the documentation of a setting in one section to its schema. */
export function under(group: string) {
  return <Schema extends z.ZodType>(schema: Schema, words: Omit<Told, 'group'>) => schema.meta({ ...words, group })
}

/** A setting's documentation with its name. */
export interface ToldSetting extends Told {
  readonly name: string
}

const words = z.object({
  meaning: z.string(),
  example: z.string(),
  otherwise: z.string().optional(),
  allowed: z.string().optional(),
  group: z.string(),
})

/** Reads the documentation of a setting from its schema. @throws ZodError if it has none. */
export function toldSetting(name: string, schema: z.ZodType): ToldSetting {
  const { otherwise, allowed, meaning, ...rest } = words.parse(schema.meta())
  const whole = allowed === undefined ? meaning : `${meaning}; ${allowed}`
  return { name, ...rest, meaning: whole, otherwise }
}
