// Who may log in and with what password: read from the settings, and tested a few at a time.
import { createHash } from 'node:crypto'
import PQueue from 'p-queue'
import { RequestError } from './errors.ts'
import { isPasswordOf, type PasswordHash, readPasswordHash } from './password-hash.ts'

/** The hashes of passwords by the names of their users. */
export type Users = ReadonlyMap<string, PasswordHash>

/** How names of users may be. */
export const userNameForm = '1 to 64 letters, digits, ., _, @ or -'

/** Is it a name for a user? */
export function isUserName(text: string): boolean {
  return /^[\p{L}\p{N}._@-]{1,64}$/u.test(text)
}

/** Entries are named by their place only: a password may stand anywhere in one that is wrong. */
function readEntry(text: string, at: number): readonly [string, PasswordHash] {
  const entry = `entry ${at + 1}`
  const [, name = '', hashText = ''] = /^([^:]*):(.*)$/.exec(text) ?? []
  const hash = readPasswordHash(hashText)
  if (hash === undefined) {
    throw new Error(`${entry} must be NAME:HASH, as npm run password -- NAME makes it, or NAME:PASSWORD`)
  }
  if (!isUserName(name)) throw new Error(`${entry} must begin with a name of ${userNameForm}`)
  return [name, hash]
}

/**
 * Reads users as `AUTH_USERS` has them: `NAME:HASH`, with commas or blanks between.
 * @throws Error with a sentence for an entry that cannot be taken, for a name that stands there twice, and when there is nobody.
 */
export function readUsers(text: string): Users {
  const users = new Map<string, PasswordHash>()
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  for (const [at, [name, hash]] of entries.map(readEntry).entries()) {
    if (users.has(name)) throw new Error(`entry ${at + 1} has the name of an earlier one; give each user one entry`)
    users.set(name, hash)
  }
  if (users.size > 0) return users
  throw new Error('names nobody, so that nobody could log in; npm run password -- NAME makes an entry')
}

/** Bounds what testing passwords may take: each test is a quarter of a second of a core, and 32 MB. */
const bounds = { atOnce: 2, waiting: 8 } as const

/** How long one that waits behind all the others would wait, about. */
const fullRetrySeconds = 2

/**
 * Is it the password of the user of this name? A name that nobody has takes as long as one that somebody has.
 * @throws (rejects) RequestError 503 when too many wait already; nothing is tested then.
 */
export type PasswordTest = (username: string, password: string) => Promise<boolean>

/** Makes the test, for at least one user. */
export function createPasswordTest(users: Users): PasswordTest {
  const queue = new PQueue({ concurrency: bounds.atOnce })
  const hashes = [...users.values()]
  /** A name that nobody has gets the hash of somebody, always the same one, so that it takes the time that one of ours does. */
  const standInFor = (username: string): PasswordHash | undefined =>
    hashes[createHash('sha256').update(username).digest().readUInt32BE() % hashes.length]

  return async (username, password) => {
    const hash = users.get(username) ?? standInFor(username)
    if (hash === undefined) throw new Error('a password test without users')
    if (queue.size >= bounds.waiting) {
      throw new RequestError(503, `login: too many log in at this moment; try again in ${fullRetrySeconds} seconds`, {
        headers: { 'retry-after': String(fullRetrySeconds) },
      })
    }
    return await queue.add(async () => (await isPasswordOf(hash, password)) && users.has(username))
  }
}
