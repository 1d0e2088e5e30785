// Building blocks of request schemas: texts, lists, flags, numbers and JSON objects in all accepted spellings.
import { z } from 'zod'
import { windowNames } from './time-windows.ts'

const maxListEntries = 512
/** The maximum length of a query. */
const maxEntryLength = 16 * 1024
const maxNesting = 16
const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype'])

type JsonSchemaForm = Readonly<Record<string, unknown>>

/** The documented JSON schema of fields that accept more spellings than a schema can express; used to generate the OpenAPI document. */
export const wireForms = z.registry<JsonSchemaForm>()

/** The JSON schema of a list: an array or comma-separated text of at most `maxEntries` entries of at most `maxLength` characters. */
export function listForm(maxLength: number, maxEntries = maxListEntries): JsonSchemaForm {
  return listOf({ type: 'string', maxLength: maxLength }, maxEntries)
}

function listOf(items: JsonSchemaForm, maxItems = maxListEntries): JsonSchemaForm {
  return { anyOf: [{ type: 'array', items, maxItems }, { type: 'string' }] }
}

const malformed = 'holds half of a surrogate pair; only well-formed Unicode is allowed'

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The error in an input text, or `undefined`. Tabs and line breaks are allowed. */
function textError(text: string): string | undefined {
  if (!text.isWellFormed()) return malformed
  return /[^\P{Cc}\t-\r]/u.test(text) ? 'holds control characters, which are not allowed' : undefined
}

/** Error text for a missing or wrong value. */
function requirement(allowed: string) {
  return {
    error: (issue: { readonly input?: unknown }) =>
      issue.input === undefined ? `is missing: must be ${allowed}` : `must be ${allowed}`,
  }
}

/** Removes fields that are null or blank: clients that send every field of a structure, such as those in Go, leave unset ones blank. */
export function withoutUnset(fields: object): Record<string, unknown> {
  const isSet = (value: unknown) => value !== null && (typeof value !== 'string' || value.trim() !== '')
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isSet(value)))
}

function addError(ctx: z.RefinementCtx, message: string): never {
  ctx.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** One line of text of `min` to `max` code points, trimmed; tabs and line breaks become spaces. */
export function line(min: number, max: number) {
  const allowed = `one string of ${min} to ${max} characters`
  const read = z.string(requirement(allowed)).transform((sent, ctx) => {
    const text = sent.replace(/[\t-\r]/g, ' ').trim()
    const flaw = textError(text)
    if (flaw !== undefined) return addError(ctx, flaw)
    // Tests code units first, so that a long text is not spread into an array.
    if (text.length > 2 * max || [...text].length > max) return addError(ctx, `is too long: must be ${allowed}`)
    // A text of only zero-width and direction marks counts as blank.
    const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(text)
    if (min > 0 && !visible) return addError(ctx, `is blank: must be ${allowed}`)
    return text
  })
  const filled = min > 0 ? { minLength: min, pattern: '\\S' } : {}
  return read.register(wireForms, { type: 'string', ...filled, maxLength: max })
}

function distinct(parts: readonly string[]): string[] {
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
}

const listAllowed = 'must be a comma-separated string or an array of strings'
const textOrTexts = z.union([z.string(), z.array(z.string())], { error: listAllowed })

function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * A list of strings in any spelling: comma-separated text (ASCII or fullwidth comma), the text of a JSON array, or an array of such texts
 * (from repeated query keys). Entries are trimmed; empty ones and duplicates are dropped; their contents are not validated.
 */
export const list = textOrTexts
  .transform((sent, ctx) => {
    const entries = [sent].flat().map(entriesOf)
    const read = entries.flatMap((found) => found ?? [])
    return entries.includes(undefined)
      ? addError(ctx, `${listAllowed}; a text that starts with [ must be a JSON array`)
      : distinct(read)
  })
  .register(wireForms, listForm(maxEntryLength))

/** The entries of one text; undefined if it starts like a JSON array but is not an array of strings. */
function entriesOf(text: string): string[] | undefined {
  if (!text.trim().startsWith('[')) return text.split(/[,，]/)
  const parsed = z.array(z.string()).safeParse(jsonOf(text)?.value)
  return parsed.success ? parsed.data.flatMap((entry) => entry.split(/[,，]/)) : undefined
}

/** The name of a time window. */
export const timeWindow = z.enum(windowNames, { error: `must be one of ${windowNames.join(', ')}` })

/** A list of some of these values, case-insensitive; undefined if empty. */
export function someOf<const Values extends readonly string[]>(values: Values) {
  return list
    .transform((entries, ctx) => {
      if (entries.length === 0) return undefined
      const named = values.filter((value): value is Values[number] =>
        entries.some((entry) => entry.toLowerCase() === value),
      )
      const isStray = (entry: string) => !values.some((value) => entry.toLowerCase() === value)
      return entries.some(isStray) ? addError(ctx, `must be a comma-separated list of ${values.join(', ')}`) : named
    })
    .register(wireForms, listOf({ type: 'string', enum: values }))
    .optional()
}

/** Like `list`, but commas inside array entries do not separate. */
export const quotedList = textOrTexts.transform((sent) =>
  distinct(typeof sent === 'string' ? sent.split(/[,，]/) : sent),
)

/** Limits for the number of entries, and their length in code units. */
export function sized(maxLength: number, maxEntries: number) {
  return z.array(z.string()).superRefine((entries, ctx) => {
    if (entries.length > maxEntries) addError(ctx, `has ${entries.length} entries: at most ${maxEntries} are allowed`)
    if (entries.some((entry) => entry.length > maxLength))
      addError(ctx, `has an entry that is too long: at most ${maxLength} characters are allowed`)
  })
}

/** Limits for `list` and `quotedList`: at most 512 entries, each of at most `maxLength` code units, without control characters. */
export function bounded(maxLength: number) {
  return sized(maxLength, maxListEntries).superRefine((entries, ctx) => {
    const flaw = entries.map(textError).find((found) => found !== undefined)
    if (flaw !== undefined) addError(ctx, `has an entry that ${flaw}`)
  })
}

const spellings: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
])
const flagAllowed = 'one of true, 1, yes, on, false, 0, no, off'

/** A boolean; case-insensitive, because a well-known client sends Python's `True`. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1]), z.string()], requirement(flagAllowed))
  .transform((sent, ctx) => spellings.get(String(sent).trim().toLowerCase()) ?? addError(ctx, `must be ${flagAllowed}`))
  .register(wireForms, { type: 'boolean' })

/** A `flag` that is false if empty or missing. */
export const booleanField = z
  .preprocess((sent) => (typeof sent === 'string' && sent.trim() === '' ? 'no' : sent), flag)
  .default(false)

/** Whether a field is a `booleanField`, with whatever description. */
export function isBooleanField(field: unknown): boolean {
  return field instanceof z.ZodDefault && field.def.innerType === booleanField.def.innerType
}

/** An integer from `min` to `max`, as a number or decimal digits. */
export function integer(min: number, max: number) {
  const allowed = `an integer from ${min} to ${max}`
  return z
    .union([z.number(), z.string()], requirement(allowed))
    .transform((sent, ctx) => {
      // Strictly digits: `Number` alone would accept 0x10, 1e2 and blanks.
      const value = typeof sent === 'number' || /^\s*\d{1,15}\s*$/.test(sent) ? Number(sent) : Number.NaN
      return Number.isInteger(value) && value >= min && value <= max ? value : addError(ctx, `must be ${allowed}`)
    })
    .register(wireForms, { type: 'integer', minimum: min, maximum: max })
}

const maxMoment = 9_007_199_254_740
const momentAllowed = 'a time: epoch milliseconds, or ISO 8601 with its zone, like 2026-11-21T08:00:00Z'
const isoMoment = z.iso.datetime({ offset: true })

/** A time, read as epoch milliseconds. In a query a `+` is a blank, so the zone may follow one. */
export const moment = z
  .union([z.number(), z.string()], requirement(momentAllowed))
  .transform((sent, ctx) => {
    const text = String(sent)
      .trim()
      .replace(/ (?=\d\d:\d\d$)/, '+')
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(isoMoment.safeParse(text).data ?? '')
    return value >= 0 && value <= maxMoment ? value : addError(ctx, `must be ${momentAllowed}`)
  })
  .register(wireForms, {
    anyOf: [
      { type: 'integer', minimum: 0, maximum: maxMoment },
      { type: 'string', format: 'date-time' },
    ],
  })

const secondsIn: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 }

/** A duration from `min` to `max` seconds, read as seconds: a number of seconds, or like 30m, 6h, 7d. */
export function duration(min: number, max: number) {
  const allowed = `a duration from ${min} to ${max} seconds: seconds, or like 30m, 6h, 7d`
  return z
    .union([z.number(), z.string()], requirement(allowed))
    .transform((sent, ctx) => {
      const [, digits = '', unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(String(sent).trim().toLowerCase()) ?? []
      const value = digits === '' ? Number.NaN : Number(digits) * (secondsIn[unit] ?? Number.NaN)
      return value >= min && value <= max ? value : addError(ctx, `must be ${allowed}`)
    })
    .register(wireForms, {
      anyOf: [
        { type: 'integer', minimum: min, maximum: max },
        { type: 'string', pattern: '^\\d{1,9}[smhd]?$' },
      ],
    })
}

/** The error in one text or key of a JSON value, or `undefined`. */
function leafError(text: string): string | undefined {
  if (!text.isWellFormed()) return malformed
  return text.includes('\0') ? 'holds a NUL character, which is not allowed' : undefined
}

function keysError(keys: readonly string[]): string | undefined {
  const unsafe = keys.find((key) => unsafeKeys.has(key))
  if (unsafe !== undefined) return `holds the key ${unsafe}, which is not allowed`
  return keys.map(leafError).find((flaw) => flaw !== undefined)
}

/** The error in a JSON value, or `undefined`. Uses an explicit stack, because clients control the depth. */
function treeError(root: unknown): string | undefined {
  const open = [{ value: root, depth: 1 }]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { value, depth } = item
    const isBranch = typeof value === 'object' && value !== null
    if (isBranch && depth > maxNesting) return `is nested too deep: at most ${maxNesting} levels are allowed`
    const flaw = isBranch ? keysError(Object.keys(value)) : leafError(String(value))
    if (flaw !== undefined) return flaw
    for (const inner of isBranch ? Object.values(value) : []) open.push({ value: inner, depth: depth + 1 })
  }
  return undefined
}

/** A JSON object, or the text of one: at most 16 levels, well-formed texts, no prototype keys. Fields that are not set are removed. */
export const jsonObject = z.unknown().transform((sent, ctx): Record<string, unknown> => {
  const parsed = typeof sent === 'string' ? jsonOf(sent) : { value: sent }
  if (parsed === undefined) return addError(ctx, 'is not valid JSON: must be a JSON object')
  if (!isObject(parsed.value)) return addError(ctx, 'must be one JSON object')
  const flaw = treeError(parsed.value)
  return flaw === undefined ? withoutUnset(parsed.value) : addError(ctx, flaw)
})
