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

export const checkItem = z
  .object(
    {
      disk_type: textUpTo(maxTypeLength).describe(
        'The cloud according to the caller, repeated in the answer. The address decides.',
      ),
      url: z
        .string({ error: urlAllowed })
        .min(1, urlAllowed)
        .max(maxUrlLength, urlAllowed)
        .describe('The address of the share. Only known clouds are ever asked.'),
      password: textUpTo(maxPasswordLength).describe('The access code, if it is not in the address.'),
    },
    { error: 'must be an object with a url' },
  )
  .register(z.globalRegistry, { id: 'CheckItem', description: 'A link to check.' })
/** A link to check. `disk_type` and `password` are empty if not sent. */
export type CheckItem = z.output<typeof checkItem>

/** A request to check links; unknown fields such as `view_token` are ignored. */
export const checkRequest = z
  .object({
    items: z
      .array(checkItem, { error: itemsAllowed })
      .min(1, itemsAllowed)
      .max(maxItems, itemsAllowed)
      .describe('The links; results are in the same order.'),
  })
  .register(z.globalRegistry, { id: 'CheckRequest', description: 'Links to check. Other fields are ignored.' })

const millis = z.int().nonnegative()

const checkResult = z
  .strictObject({
    disk_type: z.string().describe('The `disk_type` of the request, or else the cloud of the link.'),
    url: z.string().describe('The address as sent.'),
    normalized_url: z.string().describe('The canonical address; empty if it is not a share.'),
    state: z
      .enum(['ok', 'bad', 'locked', 'unsupported', 'uncertain'])
      .describe(
        'Available (`ok`), gone (`bad`), access code missing or wrong (`locked`), no check for this link (`unsupported`), or undecided (`uncertain`).',
      ),
    cache_hit: z.boolean().describe('Whether the result was cached.'),
    checked_at: millis.describe('When the link was checked, in epoch milliseconds.'),
    expires_at: millis.describe('When the result expires, in epoch milliseconds.'),
    summary: z.string().min(1).describe('A description for users.'),
  })
  .register(z.globalRegistry, { id: 'CheckResult', description: 'The result for one link.' })
export type CheckResult = z.infer<typeof checkResult>

/** The answer: one result per item, in request order. */
export const checkResponse = z
  .strictObject({ results: z.array(checkResult) })
  .register(z.globalRegistry, { id: 'CheckResponse', description: 'One result per link, in request order.' })
export type CheckResponse = z.infer<typeof checkResponse>
