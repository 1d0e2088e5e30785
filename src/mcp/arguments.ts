// Schemas for tool arguments. They also accept the near-misses that models send.
import { z } from 'zod'
import { plain } from './plain-text.ts'

/** Some models send numbers, booleans and lists as text: JSON or comma-separated. */
function read(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent ?? undefined
  try {
    return JSON.parse(sent)
  } catch {
    return sent
  }
}

function readList(sent: unknown): unknown {
  const value = typeof sent === 'string' && !sent.trim().startsWith('[') ? sent : read(sent)
  if (typeof value !== 'string') return value
  const entries = value.split(/[,，]/).map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '')
}

/** Accepts a number as text: a film may be called 2012. */
function readText(sent: unknown): unknown {
  return typeof sent === 'number' ? String(sent) : (sent ?? undefined)
}

/** An integer within bounds. */
export function wholeNumber(min: number, max: number, otherwise: number, told: string) {
  const error = `must be a whole number from ${min} to ${max}`
  const schema = z
    .int({ error })
    .min(min, error)
    .max(max, error)
    .meta({ description: `${told} ${min} to ${max}; default ${otherwise}.`, default: otherwise })
  return z.preprocess(read, schema.optional().default(otherwise)).optional().default(otherwise)
}

/** A boolean; false by default. */
export function yesOrNo(told: string) {
  const schema = z.boolean({ error: 'must be true or false' }).meta({ description: told, default: false })
  return z.preprocess(read, schema.optional().default(false)).optional().default(false)
}

const unfit = /[^\P{Cc}\t-\r]/u

function text(most: number, told: string) {
  const error = `must be a text of 1 to ${most} characters`
  return z
    .string({ error })
    .trim()
    .min(1, error)
    .max(most, error)
    .refine((sent) => sent.isWellFormed() && !unfit.test(sent), 'contains control characters or a lone surrogate')
    .refine((sent) => /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(sent), 'contains no visible characters')
    .describe(told)
}

/** A required text. */
export function words(most: number, told: string) {
  return z.preprocess(readText, text(most, told))
}

/** An optional text. */
export function someWords(most: number, told: string) {
  return z.preprocess(readText, text(most, told).optional()).optional()
}

/** An optional subset of `values`. */
export function someOf<const Values extends readonly [string, ...string[]]>(values: Values, told: string) {
  const error = `must be a list of values from: ${values.join(', ')}`
  const schema = z.array(z.enum(values, { error }), { error }).max(values.length, error).describe(told)
  return z.preprocess(readList, schema.optional()).optional()
}

/** The format of each text of a list. */
interface TextForm {
  readonly pattern: RegExp
  readonly allowed: string
}

function texts(min: number, most: number, told: string, form?: TextForm) {
  const error = `must be a list of ${min > 0 ? `${min} to` : 'at most'} ${most} texts of 1 to 200 characters`
  const entry = z.string({ error }).trim().min(1, error).max(200, error)
  const fit = form ? entry.regex(form.pattern, form.allowed) : entry
  const list = z.array(fit, { error }).max(most, error)
  return (min > 0 ? list.min(min, error) : list).describe(told)
}

/** An optional list of at most `most` texts. */
export function someTexts(most: number, told: string, form?: TextForm) {
  return z.preprocess(readList, texts(0, most, told, form).optional()).optional()
}

/** A required list of 1 to `most` texts. */
export function listOfTexts(most: number, told: string, form?: TextForm) {
  return z.preprocess(readList, texts(1, most, told, form))
}

/** The first few unknown argument names. They are reported, because a misspelled filter would have no effect. */
export function strayOf(args: Readonly<Record<string, unknown>>, shape: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(args)
    .filter((name) => !Object.hasOwn(shape, name))
    .slice(0, 5)
    .map((name) => plain(name, 30))
}
