// API keys: their form, those of the settings, and those that administrators make over the API.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SharedRecords } from '../../async/shared-record.ts'
import { type ApiKeyRecord, maxApiKeys } from '../../contract/api-keys.ts'
import { parseRate, rateFormat } from '../access/rate-limits.ts'
import { badRequest, RequestError } from '../errors.ts'
import { createStoredValue } from '../stored-value.ts'

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

const apiKeysRecord = 'api-keys.json'

const saved = z.array(
  z.object({ name: z.string(), hash: z.string(), rate: z.string().optional(), since: z.int().nonnegative() }),
)
type SavedKey = z.infer<typeof saved>[number]

interface ApiKeyOptions {
  /** Keys of `API_KEYS`. */
  readonly configured: readonly HashedKey[]
  /** Whether requests need a key at the moment. */
  readonly isRequired: () => boolean
  readonly records: SharedRecords
  /** 32 random bytes for a new key. */
  readonly randomKey: () => Uint8Array
  readonly epochMs: () => number
}

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Creates the keys: those of the settings, and those made over the API, until stored ones are opened none. */
export function createApiKeys({ configured, isRequired, records, randomKey, epochMs }: ApiKeyOptions) {
  let verify = createKeyVerifier(configured)
  const stored = createStoredValue<readonly SavedKey[]>({
    name: apiKeysRecord,
    records,
    initial: [],
    parse: (json) => saved.parse(json),
    onChange(keys) {
      verify = createKeyVerifier([...keys.map(toHashedKey), ...configured])
    },
    notStored: 'keys: the change could not be saved and was not applied',
  })

  return {
    open: stored.open,
    isRequired,
    /** The owner of a key; undefined if it is not one of ours. */
    verify: (credential: string) => verify(credential),
    all: (): ApiKeyRecord[] => [
      ...configured.map(({ name, rateText: rate }) => ({ name, ...(rate && { rate }), from: 'settings' as const })),
      ...stored.get().map(({ name, rate, since }) => ({ name, ...(rate && { rate }), since, from: 'api' as const })),
    ],
    /** Makes a key and returns its secret, which is not stored. @throws (rejects) RequestError that names the parameter. */
    async make(name: string, rate?: string): Promise<string> {
      requireValid(name, rate)
      const key = encodeKey(randomKey())
      const made = { name, hash: hashKey(key), rate, since: epochMs() }
      await stored.change((keys) => withKey(configured, keys, made))
      return key
    },
    /** Revokes a key. @throws (rejects) RequestError 404 for an unknown name, 409 for a key of the settings. */
    revoke: (name: string) => stored.change((keys) => withoutKey(configured, keys, name)),
  }
}

function withKey(configured: readonly HashedKey[], made: readonly SavedKey[], key: SavedKey): SavedKey[] {
  if ([...configured, ...made].some(({ name }) => name === key.name))
    throw new RequestError(409, `name: there is a key named ${key.name}; names must be unique`)
  if (made.length >= maxApiKeys) throw badRequest('name', `is one too many: at most ${maxApiKeys} keys are allowed`)
  return [...made, key]
}

function withoutKey(configured: readonly HashedKey[], made: readonly SavedKey[], name: string): SavedKey[] {
  if (configured.some((key) => key.name === name))
    throw new RequestError(409, `name: ${name} is a key of API_KEYS; remove it there`)
  const next = made.filter((key) => key.name !== name)
  if (next.length === made.length) throw new RequestError(404, `name: there is no key named ${name}`)
  return next
}

function requireValid(name: string, rate: string | undefined): void {
  if (!isKeyName(name)) throw badRequest('name', `must be ${keyNameFormat}`)
  if (rate !== undefined && !parseRate(rate)) throw badRequest('rate', `must be ${rateFormat}`)
}

function toHashedKey({ name, hash, rate = '' }: SavedKey) {
  return { name, hash, rate: parseRate(rate) }
}
