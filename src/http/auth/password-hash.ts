// Password hashes: scrypt, with salt and cost in the text.
import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** scrypt cost parameters; N is a power of two, given by its exponent. */
export interface Cost {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

export type PasswordHash = NonNullable<ReturnType<typeof parsePasswordHash>>

/** One of the parameter sets that OWASP rates as equivalent: 32 MB, and 0.25 s on a slow machine. */
const defaultCost: Cost = { log2N: 15, r: 8, p: 3 }

/** Limits for hashes from the settings: 128 MB, and a few seconds. */
const maxCost = { bytes: 128 * 1024 * 1024, work: 2 ** 21 }

export const saltBytes = 16
const digestBytes = 32

export const passwordLength = { least: 8, maxCost: 1_024 } as const

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)

function memoryBytes({ log2N, r }: Cost): number {
  return 128 * r * 2 ** log2N
}

function deriveDigest(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  const { log2N, r, p } = cost
  // Keyboards differ: é may arrive as one code point or as two.
  const text = password.normalize('NFKC')
  // OpenSSL also counts the memory that scrypt needs beside its large block.
  const maxmem = memoryBytes(cost) + 128 * r * (p + 2) + 64 * 1024
  return derive(text, salt, digestBytes, { N: 2 ** log2N, r, p, maxmem })
}

/** Hashes a password as `scrypt.<log2 N>.<r>.<p>.<salt>.<digest>`: no character in it is special in a shell, in .env or in Compose. */
export async function hashPassword(password: string, salt: Uint8Array, cost: Cost = defaultCost): Promise<string> {
  const digest = await deriveDigest(password, salt, cost)
  const fields = [cost.log2N, cost.r, cost.p, Buffer.from(salt).toString('base64url'), digest.toString('base64url')]
  return ['scrypt', ...fields].join('.')
}

/** Parses a hash; `text` is all of it, as in the settings. Undefined for an invalid one, and for one that would cost too much or nearly nothing. */
export function parsePasswordHash(text: string) {
  const pattern = /^scrypt\.(\d{2})\.(\d{1,2})\.(\d{1,2})\.([\w-]{22,86})\.([\w-]{43})$/
  const [, log2N, r, p, salt = '', digest = ''] = pattern.exec(text) ?? []
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  const work = 2 ** cost.log2N * cost.r * cost.p
  const isAcceptable =
    cost.log2N >= 13 && cost.r >= 8 && cost.p >= 1 && work <= maxCost.work && memoryBytes(cost) <= maxCost.bytes
  if (!isAcceptable) return undefined
  return { text, cost, salt: Buffer.from(salt, 'base64url'), digest: Buffer.from(digest, 'base64url') }
}

/** Verifies a password in constant time. */
export async function verifyPassword({ cost, salt, digest }: PasswordHash, password: string): Promise<boolean> {
  return timingSafeEqual(await deriveDigest(password, salt, cost), digest)
}
