// Schema fields for the limits of a source, because definitions by operators may come without type checks.
import { z } from 'zod'

const count = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)

/** Limits that both kinds of sources may set. */
export const limitFields = {
  attemptMs: count,
  askMs: count,
  attempts: count,
  bodyBytes: count,
  redirects: z.int().min(0).max(20),
  parallel: count,
  blockedMs: count,
}
