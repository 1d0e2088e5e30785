// The wire of watches: words that are watched in hot lists, in the archive and in repeated searches, and what was found.
import { z } from 'zod'
import { cloudTypes } from './cloud-types.ts'
import { bounded, duration, integer, line, list, listForm, moment, someOf, wireForms } from './fields.ts'
import { columns } from './hotlist.ts'
import { count, envelope, time } from './monitoring.ts'
import { parseQuietHours, quietHoursForm } from './quiet-hours.ts'
import { parseWatchedWords, watchedWordsForm } from './watched-words.ts'

/** Where words can be watched. */
const watchAreas = ['lists', 'archive', 'search'] as const

export const maxWatches = 20
const maxNamedLists = 10

const watchedWords = line(1, 200).refine((text) => parseWatchedWords(text) !== undefined, {
  error: `must be ${watchedWordsForm}`,
})
const quietHours = line(1, 60).refine((text) => parseQuietHours(text) !== undefined, {
  error: `must be ${quietHoursForm}`,
})
function names(most: number) {
  return list
    .pipe(bounded(100))
    .refine((entries) => entries.length <= most, { error: `must have at most ${most} entries` })
    .register(wireForms, listForm(100, most))
}

/** What a watch is declared with, in a file and over the API. */
export const watchRequest = z.object({
  words: watchedWords,
  in: someOf(watchAreas).transform((places) => places ?? ['lists' as const]),
  lists: names(maxNamedLists).optional(),
  columns: someOf(columns),
  clouds: someOf(cloudTypes),
  every: duration(15 * 60, 7 * 24 * 60 * 60).default(60 * 60),
  notify: names(10).default([]),
  maxPerHour: integer(1, 60).default(12),
  digest: duration(0, 24 * 60 * 60).default(0),
  quietHours: quietHours.optional(),
  muted: names(100).default([]),
})
export type WatchRequest = z.output<typeof watchRequest>

export const watchEventsRequest = z.object({ since: moment.optional(), limit: integer(1, 200).default(50) })

/** `token`: of the feed's address, in place of a key. */
export const watchFeedRequest = z.object({ token: line(1, 100).optional() })

const text = z.string().min(1)
const watchName = { name: text }

/** A watch. `every` and `digest` are in seconds. */
export const watchRecord = z.strictObject({
  ...watchName,
  words: text,
  in: z.array(z.enum(watchAreas)).min(1),
  lists: z.array(text).optional(),
  columns: z.array(z.enum(columns)).optional(),
  clouds: z.array(z.enum(cloudTypes)).optional(),
  every: z.int().positive(),
  notify: z.array(text),
  maxPerHour: z.int().positive(),
  digest: count,
  quietHours: text.optional(),
  muted: z.array(text),
  from: z.enum(['file', 'api']),
  /** Whether the caller may change it. */
  editable: z.boolean(),
  /** For the owner: whether its feed has an address with a token. */
  hasFeedToken: z.boolean().optional(),
})
export type WatchRecord = z.infer<typeof watchRecord>

/** How a message about an event ended, by the name of the notifier. */
const delivery = z.strictObject({
  state: z.enum(['pending', 'sent', 'failed']),
  at: time.optional(),
  detail: z.string().optional(),
})

/** Something that a watch found. `initial`: it was there when the watch began, so nobody was notified. */
export const watchEvent = z.strictObject({
  id: text,
  watch: text,
  at: time,
  in: z.enum(watchAreas),
  title: text,
  url: text,
  /** The id of the list, or of the source of the share. */
  source: text,
  sourceName: text.optional(),
  cloud: z.enum(cloudTypes).optional(),
  password: text.optional(),
  initial: z.literal(true).optional(),
  deliveries: z.record(z.string(), delivery).optional(),
})
export type WatchEvent = z.infer<typeof watchEvent>

/** `notifiers`: those that the caller's watches may name. `editable`: whether the caller may declare watches. */
export const watchesAnswer = z.strictObject({
  ...envelope,
  watches: z.array(watchRecord),
  count,
  notifiers: z.array(text),
  editable: z.boolean(),
})
export type WatchesAnswer = z.infer<typeof watchesAnswer>

export const watchAnswer = z.strictObject({ ...envelope, watch: watchRecord })
export type WatchAnswer = z.infer<typeof watchAnswer>

/** `feedToken`: the `token` of the new address of the feed; only its digest is stored, so no other answer has it. */
export const watchFeedTokenAnswer = watchAnswer.extend({ feedToken: text })
export type WatchFeedTokenAnswer = z.infer<typeof watchFeedTokenAnswer>

/** The newest events, newest first; `total` counts all since `since`, without initial ones. `latest`: the time of the newest event, to pass as `since`. */
export const watchEventsAnswer = z.strictObject({
  ...envelope,
  events: z.array(watchEvent),
  count,
  total: count,
  latest: time.nullable(),
})
export type WatchEventsAnswer = z.infer<typeof watchEventsAnswer>
