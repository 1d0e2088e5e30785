// The wire of `/api/v1/trends`: stories that several platforms report.
import { z } from 'zod'
import { integer, someOf } from './fields.ts'
import { columns } from './hotlist.ts'
import { count, envelope, time } from './monitoring.ts'
import { timeWindow } from './time-windows.ts'

export const trendsRequest = z.object({
  window: timeWindow.default('24h'),
  column: someOf(columns),
  limit: integer(1, 100).default(20),
})
export type TrendsRequest = z.output<typeof trendsRequest>

const text = z.string().min(1)

/** `source` is the id of its list. */
const storyItem = z.strictObject({
  source: text,
  id: text,
  title: text,
  url: z.url(),
  rank: z.int().min(1),
  hot: z.number().optional(),
})

/** A piece of the titles that several items have in common. */
const storyWord = z.strictObject({ word: text, weight: z.number().min(0) })

/** The same event on lists of at least two platforms. */
export const trendStory = z.strictObject({
  id: text,
  title: text,
  items: z.array(storyItem),
  platforms: z.int().min(2),
  score: z.number().min(0),
  firstSeen: time,
  firstSource: text,
  why: z.array(storyWord),
})
export type TrendStory = z.infer<typeof trendStory>

/** `window` is in seconds; of `total` stories the first `count`. */
export const trendsAnswer = z.strictObject({
  ...envelope,
  window: count,
  count,
  total: count,
  stories: z.array(trendStory),
})
export type TrendsAnswer = z.infer<typeof trendsAnswer>
