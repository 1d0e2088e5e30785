// The wire of the history of hot lists.
import { z } from 'zod'
import { duration, integer, line, moment, timeWindow } from './fields.ts'
import { item } from './hotlist.ts'
import { foundItem } from './hotlist-find.ts'
import { envelope, time } from './monitoring.ts'
import { count, named, record, text } from './schemas.ts'

export const historyRequest = z.object({
  item: line(1, 600).optional().describe('The id of an item; without it, the items of the span.'),
  from: moment.optional().describe('Start of the span; by default a week before `to`.'),
  to: moment.optional().describe('End of the span; by default now.'),
  step: duration(60, 365 * 24 * 60 * 60)
    .optional()
    .describe(
      'With `item`: at most one point per step, the last one; in seconds, or like `30m`, `6h`, `7d`. By default every recorded refresh, or as many as give 2,000 points.',
    ),
  limit: integer(1, 500).default(100).describe('Without `item`: maximum number of items, best peak first.'),
})
export const listAtRequest = z.object({
  time: moment.describe('The time, in epoch milliseconds or ISO 8601 with its zone.'),
})
export const listChangesRequest = z.object({
  since: moment.describe('The time since which changes are told, in epoch milliseconds or ISO 8601 with its zone.'),
})

/** The best rank, when it was first reached, and the heat then. */
const peak = z.strictObject({ rank: z.int().min(1), at: time, hot: z.number().nullable() })

const historyPoint = record('HistoryPoint', 'Where an item stood at a refresh.', {
  at: time,
  rank: z.int().min(1).nullable().describe('Null: it had left the list.'),
  hot: z.number().nullable().describe('Null: the list gave no heat.'),
})

const identity = { id: text, title: text, url: z.url() }
const summary = { firstSeen: time, lastSeen: time, peak }

const historyItem = record(
  'HistoryItem',
  'An item with the first and last refresh of the span that had it, and its peak.',
  { ...identity, ...summary },
)
export type HistoryItemAnswer = z.infer<typeof historyItem>

/** As requested: from 1970 on. */
const since1970 = count
const span = { ...envelope, source: text, from: since1970, to: since1970 }

export const historyAnswer = named(
  'HistoryAnswer',
  'The history of an item, or the items of a span. First and last time and peak are those within the span.',
  z.union([
    z.strictObject({
      ...span,
      step: z.int().positive().optional(),
      item: z.strictObject(identity),
      points: z.array(historyPoint),
      count,
      ...summary,
    }),
    z.strictObject({ ...span, items: z.array(historyItem), count, total: count }),
  ]),
)
export type HistoryAnswer = z.infer<typeof historyAnswer>

export const listAtAnswer = record('ListAtAnswer', 'A list as it stood.', {
  ...envelope,
  source: text,
  updatedAt: time.describe('When the site gave it.'),
  data: z.array(item),
  count,
})
export type ListAtAnswer = z.infer<typeof listAtAnswer>

const movedItem = record('MovedItem', 'An item whose rank changed.', {
  ...item.shape,
  before: z.int().min(1).describe('Its rank before.'),
})

export const listChangesAnswer = record('ListChangesAnswer', 'What changed in a list.', {
  ...envelope,
  source: text,
  since: since1970.describe('The refresh that is compared: the last one at that time, or the first one recorded.'),
  updatedAt: time.describe('The last refresh.'),
  appeared: z.array(item),
  left: z.array(item).describe('Items no longer on the list, with the rank and heat of then.'),
  moved: z.array(movedItem).describe('Items with another rank.'),
})
export type ListChangesAnswer = z.infer<typeof listChangesAnswer>

export const risersRequest = z.object({
  window: timeWindow.default('1h').describe('Ranks are compared with those so long ago.'),
  limit: integer(1, 100).default(20).describe('Maximum number of items.'),
})

export const riser = record('Riser', 'An item that gained ranks, and its list.', {
  ...foundItem.shape,
  since: time.describe('The refresh that is compared: the last one before the window, or the first one recorded.'),
  before: z
    .int()
    .min(1)
    .nullable()
    .describe('Its rank then; null if it was not on the list, which counts as below the last one.'),
  gained: count.describe('Ranks gained since then.'),
})
export type Riser = z.infer<typeof riser>

export const risersAnswer = record(
  'RisersAnswer',
  'The items that gained most ranks, of all enabled lists of type `hottest` refreshed in the window.',
  {
    ...envelope,
    window: count.describe('In seconds.'),
    risers: z.array(riser),
    count,
    total: count.describe('Number of items that gained ranks.'),
  },
)
export type RisersAnswer = z.infer<typeof risersAnswer>
