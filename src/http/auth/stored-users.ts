// Users that administrators add while the service runs, stored in the form of AUTH_USERS.
import { badRequest, RequestError } from '../errors.ts'
import { hashPassword } from './password-hash.ts'
import { isUserName, parseUsers, type Users, userNameFormat } from './users.ts'

const nobody: Users = new Map()

/** @throws Error for a text with a wrong entry, or without any. */
export function parseStoredUsers(text: string): Users {
  return parseUsers(text, 'NAME:HASH, as trawl password NAME prints it; POST /api/v1/security/users takes a password')
}

interface StoredUsersOptions {
  /** Users of the settings, which then are the only ones. */
  readonly configured: Users | undefined
  /** The account of the owner, whose name no user may have. */
  readonly owner: Users | undefined
  /** 16 random bytes. */
  readonly randomSalt: () => Uint8Array
}

export type StoredUsers = ReturnType<typeof createStoredUsers>

export function createStoredUsers({ configured, owner, randomSalt }: StoredUsersOptions) {
  let stored = nobody
  return {
    all: (): Users => configured ?? stored,
    /** Where the users come from. */
    from: configured ? ('settings' as const) : ('api' as const),
    /** The users once this text is in force. */
    after: (text: string | undefined): Users => configured ?? (text ? parseStoredUsers(text) : nobody),
    /** Puts the users of a text into force; undefined: none. @throws Error for another text; nobody is a user then. */
    put(text: string | undefined): void {
      stored = nobody
      if (text !== undefined) stored = parseStoredUsers(text)
    },
    /**
     * Returns what adds a user to a text, or gives one a new password, which ends all logins of the user.
     * @throws (rejects) RequestError 400 for a name that is not allowed, 409 for that of the owner.
     */
    async adding(name: string, password: string): Promise<(text?: string) => string> {
      if (!isUserName(name)) throw badRequest('username', `must be ${userNameFormat}`)
      if (owner?.has(name)) throw new RequestError(409, 'username: the owner has this name; choose another')
      const hash = await hashPassword(password, randomSalt())
      return (text) => [...othersThan(text, name), `${name}:${hash}`].join(',')
    },
    /** The text without a user; empty after the last one. @throws RequestError 404 for an unknown name. */
    without(text: string | undefined, name: string): string {
      const others = othersThan(text, name)
      if (others.length === entriesOf(text).length)
        throw new RequestError(404, `username: there is no user named ${name}`)
      return others.join(',')
    },
  }
}

/** The names in a text, which need not be valid: without what may be a secret. */
export function namesIn(text: string): string[] {
  return entriesOf(text).flatMap((entry) => (entry.includes(':') ? [entry.slice(0, entry.indexOf(':'))] : []))
}

function entriesOf(text = ''): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '')
}

function othersThan(text: string | undefined, name: string): string[] {
  return entriesOf(text).filter((entry) => !entry.startsWith(`${name}:`))
}
