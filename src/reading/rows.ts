// What the shapes of foreign replies are made of: lists of which some rows may be of another kind, and values that may be missing.
import { z } from 'zod'

/** When fewer than this share of rows can be read, the site has changed. */
const leastShare = 0.5

/**
 * A list of which each row is read by itself and what cannot be read is left out; refused when more than half cannot. Where a list
 * holds rows of other kinds (advertisements, cards), let `shape` take these too and drop them afterwards.
 */
export function rows<Shape extends z.ZodType>(shape: Shape) {
  return z.array(z.unknown()).transform((given, ctx): z.output<Shape>[] => {
    const read = given.map((row) => shape.safeParse(row))
    const kept = read.flatMap((row) => (row.success ? [row.data] : []))
    const bad = read.find((row) => !row.success)
    if (bad && kept.length < given.length * leastShare) {
      const [issue] = bad.error?.issues ?? []
      const what = `${issue?.path.join('.')}: ${issue?.message}`
      ctx.addIssue({ code: 'custom', message: `only ${kept.length} of ${given.length} rows can be read (${what})` })
    }
    return kept
  })
}

/** A text or a number, as a text: upstreams change between the two. A number past 2^53 has lost its last digits and is refused. */
export function word() {
  return z.union([z.string(), z.number().max(Number.MAX_SAFE_INTEGER)]).transform(String)
}

/** What stands first in a list that may not be empty; what else is in it is not checked. */
export function first<Value>(shape: z.ZodType<Value>) {
  return z.tuple([shape], z.unknown()).transform(([one]) => one)
}

/** A text that may be missing or null; so are those below. */
export const maybeText = z.string().nullish()

export const maybeNumber = z.number().nullish()

/** A number, or what `Number` makes one of: `"5"`, `true`; a blank text is 0. */
export const maybeFigure = z.coerce.number().nullish()

/** What `word` reads. */
export const maybeWord = word().nullish()
