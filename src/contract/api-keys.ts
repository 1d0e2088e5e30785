// The wire of API keys that administrators make and revoke.
import { z } from 'zod'
import { line } from './fields.ts'
import { count, envelope } from './monitoring.ts'

/** Maximum number of keys made over the API. */
export const maxApiKeys = 1_000

export const apiKeyRequest = z.object({ name: line(1, 32), rate: line(1, 32).optional() })
export const apiKeyToRevoke = z.object({ name: line(1, 32) })

export const apiKey = z.strictObject({
  name: z.string(),
  /** The key's own rate limit; absent: the general limits apply. */
  rate: z.string().optional(),
  /** When it was made, epoch milliseconds; absent for keys of the settings. */
  since: z.int().nonnegative().optional(),
  from: z.enum(['settings', 'api']),
})
export type ApiKeyRecord = z.infer<typeof apiKey>

/** All keys without their secrets; after a new one was made also its secret, which cannot be read again. */
export const apiKeysResponse = z.strictObject({
  ...envelope,
  /** Whether requests need a key. */
  required: z.boolean(),
  keys: z.array(apiKey),
  total: count,
  made: z.strictObject({ name: z.string(), key: z.string() }).optional(),
})
export type ApiKeysResponse = z.infer<typeof apiKeysResponse>
