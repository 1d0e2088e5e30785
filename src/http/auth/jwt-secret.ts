// The secret that signs login tokens: configured, or generated and stored.
import type { SharedRecords } from '../../async/shared-record.ts'
import type { Logger } from '../../observability/log.ts'

const recordName = 'login-secret.txt'
const minLength = 32

/** Validates `AUTH_JWT_SECRET`. @throws Error with a user-readable message for a secret that could be guessed. */
export function validateSecret(text: string): string {
  if (text.length >= minLength && new Set(text).size > 8) return text
  throw new Error(
    `must be at least ${minLength} characters that nobody can guess; without it, one is generated and stored in DATA_DIR`,
  )
}

/** Undefined for anything that was not generated here; then a new secret is generated. */
function parseStored(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString().trim()
  return /^[\w-]{43,}$/.test(text) ? text : undefined
}

interface JwtSecretOptions {
  readonly records: Pick<SharedRecords, 'readWithFallback' | 'write'>
  readonly log: Pick<Logger, 'warn'>
  /** Generates 32 random bytes or more, in base64url. */
  readonly newSecret: () => string
}

/**
 * Returns the stored secret, or generates and stores one. If several replicas generate one at once, all use the first that is stored.
 * @throws (rejects) what `records` throws if there is one that cannot be read.
 */
export async function loadJwtSecret({ records, log, newSecret }: JwtSecretOptions): Promise<string> {
  const stored = await records.readWithFallback(recordName, parseStored)
  if (stored !== undefined) return stored
  const secret = newSecret()
  const written = await records.write(recordName, Buffer.from(secret))
  if (written === 'changed') return (await records.readWithFallback(recordName, parseStored)) ?? secret
  if (written === 'unwritten') {
    log.warn('the secret of login tokens could not be stored: the next start will log everybody out')
  }
  return secret
}
