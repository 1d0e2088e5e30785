// The wire of `/api/v1/find`, which searches the cached items of all lists.
import { z } from 'zod'
import { columns } from './columns.ts'
import { integer, line, someOf } from './fields.ts'
import { item } from './hotlist.ts'
import { envelope, time } from './monitoring.ts'
import { count, record, text } from './schemas.ts'

/** Parameters of `/api/v1/find`. An item must contain all words of `q`. */
export const findRequest = z.object({
  q: line(1, 100).describe('Words that must all occur in the title of an item. Pinyin and its initials match Chinese.'),
  limit: integer(1, 200).default(50).describe('Maximum number of items.'),
  column: someOf(columns).describe('Only lists of these groups.'),
})
export type FindRequest = z.output<typeof findRequest>

export const foundItem = record('FoundItem', 'An item and its list.', {
  id: text.describe('The id of the list.'),
  name: text,
  title: text.optional(),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  column: z.enum(columns),
  updatedAt: time.describe('When the site returned the list, in epoch milliseconds; null if there is none.'),
  stale: z.boolean().describe('Whether they are older than the interval of the list, or the site has failed since.'),
  item,
})
export type FoundItem = z.infer<typeof foundItem>

export const findAnswer = record('FindAnswer', 'The matching items.', {
  ...envelope,
  count: count.describe('Number of items returned.'),
  total: count.describe('Number of matching items.'),
  searched: count.describe('Number of lists searched: those with a cached list.'),
  lists: count.describe('Number of enabled lists.'),
  missing: z
    .array(text)
    .describe(
      'The ids of the enabled lists that were not searched, because nobody has requested them yet or they have failed so far.',
    ),
  results: z.array(foundItem),
})
export type FindAnswer = z.infer<typeof findAnswer>
