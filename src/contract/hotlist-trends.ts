// The wire of `/api/v1/trends`: stories that several platforms report.
import { z } from 'zod'
import { columns } from './columns.ts'
import { integer, someOf, timeWindow } from './fields.ts'
import { envelope, time } from './monitoring.ts'
import { count, record, text } from './schemas.ts'

export const trendsRequest = z.object({
  window: timeWindow
    .default('24h')
    .describe(
      'Only stories that at least two platforms told within this time, by when the sites returned their lists.',
    ),
  column: someOf(columns).describe('Only stories with an item of a list of these groups.'),
  limit: integer(1, 100).default(20).describe('Maximum number of stories.'),
})
export type TrendsRequest = z.output<typeof trendsRequest>

/** `source` is the id of its list. */
const storyItem = z.strictObject({
  source: text,
  id: text,
  title: text,
  url: z.url(),
  rank: z.int().min(1),
  hot: z.number().optional(),
  enteredAt: time
    .optional()
    .describe('When its list had it first; absent where no earlier reading of the list is known.'),
})

/** A piece of the titles that several items have in common. */
const storyWord = z.strictObject({ word: text, weight: z.number().min(0) })

export const trendStory = record(
  'TrendStory',
  'The same event on lists of at least two platforms, joined by the words of the titles.',
  {
    id: text.describe('Stays the same while items come and go.'),
    title: text.describe('The title of the item that says most of what the items have in common.'),
    items: z.array(storyItem).describe('The items, the highest rank first; `source` is the id of their list.'),
    platforms: z.int().min(2).describe('Number of platforms; several lists of one site count once.'),
    score: z.number().min(0).describe('More platforms, higher ranks and a faster spread give more.'),
    firstSeen: time.describe('When one of its items was seen first, in epoch milliseconds.'),
    firstSource: text.describe('The id of the list with this item.'),
    enteredAt: time
      .optional()
      .describe('`firstSeen`, if that list was read before without the item; absent: the story may be older.'),
    why: z.array(storyWord).describe('The words that the items share, the heaviest first.'),
  },
)
export type TrendStory = z.infer<typeof trendStory>

export const trendsAnswer = record('TrendsAnswer', 'The stories, the highest score first.', {
  ...envelope,
  window: count.describe('The window in seconds.'),
  count: count.describe('Number of stories returned.'),
  total: count.describe('Number of stories within the window.'),
  stories: z.array(trendStory),
})
export type TrendsAnswer = z.infer<typeof trendsAnswer>
