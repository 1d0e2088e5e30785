// The owner: an account that whoever reads the log makes with a code, and that administers the service.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SharedRecords } from '../../async/shared-record.ts'
import { messageOf } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import { badRequest, RequestError } from '../errors.ts'
import { createStoredValue } from '../stored-value.ts'
import { hashPassword, type PasswordHash, parsePasswordHash } from './password-hash.ts'
import { isUserName, type Users, userNameFormat } from './users.ts'

const recordName = 'owner.json'

/** Wrong codes that end the offer until the next start. With 40 random bits, ten guesses find nothing. */
const maxWrongCodes = 10

const saved = z.object({
  account: z.object({ name: z.string(), hash: z.string() }).nullable(),
  /** The code of the start that was last, of any replica. */
  offer: z.object({ hash: z.string(), wrong: z.int().nonnegative() }).nullable(),
})
type Saved = z.infer<typeof saved>

export type Owner = Awaited<ReturnType<typeof openOwner>>

interface OwnerOptions {
  readonly records: SharedRecords
  /** 8 random bytes for a code. */
  readonly randomCode: () => Uint8Array
  /** 16 random bytes for the hash of a password. */
  readonly randomSalt: () => Uint8Array
  readonly log: Pick<Logger, 'info'>
}

/**
 * Loads the account, follows changes by other replicas, and stores a new code, which ends those of earlier starts.
 * @throws (rejects) Error with a user-readable message if a stored account cannot be read: anybody with the log could replace it.
 */
export async function openOwner({ records, randomCode, randomSalt, log }: OwnerOptions) {
  const byName = new Map<string, PasswordHash>()
  const users: Users = byName
  const stored = createStoredValue<Saved>({
    name: recordName,
    records,
    initial: { account: null, offer: null },
    parse: readSaved,
    onChange({ account }) {
      byName.clear()
      const hash = account && parsePasswordHash(account.hash)
      if (account && hash) byName.set(account.name, hash)
    },
    notStored: 'owner: the change could not be stored and was not applied',
  })
  await stored.open()
  const code = await offerCode(stored, encodeCode(randomCode()), log)

  return {
    /** At most one: it changes when the account does. */
    users,
    exists: () => users.size > 0,
    isOffered: () => stored.get().offer !== null,
    /** To be shown in the log only; undefined where nothing can be stored. */
    code,
    /**
     * Makes the account, or replaces it, and uses the code up.
     * @throws (rejects) RequestError 400 for a name, 403 for a wrong code or one that has ended, 500 if it could not be stored.
     */
    async claim(name: string, password: string, sent: string): Promise<void> {
      if (!isUserName(name)) throw badRequest('username', `must be ${userNameFormat}`)
      const codeHash = hashCode(sent)
      await requireCode(stored, codeHash)
      const hash = await hashPassword(password, randomSalt())
      await stored.change(({ offer }) => {
        if (offer?.hash !== codeHash) throw offerEnded()
        return { account: { name, hash }, offer: null }
      })
      log.info('the owner of the service was set with the code of the log')
    },
    /** Replaces the password of the account. @throws (rejects) RequestError 409 if it was replaced meanwhile, 500 if it could not be stored. */
    async changePassword(name: string, password: string): Promise<void> {
      const before = stored.get().account
      const hash = await hashPassword(password, randomSalt())
      await stored.change((now) => {
        const isSame = now.account?.name === name && now.account.hash === before?.hash
        if (!isSame) throw new RequestError(409, 'owner: was changed by another request at the same time')
        return { ...now, account: { name, hash } }
      })
      log.info('the owner of the service has a new password')
    },
  }
}

type StoredOwner = Pick<ReturnType<typeof createStoredValue<Saved>>, 'change'>

/** Stores the code, and resolves to it; to undefined if it could not be stored: it would be worth nothing to the other replicas. */
async function offerCode(stored: StoredOwner, code: string, log: OwnerOptions['log']): Promise<string | undefined> {
  try {
    await stored.change((before) => ({ ...before, offer: { hash: hashCode(code), wrong: 0 } }))
    return code
  } catch (error) {
    log.info(`no owner can be set, because its account cannot be stored (${messageOf(error)})`)
    return undefined
  }
}

/** Counts a wrong code before it answers, so that many cannot be tried at once. @throws (rejects) RequestError 403 unless the code is right. */
async function requireCode(stored: StoredOwner, codeHash: string): Promise<void> {
  let left = maxWrongCodes
  await stored.change((before) => {
    const { offer } = before
    if (offer === null) throw offerEnded()
    left = maxWrongCodes - offer.wrong - 1
    const isRight = offer.hash === codeHash
    if (isRight) left = maxWrongCodes
    return isRight ? undefined : { ...before, offer: left > 0 ? { ...offer, wrong: offer.wrong + 1 } : null }
  })
  if (left < maxWrongCodes)
    throw new RequestError(403, `code: is wrong; ${left} more may be tried. The service logged it at its start`)
}

function offerEnded(): RequestError {
  return new RequestError(403, 'code: has ended; restart the service, which then logs another')
}

/** Digits and letters without those that look alike (Crockford's Base32). */
const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 5 random bits a byte, as `K7QM-2XHD`. */
function encodeCode(bytes: Uint8Array): string {
  const code = [...bytes].map((byte) => codeLetters[byte % codeLetters.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The same for each way to type a code. Only what the log shows lets one become the owner, not what the storage holds. */
function hashCode(code: string): string {
  const typed = code.toUpperCase().replace(/[\s-]/g, '')
  const plain = typed.replaceAll('O', '0').replace(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest('base64url')
}

function readSaved(json: unknown): Saved {
  const owner = saved.parse(json)
  if (owner.account && !parsePasswordHash(owner.account.hash)) throw new Error('its password hash is invalid')
  return owner
}
