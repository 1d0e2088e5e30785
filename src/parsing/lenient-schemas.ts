// Lenient schemas for foreign replies: lists with some unreadable rows, and values that may be missing.
import { z } from 'zod'

/** If fewer than this share of the rows can be read, the site has changed. */
const minReadableShare = 0.5

/**
 * A list whose rows are parsed one by one and left out if invalid; fails if more than half are invalid. If a list
 * contains rows of other kinds (advertisements, cards), let `shape` accept them and drop them afterwards.
 */
export function lenientArray<Shape extends z.ZodType>(shape: Shape) {
  return z.array(z.unknown()).transform((values, ctx): z.output<Shape>[] => {
    const read = values.map((row) => shape.safeParse(row))
    const valid = read.flatMap((row) => (row.success ? [row.data] : []))
    const bad = read.find((row) => !row.success)
    if (bad && valid.length < values.length * minReadableShare) {
      const [issue] = bad.error?.issues ?? []
      const what = `${issue?.path.join('.')}: ${issue?.message}`
      ctx.addIssue({ code: 'custom', message: `only ${valid.length} of ${values.length} rows can be read (${what})` })
    }
    return valid
  })
}

/**
 * A text or a number, as a text, because upstreams switch between the two. Numbers past 2^53 have lost digits and are
 * rejected.
 */
export function nonEmptyText() {
  return z.union([z.string(), z.number().max(Number.MAX_SAFE_INTEGER)]).transform(String)
}

/** The first element of a non-empty list; the others are not checked. */
export function firstElement<Value>(shape: z.ZodType<Value>) {
  return z.tuple([shape], z.unknown()).transform(([one]) => one)
}

/** A text that may be missing or null. */
export const maybeText = z.string().nullish()

export const maybeNumber = z.number().nullish()

/** A number, or a value that `Number` converts: `"5"`, `true`; a blank text is 0. */
export const maybeAmount = z.coerce.number().nullish()

/** Like `nonEmptyText`, but may be missing or null. */
export const maybeWord = nonEmptyText().nullish()

/** A text without blanks around it; '' if missing. */
export const trimmedText = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')

/** The same of a text or a number. */
export const trimmedWord = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim())

/** Texts; none if missing. */
export const textList = z
  .array(z.string())
  .nullish()
  .transform((values) => values ?? [])
