// The wire of `/api/v1/find`, which searches the cached items of all lists.
import { z } from 'zod'
import { integer, line, someOf } from './fields.ts'
import { columns, item } from './hotlist.ts'
import { apiVersion } from './monitoring.ts'

/** Parameters of `/api/v1/find`. An item must contain all words of `q`. */
export const findRequest = z.object({
  q: line(1, 100),
  limit: integer(1, 200).default(50),
  column: someOf(columns),
})
export type FindRequest = z.output<typeof findRequest>

const count = z.int().nonnegative()
const ms = z.int().positive()
const text = z.string().min(1)

/** A matching item and its list. */
export const foundItem = z.strictObject({
  id: text,
  name: text,
  title: text.optional(),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  column: z.enum(columns),
  /** When the upstream returned the list. */
  updatedAt: ms,
  stale: z.boolean(),
  item,
})
export type FoundItem = z.infer<typeof foundItem>

/** The answer: `results` are `count` of the `total` matching items; of the `lists` enabled lists, `searched` have cached items. */
export const findAnswer = z.strictObject({
  apiVersion: z.literal(apiVersion),
  timestamp: ms,
  count,
  total: count,
  searched: count,
  lists: count,
  results: z.array(foundItem),
})
export type FindAnswer = z.infer<typeof findAnswer>
