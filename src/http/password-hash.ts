// What is kept of a password: a scrypt hash that names its own salt and cost.
import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** The cost of a hash in scrypt's own letters; N is a power of two and given by its exponent. */
interface Cost {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

/** What is kept of a password. */
export interface PasswordHash {
  /** All of it, as it stands in the settings. */
  readonly text: string
  readonly cost: Cost
  readonly salt: Uint8Array
  readonly digest: Uint8Array
}

/** One of the choices that OWASP calls equal: 32 MB, and a quarter of a second on a slow machine. */
const usual: Cost = { log2N: 15, r: 8, p: 3 }

/** A hash that is read may ask for no more than this: 128 MB, and some seconds. */
const most = { bytes: 128 * 1024 * 1024, work: 2 ** 21 }

/** How many bytes of chance go into a hash. */
export const saltBytes = 16
const digestBytes = 32

/** How long a new password has to be, and may be. */
export const passwordLength = { least: 8, most: 1_024 } as const

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)

function memoryOf({ log2N, r }: Cost): number {
  return 128 * r * 2 ** log2N
}

function digestOf(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  const { log2N, r, p } = cost
  // One keyboard writes é as one character, another as two.
  const text = password.normalize('NFKC')
  // What scrypt needs beside its large block is small, and counted by OpenSSL too.
  const maxmem = memoryOf(cost) + 128 * r * (p + 2) + 64 * 1024
  return derive(text, salt, digestBytes, { N: 2 ** log2N, r, p, maxmem })
}

/** The hash of a password, `scrypt.<log2 N>.<r>.<p>.<salt>.<digest>`: no character in it means anything to a shell, to .env or to Compose. */
export async function hashPassword(password: string, salt: Uint8Array, cost: Cost = usual): Promise<string> {
  const digest = await digestOf(password, salt, cost)
  const parts = [cost.log2N, cost.r, cost.p, Buffer.from(salt).toString('base64url'), digest.toString('base64url')]
  return ['scrypt', ...parts].join('.')
}

/** Reads a hash; undefined for what is none, and for one that would cost too much or next to nothing. */
export function readPasswordHash(text: string): PasswordHash | undefined {
  const form = /^scrypt\.(\d{2})\.(\d{1,2})\.(\d{1,2})\.([\w-]{22,86})\.([\w-]{43})$/
  const [, log2N, r, p, salt = '', digest = ''] = form.exec(text) ?? []
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  const work = 2 ** cost.log2N * cost.r * cost.p
  const isFit = cost.log2N >= 13 && cost.r >= 8 && cost.p >= 1 && work <= most.work && memoryOf(cost) <= most.bytes
  if (!isFit) return undefined
  return { text, cost, salt: Buffer.from(salt, 'base64url'), digest: Buffer.from(digest, 'base64url') }
}

/** Is it the password of this hash? Takes as long for a wrong one. */
export async function isPasswordOf({ cost, salt, digest }: PasswordHash, password: string): Promise<boolean> {
  return timingSafeEqual(await digestOf(password, salt, cost), digest)
}
