// A response as bytes that can be sent repeatedly: encodings, ETag, and headers.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { type Encoding, encoded, worthwhile } from './encodings.ts'
import { ownBytes } from './own-bytes.ts'

/** Cache validity of a response: valid while the versions in the slots add up to `sum`, and until `until` (epoch milliseconds). */
export interface Stamp {
  readonly slots: readonly number[]
  readonly sum: number
  readonly until: number
}

/** A response rendered by a service. */
export interface Made {
  /** The body. */
  readonly text: string
  /** `Content-Type`; default JSON. */
  readonly type?: string | undefined
  /** Absent if the response must not be cached. */
  readonly stamp?: Stamp | undefined
  /** Share of the upstream answers that came from the cache. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Age of the oldest cached answer in it, in milliseconds. */
  readonly ageMs: number
  readonly tookMs: number
}

/** A response with bodies in some encodings. */
export interface AtHand {
  readonly etag: string
  readonly stamp: Stamp | undefined
  /** Time of the oldest cached answer in it, in epoch milliseconds. */
  readonly bornAt: number
  /** Bodies by encoding. */
  readonly forms: ReadonlyMap<Encoding, Form>
  /** The body for a client that accepts an encoding, possibly in another one; undefined if it is not available yet. */
  at(encoding: Encoding): Form | undefined
}

/** A response that can be compressed on demand. */
export interface Ready extends AtHand {
  /** As `at`, but compresses the body if necessary; once per encoding. */
  in(encoding: Encoding): Promise<Form>
}

export interface Form {
  readonly encoding: Encoding
  readonly bytes: Buffer
  /** `Content-Type`; default JSON. */
  readonly type?: string | undefined
}

/** A cached response with its route and expiry (epoch milliseconds). */
export interface KeptAnswer {
  readonly ready: AtHand
  readonly route: string
  readonly what: string
  readonly until: number
  /** Cost of rendering it again, in milliseconds. */
  readonly remakeMs: number
}

/** Creates a response from its text; `bornAt` is in epoch milliseconds. */
export function createReady({ text, type, stamp }: Pick<Made, 'text' | 'type' | 'stamp'>, bornAt: number): Ready {
  const plain = ownBytes(Buffer.from(text))
  const forms = new Map<Encoding, Form>([['identity', { encoding: 'identity', bytes: plain, type }]])
  const making = new Map<Encoding, Promise<Buffer>>()
  const at = (wanted: Encoding): Form | undefined => forms.get(worthwhile(plain, wanted))
  return {
    // A weak ETag, because it is the same for all encodings.
    etag: `W/"${hash('sha1', plain, 'base64url')}"`,
    stamp,
    bornAt,
    forms,
    at,
    async in(wanted) {
      const there = at(wanted)
      if (there) return there
      const promise =
        making.get(wanted) ??
        encoded(plain, wanted)
          .then(ownBytes)
          .finally(() => making.delete(wanted))
      making.set(wanted, promise)
      const form = { encoding: wanted, bytes: await promise, type }
      forms.set(wanted, form)
      return form
    },
  }
}

/** Creates a response from bodies received from another process; other encodings are not available. */
export function createCameReady(came: Omit<AtHand, 'at'>): AtHand {
  const { forms } = came
  const plain = forms.get('identity')
  return {
    ...came,
    at: (wanted) => forms.get(wanted) ?? (plain && worthwhile(plain.bytes, wanted) === 'identity' ? plain : undefined),
  }
}

/** Does the client have this response already (conditional request)? */
export function isHeld({ etag }: AtHand, headers: FastifyRequest['headers']): boolean {
  return headers['if-none-match'] !== undefined && isFresh(headers, { etag })
}

/** The parts of a response that differ from request to request. */
export interface Sending {
  /** Name of the timed step. */
  readonly what: string
  readonly tookMs: number
  readonly cache: Made['cache']
  /** Epoch milliseconds. */
  readonly now: number
}

/** Caching headers of a response, the same for every request. Clients may cache it, but must revalidate. */
export function validatorHeaders({ etag }: Pick<AtHand, 'etag'>) {
  return { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }
}

/** Headers of a response, without those of its body. */
export function headersOf({ etag, bornAt }: AtHand, { what, tookMs, cache, now }: Sending) {
  return {
    ...validatorHeaders({ etag }),
    'server-timing': timingOf(what, tookMs),
    'x-cache': cache.toUpperCase(),
    age: ageOf({ bornAt }, now),
  }
}

/** The value of `Server-Timing`. */
export function timingOf(what: string, tookMs: number): string {
  return `${what};dur=${tookMs.toFixed(1)}`
}

/** The value of `Age`: whole seconds until `now`, in epoch milliseconds. */
export function ageOf({ bornAt }: Pick<AtHand, 'bornAt'>, now: number): string {
  return String(Math.max(0, Math.floor((now - bornAt) / 1000)))
}

const jsonType = 'application/json; charset=utf-8'

/** Headers of the body. */
export function bodyHeadersOf({ encoding, bytes, type = jsonType }: Form): Record<string, string> {
  return {
    'content-type': type,
    'content-length': String(bytes.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
}
