// The wire of the DailyHotApi-compatible endpoints: schemas of requests and answers.
import { z } from 'zod'
import { booleanField, flag, wireForms } from './fields.ts'
import { count, record, text } from './schemas.ts'

/** Treats a blank text as not set. */
function unlessBlank(sent: unknown): unknown {
  return typeof sent === 'string' && sent.trim() === '' ? undefined : sent
}

const limitAllowed = 'must be a whole number from 1 up'
/** Numbers larger than any list mean the whole list. */
const atLeastOne = z
  .string({ error: limitAllowed })
  .trim()
  .regex(/^0*[1-9]\d*$/, limitAllowed)
  .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))

const word = z
  .string({ error: 'must be sent once' })
  .trim()
  .transform((sent) => sent || undefined)
  .optional()

/** Parameters of a list. The first three apply to all lists; each of the others selects a variant of some lists and is ignored by the rest. */
export const dailyHotRequest = z.object({
  limit: z
    .preprocess(unlessBlank, atLeastOne.optional())
    .register(wireForms, { type: 'integer', minimum: 1 })
    .describe('Maximum number of items.'),
  rss: booleanField.describe('As an RSS 2.0 feed.'),
  cache: z
    .preprocess(unlessBlank, flag.default(true))
    .register(wireForms, { type: 'boolean', default: true })
    .describe('`false`: ask the site anew, whatever is kept.'),
  type: word.describe(
    'Which of its lists; `params` of an answer has the values. Of lists that are several under one name; others ignore it.',
  ),
  area: word.describe('For nytimes: the same as `type`.'),
  range: word.describe('For acfun: the period of the ranking.'),
  sort: word.describe('For hellogithub: the order.'),
  game: word.describe('For miyoushe: the game.'),
  province: word.describe('For weatheralarm: the province.'),
  month: word.describe('For history, which only has today.'),
  day: word.describe('For history, which only has today.'),
})
export type DailyHotRequest = z.output<typeof dailyHotRequest>

const dailyHotItem = record('DailyHotItem', 'An item in the shape of DailyHotApi.', {
  id: text,
  title: text,
  cover: z.url().optional().describe('An image: a cover, or a label.'),
  desc: text.optional().describe('A summary.'),
  hot: z.number().optional().describe('Its popularity, in the unit of the site.'),
  timestamp: z.int().optional().describe('When it was published, in epoch milliseconds.'),
  url: z.url(),
  mobileUrl: z.url().describe('Its address for phones.'),
})
export type DailyHotItem = z.infer<typeof dailyHotItem>

/** The additional parameters of a list, each with its values and their labels. */
const params = z.record(text, z.strictObject({ name: text, type: z.record(z.string(), text) }))

export const dailyHotList = record('DailyHotList', 'A list in the shape of DailyHotApi.', {
  code: z.literal(200),
  name: text.describe('The name as requested.'),
  title: text.describe('The name of the site.'),
  type: text.describe('Distinguishes it from other lists of the site.'),
  params: params.optional().describe('Parameters that select another list under this name, each with its values.'),
  link: z.url().describe('The web page of the list.'),
  total: count.describe('Number of items returned.'),
  updateTime: z.iso.datetime().describe('When the site returned the list.'),
  fromCache: z.boolean().describe('Whether it is from the cache.'),
  message: text.optional().describe('Why the list is stale or incomplete.'),
  data: z.array(dailyHotItem),
})
export type DailyHotList = z.infer<typeof dailyHotList>

const route = z.union([z.strictObject({ name: text, path: text }), z.strictObject({ name: text, message: text })])

export const dailyHotRoutesAnswer = record('DailyHotRoutes', 'All lists in the shape of DailyHotApi.', {
  code: z.literal(200),
  count: count.describe('Number of lists.'),
  routes: z.array(route).describe('Each with its path, or with the reason why it is disabled.'),
})
export type DailyHotRoutes = z.infer<typeof dailyHotRoutesAnswer>

export const dailyHotError = record('PlainError', 'An error.', {
  code: z.int().min(400).max(599).describe('The status.'),
  message: text.describe('The error, and what is allowed.'),
})
