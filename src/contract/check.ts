// The wire of link checks: schemas of requests and answers.
import { z } from 'zod'
import { wireForms } from './fields.ts'

const maxItems = 256
const maxUrlLength = 2_048
const maxTypeLength = 40
const maxPasswordLength = 100

const itemsAllowed = `must be an array of 1 to ${maxItems} items`
const urlAllowed = `must be a string of 1 to ${maxUrlLength} characters`

/** An optional text, empty by default; some clients send null. */
function textUpTo(longest: number) {
  const error = `must be a string of at most ${longest} characters`
  return z
    .string({ error })
    .max(longest, error)
    .nullish()
    .transform((text) => text ?? '')
    .register(wireForms, { type: 'string', maxLength: longest })
}

export const checkItem = z.object(
  {
    disk_type: textUpTo(maxTypeLength),
    url: z.string({ error: urlAllowed }).min(1, urlAllowed).max(maxUrlLength, urlAllowed),
    password: textUpTo(maxPasswordLength),
  },
  { error: 'must be an object with a url' },
)
/** A link to check. `disk_type` and `password` are empty if not sent. */
export type CheckItem = z.output<typeof checkItem>

/** A request to check links; unknown fields such as `view_token` are ignored. */
export const checkRequest = z.object({
  items: z.array(checkItem, { error: itemsAllowed }).min(1, itemsAllowed).max(maxItems, itemsAllowed),
})

const millis = z.int().nonnegative()

export const checkResult = z.strictObject({
  disk_type: z.string(),
  url: z.string(),
  /** The canonical address, `''` if it is not a share. */
  normalized_url: z.string(),
  state: z.enum(['ok', 'bad', 'locked', 'unsupported', 'uncertain']),
  cache_hit: z.boolean(),
  /** When the cloud answered, in epoch milliseconds. */
  checked_at: millis,
  /** When the result expires, in epoch milliseconds. */
  expires_at: millis,
  summary: z.string().min(1),
})
export type CheckResult = z.infer<typeof checkResult>

/** The answer: one result per item, in request order. */
export const checkResponse = z.strictObject({ results: z.array(checkResult) })
export type CheckResponse = z.infer<typeof checkResponse>
