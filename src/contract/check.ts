// The wire of link checks: what is asked about shares, and what is answered.
import { z } from 'zod'
import { wireForms } from './fields.ts'

const most = 256
const mostUrl = 2_048
const mostType = 40
const mostPassword = 100

const itemsAllowed = `must be an array of 1 to ${most} items`
const urlAllowed = `must be a string of 1 to ${mostUrl} characters`

/** A text that may be missing, which is the same as empty; some clients send null. */
function textUpTo(longest: number) {
  const error = `must be a string of at most ${longest} characters`
  return z
    .string({ error })
    .max(longest, error)
    .nullish()
    .transform((text) => text ?? '')
    .register(wireForms, { type: 'string', maxLength: longest })
}

/** A link that is to be checked, as it is sent. */
export const checkItem = z.object(
  {
    disk_type: textUpTo(mostType),
    url: z.string({ error: urlAllowed }).min(1, urlAllowed).max(mostUrl, urlAllowed),
    password: textUpTo(mostPassword),
  },
  { error: 'must be an object with a url' },
)
/** A link that is to be checked. `disk_type` and `password` are empty when they were not sent. */
export type CheckItem = z.output<typeof checkItem>

/** A request to check links; fields it does not name are ignored, `view_token` among them. */
export const checkRequest = z.object({
  items: z.array(checkItem, { error: itemsAllowed }).min(1, itemsAllowed).max(most, itemsAllowed),
})

const millis = z.int().nonnegative()

/** What is known of one link, as answers have it. */
export const checkResult = z.strictObject({
  disk_type: z.string(),
  url: z.string(),
  /** The canonical address, `''` when there is none. */
  normalized_url: z.string(),
  state: z.enum(['ok', 'bad', 'locked', 'unsupported', 'uncertain']),
  cache_hit: z.boolean(),
  /** When the cloud said so, in epoch milliseconds. */
  checked_at: millis,
  /** Until when this may be believed, in epoch milliseconds. */
  expires_at: millis,
  summary: z.string().min(1),
})
/** What is known of one link. */
export type CheckResult = z.infer<typeof checkResult>

/** The answer to a request: a result for each item, in their order. */
export const checkResponse = z.strictObject({ results: z.array(checkResult) })
export type CheckResponse = z.infer<typeof checkResponse>
