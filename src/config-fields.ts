// Kinds of settings: how a text of the environment becomes a value, and what is told of it to people.
import { z } from 'zod'

/** What is told of a setting. */
export interface Told {
  readonly meaning: string
  /** A value that somebody might set. */
  readonly example: string
  /** What holds without it, in words if it is no plain value. */
  readonly otherwise?: string
  /** The heading it stands under. */
  readonly group: string
}

/** A setting as it stands in the environment: absent and empty mean the same. */
export const setting = z
  .string()
  .optional()
  .transform((text) => (text?.trim() === '' ? undefined : text?.trim()))

/** A whole number within bounds, both included. */
export function wholeNumber(from: number, to: number, otherwise: number) {
  const reading = setting.transform((text, context) => {
    if (text === undefined) return otherwise
    if (/^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text)
    context.addIssue({ code: 'custom', message: `must be a whole number from ${from} to ${to}` })
    return z.NEVER
  })
  return reading.meta({ allowed: `a whole number from ${from} to ${to}` })
}

/** One of some words. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values, otherwise: Values[number]) {
  return setting.pipe(z.enum(values, { error: `must be one of ${values.join(', ')}` }).default(otherwise))
}

const yes = new Set(['1', 'true', 'yes', 'on'])
const no = new Set(['0', 'false', 'no', 'off'])

/** On or off. */
export function flagOr(otherwise: boolean) {
  return setting.transform((text, context) => {
    const word = text?.toLowerCase()
    if (word === undefined) return otherwise
    if (yes.has(word) || no.has(word)) return yes.has(word)
    context.addIssue({ code: 'custom', message: 'must be true or false, on or off' })
    return z.NEVER
  })
}

/** On or off; off unless it is set. */
export const flag = flagOr(false)

/** The address of a server. */
export const webAddress = setting.transform((text, context) => {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  context.addIssue({ code: 'custom', message: 'must be an address like http://host:port' })
  return z.NEVER
})

/** The address of a server that is no web server, by its protocols; `form` shows one. */
export function serverAddress(protocols: readonly string[], form: string) {
  return setting.transform((text, context) => {
    if (text === undefined) return undefined
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && protocols.includes(url.protocol) && url.hostname !== '') return url
    context.addIssue({ code: 'custom', message: `must be an address like ${form}` })
    return z.NEVER
  })
}

/** What paths begin with: `/`, or a path without a slash at its end; undefined for `off`. */
export function prefix(otherwise: string) {
  return setting.transform((text = otherwise, context) => {
    if (text.toLowerCase() === 'off') return undefined
    const isPath = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?$/.test(text) && !/^\/api(?:\/|$)/i.test(text)
    if (isPath) return text.replace(/(?<=.)\/$/, '')
    context.addIssue({ code: 'custom', message: 'must be /, a path like /dailyhot that is not below /api, or off' })
    return z.NEVER
  })
}

/** What stands in a header as it is: long enough that nobody guesses it, without what headers cannot hold. */
export function secret(least: number) {
  return setting.transform((text, context) => {
    if (text === undefined || (text.length >= least && /^[\x21-\x7E]*$/.test(text))) return text
    context.addIssue({ code: 'custom', message: `must be at least ${least} characters of ASCII without blanks` })
    return z.NEVER
  })
}

/** A folder: unlike with every other setting, empty is an answer of its own, "none". */
export function folder(otherwise: string) {
  return z
    .string()
    .default(otherwise)
    .transform((text) => (text.trim() === '' ? undefined : text.trim()))
}

/** Makes what adds to a setting, beside what its kind says, what people are told of it under one heading. */
export function under(group: string) {
  return <Schema extends z.ZodType>(schema: Schema, words: Omit<Told, 'group'>) => schema.meta({ ...words, group })
}

/** A setting as people are told of it. */
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

/** What is told of the setting of this name. @throws ZodError when nothing is. */
export function toldSetting(name: string, schema: z.ZodType): ToldSetting {
  const { otherwise, allowed, meaning, ...rest } = words.parse(schema.meta())
  const whole = allowed === undefined ? meaning : `${meaning}; ${allowed}`
  return { name, ...rest, meaning: whole, ...(otherwise === undefined ? {} : { otherwise }) }
}
