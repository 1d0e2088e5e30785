// Schemas for tool arguments. They also accept the near-misses that models send.
import { z } from 'zod'
import { parseJson } from '../observability/parse-json.ts'
import { plainLine } from './output.ts'

/** Some models send numbers, booleans and lists as text: JSON or comma-separated. */
export function parseValue(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent ?? undefined
  const value = parseJson(sent)
  return value === undefined ? sent : value
}

function parseList(sent: unknown): unknown {
  const value = typeof sent === 'string' && !sent.trim().startsWith('[') ? sent : parseValue(sent)
  if (typeof value !== 'string') return value
  const entries = value.split(/[,，]/).map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '')
}

/** Accepts a number as text: a film may be called 2012. */
function parseText(sent: unknown): unknown {
  return typeof sent === 'number' ? String(sent) : (sent ?? undefined)
}

export function integerArgument(min: number, max: number, defaultValue: number, description: string) {
  const error = `must be a whole number from ${min} to ${max}`
  const schema = z
    .int({ error })
    .min(min, error)
    .max(max, error)
    .meta({ description: `${description} ${min} to ${max}; default ${defaultValue}.`, default: defaultValue })
  return z.preprocess(parseValue, schema.optional().default(defaultValue)).optional().default(defaultValue)
}

/** A boolean; false by default. */
export function booleanArgument(description: string) {
  const schema = z.boolean({ error: 'must be true or false' }).meta({ description: description, default: false })
  return z.preprocess(parseValue, schema.optional().default(false)).optional().default(false)
}

const controlCharacters = /[^\P{Cc}\t-\r]/u

function text(max: number, description: string) {
  const error = `must be a text of 1 to ${max} characters`
  return z
    .string({ error })
    .trim()
    .min(1, error)
    .max(max, error)
    .refine(
      (sent) => sent.isWellFormed() && !controlCharacters.test(sent),
      'contains control characters or a lone surrogate',
    )
    .refine((sent) => /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(sent), 'contains no visible characters')
    .describe(description)
}

export function requiredText(max: number, description: string) {
  return z.preprocess(parseText, text(max, description))
}

export function optionalText(max: number, description: string) {
  return z.preprocess(parseText, text(max, description).optional()).optional()
}

/** An optional one of `values`; without it the call does the same as with the default. */
export function optionalChoice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
  defaultValue?: Values[number],
) {
  const schema = z.enum(values, { error: `must be one of: ${values.join(', ')}` })
  const meta = { description, ...(defaultValue === undefined ? {} : { default: defaultValue }) }
  return z.preprocess((sent) => sent ?? undefined, schema.meta(meta).optional()).optional()
}

/** An optional subset of `values`. */
export function optionalSubset<const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) {
  const error = `must be a list of values from: ${values.join(', ')}`
  const schema = z.array(z.enum(values, { error }), { error }).max(values.length, error).describe(description)
  return z.preprocess(parseList, schema.optional()).optional()
}

/** The format of each text of a list. */
interface TextFormat {
  readonly pattern: RegExp
  readonly allowed: string
}

function texts(min: number, max: number, description: string, format?: TextFormat) {
  const error = `must be a list of ${min > 0 ? `${min} to` : 'at most'} ${max} texts of 1 to 200 characters`
  const entry = z.string({ error }).trim().min(1, error).max(200, error)
  const fit = format ? entry.regex(format.pattern, format.allowed) : entry
  const list = z.array(fit, { error }).max(max, error)
  return (min > 0 ? list.min(min, error) : list).describe(description)
}

export function optionalTexts(max: number, description: string, format?: TextFormat) {
  return z.preprocess(parseList, texts(0, max, description, format).optional()).optional()
}

export function requiredTexts(max: number, description: string, format?: TextFormat) {
  return z.preprocess(parseList, texts(1, max, description, format))
}

/** The first few unknown argument names. They are reported, because a misspelled filter would have no effect. */
export function unknownArguments(
  args: Readonly<Record<string, unknown>>,
  shape: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(args)
    .filter((name) => !Object.hasOwn(shape, name))
    .slice(0, 5)
    .map((name) => plainLine(name, 30))
}
