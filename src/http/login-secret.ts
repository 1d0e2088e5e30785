// The secret that login tokens are signed with: the operator's, or one made here and kept over restarts.
import type { Logger } from '../log.ts'
import type { LoginRecords } from './logged-out.ts'

const recordName = 'login-secret.txt'
const leastLength = 32

/**
 * Reads `AUTH_JWT_SECRET`.
 * @throws Error with a sentence for one that could be guessed.
 */
export function readGivenSecret(text: string): string {
  if (text.length >= leastLength && new Set(text).size > 8) return text
  throw new Error(
    `must be at least ${leastLength} characters that nobody guesses; leave it out, and one is made and kept in DATA_DIR`,
  )
}

/** Undefined for what cannot be a secret that was made here; then another is made. */
function readKept(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString().trim()
  return /^[\w-]{43,}$/.test(text) ? text : undefined
}

interface SecretParts {
  readonly records: Pick<LoginRecords, 'readSurely' | 'write'>
  readonly log: Pick<Logger, 'warn'>
  /** Makes 32 bytes of chance or more, in base64url. */
  readonly newSecret: () => string
}

/**
 * The secret that is kept; one made now, and kept, where there is none. Of several replicas that make one at once the first is everybody's.
 * @throws (rejects) what `records` throws when there is one that cannot be read.
 */
export async function openLoginSecret({ records, log, newSecret }: SecretParts): Promise<string> {
  const kept = await records.readSurely(recordName, readKept)
  if (kept !== undefined) return kept
  const secret = newSecret()
  const written = await records.write(recordName, Buffer.from(secret))
  if (written === 'changed') return (await records.readSurely(recordName, readKept)) ?? secret
  if (written === 'unwritten') {
    log.warn('the secret of login tokens could not be written down: the next start logs everybody out')
  }
  return secret
}
