// User accounts from the settings, hashing of their plain passwords (which PanSou allows), and verification with bounded concurrency.
import { createHash } from 'node:crypto'
import PQueue from 'p-queue'
import { RequestError } from '../errors.ts'
import {
  type Cost,
  hashPassword,
  type PasswordHash,
  parsePasswordHash,
  passwordLength,
  saltBytes,
  verifyPassword,
} from './password-hash.ts'

export type Users = ReadonlyMap<string, PasswordHash>

/** Users that may change while the service runs. */
export interface Accounts extends Pick<Users, 'get' | 'has' | 'size'> {
  values(): Iterable<PasswordHash>
}

/** The account of the owner, if there is one, and those of the users at the moment; of the same name, that of the owner counts. */
export function joinAccounts(owner: Users | undefined, users: () => Users): Accounts {
  const all = (): Users => (owner ? new Map([...users(), ...owner]) : users())
  return {
    get: (name) => owner?.get(name) ?? users().get(name),
    has: (name) => owner?.has(name) || users().has(name),
    get size() {
      return all().size
    },
    values: () => all().values(),
  }
}

/** Allowed form of user names, for error messages. */
export const userNameFormat = '1 to 64 letters, digits, ., _, @ or -'

export function isUserName(text: string): boolean {
  return /^[\p{L}\p{N}._@-]{1,64}$/u.test(text)
}

/** Errors name entries by position only: an invalid entry may contain a password anywhere. */
function parseEntry(text: string, at: number, form: string): readonly [string, PasswordHash] {
  const entry = `entry ${at + 1}`
  const [, name = '', hashText = ''] = /^([^:]*):(.*)$/.exec(text) ?? []
  const hash = parsePasswordHash(hashText)
  if (hash === undefined) throw new Error(`${entry} must be ${form}`)
  if (!isUserName(name)) throw new Error(`${entry} must begin with a name of ${userNameFormat}`)
  return [name, hash]
}

const settingForm = 'NAME:HASH, as trawl password NAME prints it, or NAME:PASSWORD'

/**
 * Parses `AUTH_USERS`: entries `NAME:HASH`, separated by commas or white space. `form`: what an entry must be, for messages.
 * @throws Error with a user-readable message for an invalid entry, a duplicate name, and an empty list.
 */
export function parseUsers(text: string, form = settingForm): Users {
  const users = new Map<string, PasswordHash>()
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  for (const [at, [name, hash]] of entries.map((entry, at) => parseEntry(entry, at, form)).entries()) {
    if (users.has(name)) throw new Error(`entry ${at + 1} has the same name as an earlier entry; names must be unique`)
    users.set(name, hash)
  }
  if (users.size > 0) return users
  throw new Error('names no user, so nobody could log in; trawl password NAME creates an entry')
}

/** A hash (ours or another program's), or two entries without a comma between them: mistakes that `parseUsers` reports. */
const looksHashed = /^(?:scrypt\.|\$[\w-]+\$)|\s\S*:/

/** Hashes the passwords of `NAME:PASSWORD` entries, separated by commas or line breaks; other entries stay unchanged. */
export async function hashPlainPasswords(text: string, cost?: Cost) {
  const names: string[] = []
  const entries = text.split(/[,\r\n]/).map(async (entry) => {
    const [, name = '', password = ''] = /^([^:]*):(.*)$/.exec(entry.trim())?.map((part) => part.trim()) ?? []
    const isPlainText = password !== '' && password.length <= passwordLength.maxCost && !looksHashed.test(password)
    if (!isUserName(name) || !isPlainText) return entry
    names.push(name)
    return `${name}:${await hashPassword(password, saltFor(name), cost)}`
  })
  const hashed = (await Promise.all(entries)).join(',')
  /** `names` are the users whose password was plain text. */
  return { text: hashed, names }
}

/**
 * Salt derived from the name: the same at every start and on every replica, because login tokens end when the password's hash changes. It need
 * not be secret or random: the hash is only held in memory.
 */
function saltFor(name: string): Uint8Array {
  return createHash('sha256').update(`salt of ${name}`).digest().subarray(0, saltBytes)
}

/** Limits of password verification: each takes 0.25 s of a core, and 32 MB. */
const queueLimits = { concurrency: 2, maxWaiting: 8 } as const

/** Approximate wait of the last one in a full queue. */
const fullRetrySeconds = 2

/**
 * Creates the verifier; once it is called there must be a user. It takes the same time for unknown names, and rejects with RequestError 503 if the queue is
 * full; the password is not tested then.
 */
export function createPasswordVerifier(users: Accounts, verify = verifyPassword) {
  const queue = new PQueue({ concurrency: queueLimits.concurrency })
  /** Unknown names get an existing user's hash, always the same one for a name, so that verification takes equally long. */
  const dummyHashFor = (username: string): PasswordHash | undefined => {
    const hashes = [...users.values()]
    return hashes[createHash('sha256').update(username).digest().readUInt32BE() % hashes.length]
  }

  return async (username: string, password: string): Promise<boolean> => {
    const hash = users.get(username) ?? dummyHashFor(username)
    if (hash === undefined) throw new Error('the password verifier has no users')
    if (queue.size >= queueLimits.maxWaiting) {
      throw new RequestError(503, `login: too many log in at this moment; try again in ${fullRetrySeconds} seconds`, {
        headers: { 'retry-after': String(fullRetrySeconds) },
      })
    }
    return await queue.add(async () => (await verify(hash, password)) && users.has(username))
  }
}
