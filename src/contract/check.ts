// The wire of link checks: schemas of requests and answers.
import { z } from 'zod'
import { wireForms } from './fields.ts'
import { count, fields, named, record, text } from './schemas.ts'

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

export const checkItem = named(
  'CheckItem',
  'A link to check.',
  z.object(
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
  ),
)
export type CheckItem = z.output<typeof checkItem>

export const checkRequest = fields('CheckRequest', 'Links to check. Other fields are ignored.', {
  items: z
    .array(checkItem, { error: itemsAllowed })
    .min(1, itemsAllowed)
    .max(maxItems, itemsAllowed)
    .describe('The links; results are in the same order.'),
})

const checkResult = record('CheckResult', 'The result for one link.', {
  disk_type: z.string().describe('The `disk_type` of the request, or else the cloud of the link.'),
  url: z.string().describe('The address as sent.'),
  normalized_url: z.string().describe('The canonical address; empty if it is not a share.'),
  state: z
    .enum(['ok', 'bad', 'locked', 'unsupported', 'uncertain'])
    .describe(
      'Available (`ok`), gone (`bad`), access code missing or wrong (`locked`), no check for this link (`unsupported`), or undecided (`uncertain`).',
    ),
  cache_hit: z.boolean().describe('Whether the result was cached.'),
  checked_at: count.describe('When the link was checked, in epoch milliseconds.'),
  expires_at: count.describe('When the result expires, in epoch milliseconds.'),
  summary: text.describe('A description for users.'),
})
export type CheckResult = z.infer<typeof checkResult>

export const checkResponse = record('CheckResponse', 'One result per link, in request order.', {
  results: z.array(checkResult),
})
export type CheckResponse = z.infer<typeof checkResponse>
