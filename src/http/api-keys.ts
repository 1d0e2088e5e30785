// API keys: how one is made, how it is kept as a hash, and whose key it is that a request carries.
import { createHash } from 'node:crypto'
import { type Rate, rateForm, readRate } from './rates.ts'

/** Whom a key was made for. */
export interface ApiKey {
  readonly name: string
  /** How often it may ask; what holds for everybody, if it says nothing of its own. */
  readonly rate: Rate | undefined
}

/** A key with what tells it. */
export interface HashedKey extends ApiKey {
  readonly hash: string
}

/** What every key begins with, so that people and scanners for leaked secrets know one when they see it. */
const prefix = 'trawl_'

/** How many bytes of chance are in a key. */
export const keyBytes = 32

const keyLength = prefix.length + Math.ceil((keyBytes * 4) / 3)

/** A key of `keyBytes` bytes of chance. */
export function keyOf(chance: Uint8Array): string {
  return prefix + Buffer.from(chance).toString('base64url')
}

/**
 * What is kept of a key. A plain, quick hash is right here: slow ones and salts protect what people think up, and nobody tries
 * out 32 bytes of chance.
 */
export function keyHashOf(key: string): string {
  return `sha256-${createHash('sha256').update(key).digest('base64url')}`
}

/** How names of keys may be. */
export const keyNameForm = '1 to 32 letters, digits, ., _ or -'

/** Is it a name for a key? */
export function isKeyName(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,32}$/.test(text)
}

function isHash(text: string): boolean {
  const [, digest = ''] = /^sha256-([\w-]{43})$/.exec(text) ?? []
  return digest !== '' && Buffer.from(digest, 'base64url').toString('base64url') === digest
}

/** Entries are named by their place only: what somebody put where a name belongs may be a key. */
function readEntry(text: string, at: number): HashedKey {
  const entry = `entry ${at + 1}`
  const [, name = '', hash = '', rateText] = /^([^:]*):([^@]*)(?:@(.*))?$/.exec(text) ?? []
  if (!isHash(hash)) {
    throw new Error(
      `${entry} must be NAME:HASH or NAME:HASH@600/min; keys are kept as hashes, npm run key -- NAME makes one`,
    )
  }
  if (!isKeyName(name)) throw new Error(`${entry} must begin with a name of ${keyNameForm}`)
  const rate = rateText === undefined ? undefined : readRate(rateText)
  if (rateText !== undefined && rate === undefined) throw new Error(`${entry} must end in ${rateForm} after its @`)
  return { name, hash, rate }
}

/**
 * Reads keys as `API_KEYS` has them: `NAME:HASH` or `NAME:HASH@600/min`, with commas or blanks between.
 * @throws Error with a sentence for an entry that cannot be taken, or for a name or a key that stands there twice.
 */
export function readKeys(text: string): readonly HashedKey[] {
  const keys = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(readEntry)
  // Who lists keys and means some that are not there would let in everybody.
  if (keys.length === 0 && text.trim() !== '') throw new Error('lists no key; leave it out to let everybody ask')
  for (const [at, key] of keys.entries()) {
    const earlier = keys.slice(0, at)
    if (earlier.some(({ name }) => name === key.name))
      throw new Error(`entry ${at + 1} has the name of an earlier one; give each key its own`)
    if (earlier.some(({ hash }) => hash === key.hash))
      throw new Error(`entry ${at + 1} has the key of an earlier one; npm run key -- NAME makes another`)
  }
  return keys
}

/** Whose key a text is; undefined for what is no key of ours. */
type KeyTest = (sent: string) => ApiKey | undefined

/** Makes the test. What it looks up is a hash, so that the time it takes says nothing of the keys there are. */
export function createKeyTest(keys: readonly HashedKey[]): KeyTest {
  const byHash = new Map(keys.map(({ hash, name, rate }) => [hash, { name, rate }]))
  return (sent) => {
    const mayBeKey = byHash.size > 0 && sent.length === keyLength && sent.startsWith(prefix)
    return mayBeKey ? byHash.get(keyHashOf(sent)) : undefined
  }
}
