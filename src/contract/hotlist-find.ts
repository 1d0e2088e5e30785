// The wire of `/api/v1/find`, which searches the cached items of all lists.
import { z } from 'zod'
import { integer, line, someOf } from './fields.ts'
import { columns, item } from './hotlist.ts'
import { count, envelope, time } from './monitoring.ts'

/** Parameters of `/api/v1/find`. An item must contain all words of `q`. */
export const findRequest = z.object({
  q: line(1, 100),
  limit: integer(1, 200).default(50),
  column: someOf(columns),
})
export type FindRequest = z.output<typeof findRequest>

const text = z.string().min(1)

export const foundItem = z.strictObject({
  id: text,
  name: text,
  title: text.optional(),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  column: z.enum(columns),
  updatedAt: time,
  stale: z.boolean(),
  item,
})
export type FoundItem = z.infer<typeof foundItem>

/**
 * The answer: `results` are `count` of the `total` matching items; of the `lists` enabled lists, `searched` have cached items, and `missing`
 * are the ids of the others.
 */
export const findAnswer = z.strictObject({
  ...envelope,
  count,
  total: count,
  searched: count,
  lists: count,
  missing: z.array(text),
  results: z.array(foundItem),
})
export type FindAnswer = z.infer<typeof findAnswer>
