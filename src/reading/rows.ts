// Rows of a foreign list, of which some may be of another kind: read one by one, so that one odd row does not cost the list.
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
