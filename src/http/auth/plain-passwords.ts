// Hashes the plain passwords in `AUTH_USERS`, which PanSou allows, before anything else reads the setting.
import { createHash } from 'node:crypto'
import { hashPassword, passwordLength, saltBytes } from './password-hash.ts'
import { isUserName } from './users.ts'

/** A hash (ours or another program's), or two entries without a comma between them: mistakes that `parseUsers` reports. */
const looksHashed = /^(?:scrypt\.|\$[\w-]+\$)|\s\S*:/

interface HashedUsers {
  /** The setting with every password replaced by a hash. */
  readonly text: string
  /** Users whose password was plain text. */
  readonly names: readonly string[]
}

/** Hashes the passwords of `NAME:PASSWORD` entries, separated by commas or line breaks; other entries stay unchanged. */
export async function hashPlainPasswords(text: string): Promise<HashedUsers> {
  const names: string[] = []
  const entries = text.split(/[,\r\n]/).map(async (entry) => {
    const [, name = '', password = ''] = /^([^:]*):(.*)$/.exec(entry.trim())?.map((part) => part.trim()) ?? []
    const isPlainText = password !== '' && password.length <= passwordLength.maxCost && !looksHashed.test(password)
    if (!isUserName(name) || !isPlainText) return entry
    names.push(name)
    return `${name}:${await hashPassword(password, saltFor(name))}`
  })
  return { text: (await Promise.all(entries)).join(','), names }
}

/**
 * Salt derived from the name: the same at every start and on every replica, because login tokens end when the password's hash changes. It need
 * not be secret or random: the hash is only held in memory.
 */
function saltFor(name: string): Uint8Array {
  return createHash('sha256').update(`salt of ${name}`).digest().subarray(0, saltBytes)
}
