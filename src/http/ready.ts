// An answer as bytes that may be sent again and again: its encodings, its ETag, and the headers that go with it.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { type Encoding, encoded, worthwhile } from './encodings.ts'
import { ownBytes } from './own-bytes.ts'

/** What an answer rests on: it may be sent again while the versions in the slots add up to `sum`, and until `until` (epoch milliseconds). */
export interface Stamp {
  readonly slots: readonly number[]
  readonly sum: number
  readonly until: number
}

/** An answer as a service makes it. */
export interface Made {
  /** Its body. */
  readonly text: string
  /** As `Content-Type` has it; JSON unless said otherwise. */
  readonly type?: string | undefined
  /** Absent when the same request asked again might be answered otherwise. */
  readonly stamp?: Stamp | undefined
  /** How much of it was kept from earlier asks. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Age of the oldest kept answer in it, in milliseconds. */
  readonly ageMs: number
  readonly tookMs: number
}

/** An answer of which some bytes are at hand. */
export interface AtHand {
  readonly etag: string
  readonly stamp: Stamp | undefined
  /** When the oldest kept answer in it was given, in epoch milliseconds. */
  readonly bornAt: number
  /** What is made already, by encoding. */
  readonly forms: ReadonlyMap<Encoding, Form>
  /** The bytes for a client that takes an encoding, and the one they are in, if they are made already. */
  at(encoding: Encoding): Form | undefined
}

/** An answer as bytes, in whatever encoding. */
export interface Ready extends AtHand {
  /** The same; made once. */
  in(encoding: Encoding): Promise<Form>
}

export interface Form {
  readonly encoding: Encoding
  readonly bytes: Buffer
  /** As `Content-Type` has it; JSON unless said otherwise. */
  readonly type?: string | undefined
}

/** An answer that is kept, for which route, and until when (epoch milliseconds). */
export interface KeptAnswer {
  readonly ready: AtHand
  readonly route: string
  readonly what: string
  readonly until: number
  /** What it took to make it, in milliseconds. */
  readonly remakeMs: number
}

/** Makes bytes of an answer; `bornAt` is in epoch milliseconds. */
export function createReady({ text, type, stamp }: Pick<Made, 'text' | 'type' | 'stamp'>, bornAt: number): Ready {
  const plain = ownBytes(Buffer.from(text))
  const forms = new Map<Encoding, Form>([['identity', { encoding: 'identity', bytes: plain, type }]])
  const making = new Map<Encoding, Promise<Buffer>>()
  const at = (wanted: Encoding): Form | undefined => forms.get(worthwhile(plain, wanted))
  return {
    // Weak: it is the same answer in whatever encoding.
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

/** Makes an answer of bytes that came from elsewhere; in other encodings than those it is not at hand. */
export function createCameReady(came: Omit<AtHand, 'at'>): AtHand {
  const { forms } = came
  const plain = forms.get('identity')
  return {
    ...came,
    at: (wanted) => forms.get(wanted) ?? (plain && worthwhile(plain.bytes, wanted) === 'identity' ? plain : undefined),
  }
}

/** Has the client this answer already, by what it says? */
export function isHeld({ etag }: AtHand, headers: FastifyRequest['headers']): boolean {
  return headers['if-none-match'] !== undefined && isFresh(headers, { etag })
}

/** What differs from one sending of an answer to the next. */
export interface Sending {
  /** What took the time, in a word. */
  readonly what: string
  readonly tookMs: number
  readonly cache: Made['cache']
  /** Epoch milliseconds. */
  readonly now: number
}

/** The headers of an answer, without those of its body. Caches may keep it, and must ask whether it still holds. */
export function headersOf({ etag, bornAt }: AtHand, { what, tookMs, cache, now }: Sending) {
  return {
    etag,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'server-timing': timingOf(what, tookMs),
    'x-cache': cache.toUpperCase(),
    age: ageOf({ bornAt }, now),
  }
}

/** For `Server-Timing`: what took how long. */
export function timingOf(what: string, tookMs: number): string {
  return `${what};dur=${tookMs.toFixed(1)}`
}

/** For `Age`: the whole seconds until `now`, in epoch milliseconds. */
export function ageOf({ bornAt }: Pick<AtHand, 'bornAt'>, now: number): string {
  return String(Math.max(0, Math.floor((now - bornAt) / 1000)))
}

const jsonType = 'application/json; charset=utf-8'

/** The headers of its body. */
export function bodyHeadersOf({ encoding, bytes, type = jsonType }: Form): Record<string, string> {
  return {
    'content-type': type,
    'content-length': String(bytes.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
}
