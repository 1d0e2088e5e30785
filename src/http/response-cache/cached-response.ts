// A response as bytes that can be sent repeatedly: encodings, ETag, and headers.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { compress, decompress, type Encoding, effectiveEncoding } from './content-encoding.ts'

/** Cache validity of a response: valid while the versions in the slots add up to `sum`, those of its parts too, and until `until` (epoch milliseconds). */
export interface ResponseStamp {
  readonly slots: readonly number[]
  readonly sum: number
  readonly until: number
  readonly parts?:
    | { readonly slots: Uint32Array; readonly sum: number; readonly sharedSlot: number; sharedVersion: number }
    | undefined
}

export interface RenderedResponse {
  /** A text or its bytes in UTF-8. */
  readonly text: string | Uint8Array
  /** `Content-Type`; default JSON. */
  readonly type?: string | undefined
  /** Whether compression gains nothing, as for a picture. */
  readonly isCompressed?: boolean
  /** Absent if the response must not be cached. */
  readonly stamp?: ResponseStamp | undefined
  /** Caches that several people share must not store it. */
  readonly isPrivate?: boolean
  /** When its contents last changed, in epoch milliseconds; absent if unknown. */
  readonly modifiedAt?: number | undefined
  /** Share of the upstream answers that came from the cache. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Age of the oldest cached answer in it, in milliseconds. */
  readonly ageMs: number
  readonly tookMs: number
}

/** A response with its body in the encodings that clients asked for. */
export type CachedResponse = ReturnType<typeof createCachedResponse>

export interface EncodedBody {
  readonly encoding: Encoding
  readonly bytes: Buffer
  /** `Content-Type`; default JSON. */
  readonly type?: string | undefined
}

/** Creates a response from its text; `oldestAt` is in epoch milliseconds. */
export function createCachedResponse(
  {
    text,
    type,
    isCompressed = false,
    stamp,
    modifiedAt,
    isPrivate = false,
  }: Omit<RenderedResponse, 'cache' | 'ageMs' | 'tookMs'>,
  oldestAt: number,
) {
  const identityBody = detach(typeof text === 'string' ? Buffer.from(text) : text)
  return {
    // A weak ETag, because it is the same for all encodings.
    etag: `W/"${hash('sha1', identityBody, 'base64url')}"`,
    lastModified: modifiedAt === undefined ? undefined : new Date(modifiedAt).toUTCString(),
    stamp,
    isPrivate,
    oldestAt,
    ...createBodies(identityBody, type, isCompressed),
  }
}

/** The bodies of a response. The first is replaced by the next one: uncompressed it takes about ten times the memory, and most clients do not need it. */
function createBodies(identityBody: Buffer, type: string | undefined, isCompressed: boolean) {
  const isCompressible = !isCompressed && effectiveEncoding(identityBody, 'br') === 'br'
  const bodies = new Map<Encoding, EncodedBody>([['identity', { encoding: 'identity', bytes: identityBody, type }]])
  const making = new Map<Encoding, Promise<EncodedBody>>()
  /** The body for a client that accepts an encoding, possibly in another one; undefined if it is not available yet. */
  const at = (accepted: Encoding): EncodedBody | undefined => bodies.get(isCompressible ? accepted : 'identity')

  async function make(encoding: Encoding): Promise<EncodedBody> {
    for (const known of bodies.values()) {
      const made = await compress(await decompress(known.bytes, known.encoding), encoding)
      const body = { encoding, bytes: detach(made), type }
      if (encoding !== 'identity') bodies.delete('identity')
      bodies.set(encoding, body)
      return body
    }
    throw new Error('a response has no body')
  }

  return {
    /** The size of all bodies so far. */
    totalBytes: () => bodies.values().reduce((sum, { bytes }) => sum + bytes.length, 0),
    at,
    /** As `at`, but makes the body if necessary, once for all who wait for it. */
    async encodedBodyFor(accepted: Encoding): Promise<EncodedBody> {
      const available = at(accepted)
      if (available) return available
      const underWay = making.get(accepted) ?? make(accepted).finally(() => making.delete(accepted))
      making.set(accepted, underWay)
      return await underWay
    },
  }
}

/** Does the client have this response already (conditional request)? */
export function isNotModified({ etag, lastModified }: CachedResponse, headers: FastifyRequest['headers']): boolean {
  const isConditional =
    headers['if-none-match'] !== undefined || (lastModified !== undefined && headers['if-modified-since'] !== undefined)
  return isConditional && isFresh(headers, { etag, 'last-modified': lastModified })
}

/** Caching headers of a response, the same for every request. Clients may cache it, but must revalidate. */
export function validatorHeaders({
  etag,
  lastModified,
  isPrivate,
}: Pick<CachedResponse, 'etag' | 'lastModified' | 'isPrivate'>) {
  const headers = { etag, 'cache-control': isPrivate ? 'private, no-cache' : 'no-cache', vary: 'accept-encoding' }
  return lastModified === undefined ? headers : { ...headers, 'last-modified': lastModified }
}

export function serverTiming(what: string, tookMs: number): string {
  return `${what};dur=${tookMs.toFixed(1)}`
}

/** The value of `Age`: whole seconds until `now`, in epoch milliseconds. */
export function ageHeader({ oldestAt }: Pick<CachedResponse, 'oldestAt'>, now: number): string {
  return String(Math.max(0, Math.floor((now - oldestAt) / 1000)))
}

const jsonType = 'application/json; charset=utf-8'

export function bodyHeaders({ encoding, bytes, type = jsonType }: EncodedBody): Record<string, string> {
  return {
    'content-type': type,
    'content-length': String(bytes.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
}

/**
 * The bytes in memory of their own, copied unless they have it already. Node allocates small buffers from blocks of 64 KB; a reference to one of
 * them retains the whole block.
 */
export function detach(bytes: Uint8Array): Buffer {
  const { buffer, byteLength } = bytes
  if (byteLength === buffer.byteLength) return Buffer.from(buffer)
  const copy = Buffer.allocUnsafeSlow(byteLength)
  copy.set(bytes)
  return copy
}
