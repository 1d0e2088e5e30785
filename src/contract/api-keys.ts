// The wire of API keys that administrators make and revoke.
import { z } from 'zod'
import { line } from './fields.ts'
import { envelope } from './monitoring.ts'
import { count, fields, record } from './schemas.ts'

/** Maximum number of keys made over the API. */
export const maxApiKeys = 1_000

export const apiKeyRequest = fields('ApiKeyRequest', 'A key to make.', {
  name: line(1, 32).describe('The owner of the key; names are unique.'),
  rate: line(1, 32)
    .optional()
    .describe('The rate limit of the key, like `600/min`; without one the general limits apply.'),
})
export const apiKeyToRevoke = z.object({ name: line(1, 32).describe('The owner of the key.') })

export const apiKey = record('ApiKey', 'An API key without its secret.', {
  name: z.string(),
  rate: z.string().optional().describe('Its rate limit; without one the general limits apply.'),
  since: count.optional().describe('When it was made, in epoch milliseconds. Absent for keys of `API_KEYS`.'),
  from: z.enum(['settings', 'api']).describe('Whether it is from `API_KEYS` or was made over the API.'),
})
export type ApiKeyRecord = z.infer<typeof apiKey>

export const apiKeysResponse = record(
  'ApiKeysAnswer',
  'All keys without their secrets; after a key was made also its secret.',
  {
    ...envelope,
    required: z.boolean().describe('Whether requests need a key: `API_KEYS` has one, or `REQUIRE_KEY` is on.'),
    keys: z.array(apiKey),
    total: count,
    made: z
      .strictObject({ name: z.string(), key: z.string() })
      .optional()
      .describe('The new key. It cannot be read again.'),
  },
)
export type ApiKeysResponse = z.infer<typeof apiKeysResponse>
