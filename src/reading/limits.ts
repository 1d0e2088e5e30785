// The bounds that a source's definition may set on its asks, as fields of a schema: types say so of ours, an operator's own file may have none.
import { z } from 'zod'

const count = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)

/** What both kinds of sources may bound. */
export const limitFields = {
  attemptMs: count,
  askMs: count,
  attempts: count,
  bodyBytes: count,
  redirects: z.int().min(0).max(20),
  parallel: count,
}
