// API keys: generating, hashing for storage, and verifying.
import { createHash } from 'node:crypto'
import { parseRate, rateFormat } from '../access/rate-limits.ts'

/** A key as stored, its owner, and its own rate limit; without one the general limits apply. */
export type HashedKey = ReturnType<typeof parseEntry>

/** Prefix of every key, so that people and scanners for leaked secrets recognise one. */
const prefix = 'trawl_'

export const keyBytes = 32

const keyLength = prefix.length + Math.ceil((keyBytes * 4) / 3)

export function encodeKey(randomBytes: Uint8Array): string {
  return prefix + Buffer.from(randomBytes).toString('base64url')
}

/**
 * The hash stored in place of a key. A plain fast hash is sufficient: slow hashes and salts protect passwords that people choose, but
 * 32 random bytes cannot be guessed.
 */
export function hashKey(key: string): string {
  return `sha256-${createHash('sha256').update(key).digest('base64url')}`
}

/** Allowed form of key names, for error messages. */
export const keyNameFormat = '1 to 32 letters, digits, ., _ or -'

export function isKeyName(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,32}$/.test(text)
}

function isHash(text: string): boolean {
  const [, digest = ''] = /^sha256-([\w-]{43})$/.exec(text) ?? []
  return digest !== '' && Buffer.from(digest, 'base64url').toString('base64url') === digest
}

/** Errors name entries by position only: a misplaced key could stand where the name belongs. */
function parseEntry(text: string, at: number) {
  const entry = `entry ${at + 1}`
  const [, name = '', hash = '', rateText] = /^([^:]*):([^@]*)(?:@(.*))?$/.exec(text) ?? []
  if (!isHash(hash)) {
    throw new Error(
      `${entry} must be NAME:HASH or NAME:HASH@600/min; only hashes of keys are stored; trawl key NAME creates one`,
    )
  }
  if (!isKeyName(name)) throw new Error(`${entry} must begin with a name of ${keyNameFormat}`)
  const rate = rateText === undefined ? undefined : parseRate(rateText)
  if (rateText !== undefined && rate === undefined) throw new Error(`${entry} must end in ${rateFormat} after its @`)
  return { name, hash, rate, rateText }
}

/**
 * Parses `API_KEYS`: entries `NAME:HASH` or `NAME:HASH@600/min`, separated by commas or white space.
 * @throws Error with a user-readable message for an invalid entry or a duplicate name or key.
 */
export function parseKeys(text: string): readonly HashedKey[] {
  const keys = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseEntry)
  // A setting without a single key is a mistake; ignoring it would let in everybody.
  if (keys.length === 0 && text.trim() !== '') throw new Error('lists no key; leave it out to let everybody ask')
  for (const [at, key] of keys.entries()) {
    const earlier = keys.slice(0, at)
    if (earlier.some(({ name }) => name === key.name))
      throw new Error(`entry ${at + 1} has the same name as an earlier entry; names must be unique`)
    if (earlier.some(({ hash }) => hash === key.hash))
      throw new Error(`entry ${at + 1} has the same key as an earlier entry; trawl key NAME creates another`)
  }
  return keys
}

/**
 * Creates the function that returns the owner of a key; undefined if it is not one of ours. It looks up a hash, so that the time taken reveals
 * nothing about the keys.
 */
export function createKeyVerifier(keys: readonly Omit<HashedKey, 'rateText'>[]) {
  const byHash = new Map(keys.map(({ hash, name, rate }) => [hash, { name, rate }]))
  return (credential: string) => {
    const mayBeKey = byHash.size > 0 && credential.length === keyLength && credential.startsWith(prefix)
    return mayBeKey ? byHash.get(hashKey(credential)) : undefined
  }
}
