// Passwords that stand in `AUTH_USERS` as they are typed, as PanSou has them, hashed before anything else reads the setting.
import { createHash } from 'node:crypto'
import { hashPassword, passwordLength, saltBytes } from './password-hash.ts'
import { isUserName } from './passwords.ts'

/** A hash of ours or of another program, or two entries without a comma between them: a mistake that `readUsers` names. */
const looksHashed = /^(?:scrypt\.|\$[\w-]+\$)|\s\S*:/

interface HashedUsers {
  /** The setting with a hash in the place of every password. */
  readonly text: string
  /** Whose password was none. */
  readonly names: readonly string[]
}

/** Hashes the passwords of `NAME:PASSWORD` entries, with commas or line breaks between; all else is left as it is. */
export async function hashPlainPasswords(text: string): Promise<HashedUsers> {
  const names: string[] = []
  const entries = text.split(/[,\r\n]/).map(async (entry) => {
    const [, name = '', password = ''] = /^([^:]*):(.*)$/.exec(entry.trim())?.map((part) => part.trim()) ?? []
    const isPlain = password !== '' && password.length <= passwordLength.most && !looksHashed.test(password)
    if (!isUserName(name) || !isPlain) return entry
    names.push(name)
    return `${name}:${await hashPassword(password, saltOf(name))}`
  })
  return { text: (await Promise.all(entries)).join(','), names }
}

/**
 * The same at every start and on every replica, because logins end when the hash of their password becomes another. It need not be secret
 * nor by chance: the hash is kept in memory only.
 */
function saltOf(name: string): Uint8Array {
  return createHash('sha256').update(`salt of ${name}`).digest().subarray(0, saltBytes)
}
