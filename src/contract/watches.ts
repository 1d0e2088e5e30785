// The wire of watches: words that are watched in hot lists, in the archive and in repeated searches, and what was found.
import { z } from 'zod'
import { cloudTypes } from './cloud-types.ts'
import { columns } from './columns.ts'
import { dailyTimeForm, parseDailyTime } from './daily-time.ts'
import { bounded, duration, flag, integer, line, list, listForm, moment, someOf, wireForms } from './fields.ts'
import { envelope, time } from './monitoring.ts'
import { parseQuietHours, quietHoursForm } from './quiet-hours.ts'
import { count, named, record, text } from './schemas.ts'
import { parseWatchedWords, watchedWordsForm } from './watched-words.ts'

/** Where words can be watched. */
const watchAreas = ['lists', 'archive', 'search'] as const

export const maxWatches = 20
const maxNamedLists = 10

const watchedWords = line(0, 200).refine((text) => text === '' || parseWatchedWords(text) !== undefined, {
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

const dailyTime = line(1, 60).refine((text) => parseDailyTime(text) !== undefined, {
  error: `must be ${dailyTimeForm}`,
})

/** The declaration of a watch, in a file and over the API. */
const declaration = z.object({
  words: watchedWords
    .default('')
    .describe(
      'Words that must all appear, in a title or its summary. `|` separates up to five alternatives, `-word` excludes. Only a watch with `daily` may do without.',
    ),
  in: someOf(watchAreas)
    .transform((places) => places ?? ['lists' as const])
    .describe(
      'Where to look: `lists` (hot lists that are refreshed), `archive` (shares that are new in the archive), `search` (searches that are repeated). Default: `lists`.',
    ),
  lists: names(maxNamedLists)
    .optional()
    .describe('Ids of at most ten hot lists; they are kept fresh. Default: all lists that anybody looks at.'),
  columns: someOf(columns).describe('Only hot lists of these columns.'),
  clouds: someOf(cloudTypes).describe('Only shares of these clouds.'),
  every: duration(15 * 60, 7 * 24 * 60 * 60)
    .default(60 * 60)
    .describe('How often to search again, in seconds or like `6h`: from 15 minutes to a week.'),
  notify: names(10)
    .default([])
    .describe('Names of notifiers of the operator who are told; those available are in the list of watches.'),
  maxPerHour: integer(1, 60)
    .default(12)
    .describe('At most this many messages an hour to each notifier; later ones are joined.'),
  digest: duration(0, 24 * 60 * 60)
    .default(0)
    .describe('Collect what is found for this long before a message, in seconds or like `30m`.'),
  quietHours: quietHours
    .optional()
    .describe('No messages at these hours, like `23:00-08:00`, in Asia/Shanghai unless a time zone follows.'),
  daily: dailyTime
    .optional()
    .describe(
      'One message a day at this time, like `08:00`, in Asia/Shanghai unless a time zone follows, and no other: the digest of the last day (`GET /api/v1/digest`).',
    ),
  muted: names(100).default([]).describe('Words that hide what has them.'),
  fromEpisode: integer(1, 9_999)
    .optional()
    .describe(
      'Of shares only those whose title names this episode or a later one, each episode once, also if it was there at first: the caller knows the earlier ones.',
    ),
  living: flag.optional().describe('Of new shares only those that a check does not find dead.'),
})

export const watchRequest = named(
  'WatchRequest',
  'A watch to declare.',
  declaration.refine(({ words, daily }) => words !== '' || daily !== undefined, {
    path: ['words'],
    error: 'is missing: must be one string of 1 to 200 characters',
  }),
)
export type WatchRequest = z.output<typeof watchRequest>

export const watchEventsRequest = z.object({
  since: moment.optional().describe('Only events after this time.'),
  limit: integer(1, 200).default(50).describe('At most this many.'),
})

/** `token`: of the feed's address, in place of a key. */
export const watchFeedRequest = z.object({
  token: line(1, 100).optional().describe('That of the address which the owner made, in place of a key.'),
})

const watchName = { name: text }

const watchRecord = record('Watch', 'Words that are watched; `every` and `digest` are in seconds.', {
  ...watchName,
  words: z.string().describe('Empty for a watch with `daily` alone.'),
  in: z.array(z.enum(watchAreas)).min(1),
  lists: z.array(text).optional(),
  columns: z.array(z.enum(columns)).optional(),
  clouds: z.array(z.enum(cloudTypes)).optional(),
  every: z.int().positive(),
  notify: z.array(text),
  maxPerHour: z.int().positive(),
  digest: count,
  quietHours: text.optional(),
  daily: text.optional(),
  muted: z.array(text),
  fromEpisode: z.int().positive().optional(),
  living: z.boolean().optional(),
  from: z.enum(['file', 'api']).describe("Where it was declared: in the operator's file, or over the API."),
  editable: z.boolean().describe('Whether the caller may change it.'),
  hasFeedToken: z
    .boolean()
    .optional()
    .describe('For the owner: whether the feed has an address with a `token`; absent for others.'),
})
export type WatchRecord = z.infer<typeof watchRecord>

/** How a message about an event ended, by the name of the notifier. */
const delivery = z.strictObject({
  state: z.enum(['pending', 'sent', 'failed']),
  at: time.optional(),
  detail: z.string().optional(),
})

export const watchEvent = record('WatchEvent', 'Something that a watch found.', {
  id: text.describe('Stable; unique within the watch.'),
  watch: text,
  at: time.describe('When it was found, in epoch milliseconds.'),
  in: z.enum(watchAreas).describe('Where it was found.'),
  title: text,
  url: text,
  source: text.describe('The id of the hot list, or of the source of the share.'),
  sourceName: text.optional(),
  cloud: z.enum(cloudTypes).optional(),
  password: text.optional().describe('The access code of the share.'),
  initial: z.literal(true).optional().describe('It was there when the watch began; nobody was notified.'),
  deliveries: z.record(z.string(), delivery).optional().describe('Messages about it, by the name of the notifier.'),
})
export type WatchEvent = z.infer<typeof watchEvent>

export const watchesAnswer = record('WatchesAnswer', 'The watches of a caller.', {
  ...envelope,
  watches: z.array(watchRecord),
  count,
  notifiers: z.array(text).describe('Names that `notify` may have.'),
  editable: z.boolean().describe('Whether the caller may declare watches.'),
})
export type WatchesAnswer = z.infer<typeof watchesAnswer>

export const watchAnswer = record('WatchAnswer', 'A watch.', { ...envelope, watch: watchRecord })
export type WatchAnswer = z.infer<typeof watchAnswer>

export const watchFeedTokenAnswer = named(
  'WatchFeedTokenAnswer',
  'A watch whose feed has a new address.',
  watchAnswer.extend({
    feedToken: text.describe('The `token` of the address. No other answer has it: only its digest is stored.'),
  }),
)
export type WatchFeedTokenAnswer = z.infer<typeof watchFeedTokenAnswer>

export const watchEventsAnswer = record('WatchEventsAnswer', 'What watches found, newest first.', {
  ...envelope,
  events: z.array(watchEvent),
  count,
  total: count.describe('All matching events, without initial ones.'),
  latest: time.nullable().describe('The time of the newest event; null without any.'),
})
export type WatchEventsAnswer = z.infer<typeof watchEventsAnswer>
