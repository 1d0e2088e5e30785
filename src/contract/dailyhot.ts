// The wire of DailyHotApi, as its page and tools ask for lists: what they send, and what they are told.
import { z } from 'zod'
import { flag, wireForms, yesOrNo } from './fields.ts'

/** Empty is the same as missing. */
function unlessBlank(sent: unknown): unknown {
  return typeof sent === 'string' && sent.trim() === '' ? undefined : sent
}

const limitAllowed = 'must be a whole number from 1 up'
/** Whatever is larger than any list means all of it. */
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

/** Parameters of a list. All lists take the first three; of the others each takes those that choose among its own, and ignores the rest. */
export const dailyHotRequest = z.object({
  /** How many; one that is larger than the list cuts nothing off. */
  limit: z.preprocess(unlessBlank, atLeastOne.optional()).register(wireForms, { type: 'integer', minimum: 1 }),
  rss: yesOrNo,
  /** `false`: whoever asks wants the list asked anew. */
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

/** An entry of a list. `desc` is a summary or a few words, `cover` any picture it comes with, `timestamp` in epoch milliseconds. */
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

/** What may be sent with a list besides: each parameter with its values and what they mean. */
const params = z.record(text, z.strictObject({ name: text, type: z.record(z.string(), text) }))

/** A list. `updateTime` is when the upstream gave it; `message` says why it is an old one, or not whole. */
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

/** Answer of `/all`: every list there is, and why one cannot be asked. */
export const dailyHotRoutes = z.strictObject({
  code: z.literal(200),
  count: z.int().nonnegative(),
  routes: z.array(route),
})
export type DailyHotRoutes = z.infer<typeof dailyHotRoutes>

/** The body of an error on these paths. */
export const dailyHotError = z.strictObject({ code: z.int().min(400).max(599), message: text })
