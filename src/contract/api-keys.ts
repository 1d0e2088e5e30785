// The wire of API keys that administrators make and revoke.
import { z } from 'zod'
import { line } from './fields.ts'
import { count, envelope } from './monitoring.ts'

/** Maximum number of keys made over the API. */
export const maxApiKeys = 1_000

export const apiKeyRequest = z
  .object({
    name: line(1, 32).describe('The owner of the key; names are unique.'),
    rate: line(1, 32)
      .optional()
      .describe('The rate limit of the key, like `600/min`; without one the general limits apply.'),
  })
  .register(z.globalRegistry, { id: 'ApiKeyRequest', description: 'A key to make.' })
export const apiKeyToRevoke = z.object({ name: line(1, 32).describe('The owner of the key.') })

export const apiKey = z
  .strictObject({
    name: z.string(),
    rate: z.string().optional().describe('Its rate limit; without one the general limits apply.'),
    since: z
      .int()
      .nonnegative()
      .optional()
      .describe('When it was made, in epoch milliseconds. Absent for keys of `API_KEYS`.'),
    from: z.enum(['settings', 'api']).describe('Whether it is from `API_KEYS` or was made over the API.'),
  })
  .register(z.globalRegistry, { id: 'ApiKey', description: 'An API key without its secret.' })
export type ApiKeyRecord = z.infer<typeof apiKey>

/** All keys without their secrets; after a new one was made also its secret, which cannot be read again. */
export const apiKeysResponse = z
  .strictObject({
    ...envelope,
    required: z.boolean().describe('Whether requests need a key: `API_KEYS` has one, or `REQUIRE_KEY` is on.'),
    keys: z.array(apiKey),
    total: count,
    made: z
      .strictObject({ name: z.string(), key: z.string() })
      .optional()
      .describe('The new key. It cannot be read again.'),
  })
  .register(z.globalRegistry, {
    id: 'ApiKeysAnswer',
    description: 'All keys without their secrets; after a key was made also its secret.',
  })
export type ApiKeysResponse = z.infer<typeof apiKeysResponse>
