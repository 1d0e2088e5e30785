// The wire of the DailyHotApi-compatible endpoints: schemas of requests and answers.
import { z } from 'zod'
import { booleanField, flag, wireForms } from './fields.ts'

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
  limit: z.preprocess(unlessBlank, atLeastOne.optional()).register(wireForms, { type: 'integer', minimum: 1 }),
  rss: booleanField,
  /** `false` forces a new request to the site. */
  cache: z.preprocess(unlessBlank, flag.default(true)).register(wireForms, { type: 'boolean', default: true }),
  type: word,
  area: word,
  range: word,
  sort: word,
  game: word,
  province: word,
  month: word,
  day: word,
})
export type DailyHotRequest = z.output<typeof dailyHotRequest>

const text = z.string().min(1)

/** An item of a list. `desc` is a summary, `cover` any image, `timestamp` is in epoch milliseconds. */
export const dailyHotItem = z.strictObject({
  id: text,
  title: text,
  cover: z.url().optional(),
  desc: text.optional(),
  hot: z.number().optional(),
  timestamp: z.int().optional(),
  url: z.url(),
  mobileUrl: z.url(),
})
export type DailyHotItem = z.infer<typeof dailyHotItem>

/** The additional parameters of a list, each with its values and their labels. */
const params = z.record(text, z.strictObject({ name: text, type: z.record(z.string(), text) }))

/** A list. `updateTime` is when the upstream returned it; `message` says why it is stale or incomplete. */
export const dailyHotList = z.strictObject({
  code: z.literal(200),
  name: text,
  title: text,
  type: text,
  params: params.optional(),
  link: z.url(),
  total: z.int().nonnegative(),
  updateTime: z.iso.datetime(),
  fromCache: z.boolean(),
  message: text.optional(),
  data: z.array(dailyHotItem),
})
export type DailyHotList = z.infer<typeof dailyHotList>

const route = z.union([z.strictObject({ name: text, path: text }), z.strictObject({ name: text, message: text })])

/** The answer of `/all`: all lists, with a message for those that are disabled. */
export const dailyHotRoutes = z.strictObject({
  code: z.literal(200),
  count: z.int().nonnegative(),
  routes: z.array(route),
})
export type DailyHotRoutes = z.infer<typeof dailyHotRoutes>

export const dailyHotError = z.strictObject({ code: z.int().min(400).max(599), message: text })
