// The wire of `/api/v1/find`, ours: what it takes and what it answers. It finds words in what is kept of all lists.
import { z } from 'zod'
import { integer, line, someOf } from './fields.ts'
import { columns, item } from './hotlist.ts'
import { apiVersion } from './hotlist-watch.ts'

/** Parameters of `/api/v1/find`. An item must have all words of `q`. */
export const findRequest = z.object({
  q: line(1, 100),
  limit: integer(1, 200).default(50),
  column: someOf(columns),
})
export type FindRequest = z.output<typeof findRequest>

const count = z.int().nonnegative()
const ms = z.int().positive()
const text = z.string().min(1)

/** An item that has the words, and the list it is in. */
export const foundItem = z.strictObject({
  id: text,
  name: text,
  title: text.optional(),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  column: z.enum(columns),
  /** When the upstream gave the list. */
  updatedAt: ms,
  stale: z.boolean(),
  item,
})
export type FoundItem = z.infer<typeof foundItem>

/** The answer: `results` are `count` of the `total` items that have the words; of `lists` that are on, `searched` have something kept. */
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
