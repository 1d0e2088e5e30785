// API keys: those of the settings, and those that administrators make and revoke, which survive restarts.
import { z } from 'zod'
import { createSharedRecord, type SharedRecords } from '../../async/shared-record.ts'
import { type ApiKeyRecord, maxApiKeys } from '../../contract/api-keys.ts'
import { parseRate, rateFormat } from '../access/rate-limits.ts'
import { badRequest, RequestError } from '../errors.ts'
import { createKeyVerifier, encodeKey, type HashedKey, hashKey, isKeyName, keyNameFormat } from './api-keys.ts'

const apiKeysRecord = 'api-keys.json'

const saved = z.array(
  z.object({ name: z.string(), hash: z.string(), rate: z.string().optional(), since: z.int().nonnegative() }),
)
type SavedKey = z.infer<typeof saved>[number]

export interface ApiKeyOptions {
  /** Keys of `API_KEYS`. */
  readonly configured: readonly HashedKey[]
  /** Whether requests need a key. */
  readonly isRequired: boolean
  readonly records: SharedRecords
  /** 32 random bytes for a new key. */
  readonly randomKey: () => Uint8Array
  readonly epochMs: () => number
}

export type ApiKeys = Awaited<ReturnType<typeof openApiKeys>>

/**
 * Loads the keys that were made over the API, and follows changes by other processes.
 * @throws (rejects) what `records` throws if there is a record that cannot be read.
 */
export async function openApiKeys(options: ApiKeyOptions) {
  const keys = createApiKeys(options)
  await keys.record.load()
  keys.record.follow()
  return keys
}

/** Creates the keys; none that were made before are loaded. */
export function createApiKeys({ configured, isRequired, records, randomKey, epochMs }: ApiKeyOptions) {
  let made: readonly SavedKey[] = []
  let verify = createKeyVerifier(configured)
  const record = createSharedRecord<readonly SavedKey[]>({
    name: apiKeysRecord,
    records,
    read: async () => (await records.read(apiKeysRecord, parseSaved)) ?? [],
    serialize: (keys) => JSON.stringify(keys),
    apply(keys) {
      made = keys
      verify = createKeyVerifier([...keys.map(toHashedKey), ...configured])
    },
  })

  return {
    record,
    isRequired,
    /** The owner of a key; undefined if it is not one of ours. */
    verify: (credential: string) => verify(credential),
    all: (): ApiKeyRecord[] => [
      ...configured.map(({ name, rateText: rate }) => ({ name, ...(rate && { rate }), from: 'settings' as const })),
      ...made.map(({ name, rate, since }) => ({ name, ...(rate && { rate }), since, from: 'api' as const })),
    ],
    /** Makes a key and returns its secret, which is not stored. @throws (rejects) RequestError that names the parameter. */
    async make(name: string, rate?: string): Promise<string> {
      requireValid(name, rate)
      const key = encodeKey(randomKey())
      const next = { name, hash: hashKey(key), rate, since: epochMs() }
      return requireSaved(await record.update(() => ({ next: withKey({ configured, made }, next), result: key })))
    },
    /** Revokes a key. @throws (rejects) RequestError 404 for an unknown name, 409 for a key of the settings. */
    async revoke(name: string): Promise<void> {
      requireSaved(await record.update(() => ({ next: withoutKey({ configured, made }, name), result: true })))
    },
  }
}

interface KeysInForce {
  readonly configured: readonly HashedKey[]
  readonly made: readonly SavedKey[]
}

function withKey({ configured, made }: KeysInForce, key: SavedKey): SavedKey[] {
  if ([...configured, ...made].some(({ name }) => name === key.name))
    throw new RequestError(409, `name: there is a key named ${key.name}; names must be unique`)
  if (made.length >= maxApiKeys) throw badRequest('name', `is one too many: at most ${maxApiKeys} keys are allowed`)
  return [...made, key]
}

function withoutKey({ configured, made }: KeysInForce, name: string): SavedKey[] {
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

function parseSaved(bytes: Uint8Array): SavedKey[] {
  return saved.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

function requireSaved<Result>(result: Result | undefined): Result {
  if (result === undefined) throw new RequestError(500, 'keys: the change could not be saved and was not applied')
  return result
}
