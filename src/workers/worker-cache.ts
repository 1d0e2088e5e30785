// A worker's cache of the primary's responses, by request target.
import type { IncomingMessage } from 'node:http'
import {
  type CacheMetadata,
  cacheMetadataHeader,
  decodeMetadata,
} from '../http/response-cache/cache-metadata-header.ts'
import {
  type CachedEntry,
  type EncodedBody,
  fromReceivedBodies,
  type ResponseStamp,
} from '../http/response-cache/cached-response.ts'
import { isEncoding } from '../http/response-cache/content-encoding.ts'
import { detachedCopy } from '../http/response-cache/detached-copy.ts'

/** Storage of the cache; `store/memory/weighted-cache.ts` provides it. */
interface WorkerCacheStorage {
  get(key: string): CachedEntry | undefined
  set(key: string, entry: CachedEntry, weight: { readonly bytes: number; readonly costMs: number }, until: number): void
}

/** A response of the primary. */
interface ReceivedResponse {
  readonly metadata: CacheMetadata
  readonly etag: string
  /** Absent for a 304: the client had the body already. */
  readonly body?: EncodedBody | undefined
}

export interface WorkerCache {
  /** The valid cached response for a GET of this target. */
  find(target: string): CachedEntry | undefined
  /** Caches the response to a request once it is complete, if its headers allow. */
  store(request: IncomingMessage, answer: IncomingMessage): void
}

/** Creates an empty cache. `isCurrent` tests whether the versions in a stamp are unchanged. */
export function createWorkerCache(
  storage: WorkerCacheStorage,
  isCurrent: (stamp: ResponseStamp) => boolean,
): WorkerCache {
  const find = (target: string) => {
    const entry = storage.get(target)
    return entry?.response.stamp && isCurrent(entry.response.stamp) ? entry : undefined
  }
  /** Keeps earlier encodings of the same response. */
  function put(target: string, { metadata, etag, body }: ReceivedResponse): void {
    const previous = storage.get(target)?.response
    const bodies = new Map(previous?.etag === etag ? previous.bodies : [])
    if (body) bodies.set(body.encoding, body)
    const { route, what: label, until, bornAt: oldestAt, remakeMs: renderCostMs, slots, sum } = metadata
    const response = fromReceivedBodies({ etag, oldestAt, stamp: { slots, sum, until }, bodies })
    const bodyBytes = [...bodies.values()].reduce((total, { bytes }) => total + bytes.length, 0)
    const overheadBytes = 2 * target.length + 8 * slots.length + 1_000
    storage.set(
      target,
      { response, route, label, until, renderCostMs },
      { bytes: bodyBytes + overheadBytes, costMs: renderCostMs },
      until,
    )
  }

  return {
    find,
    store({ method, url }, answer) {
      const {
        [cacheMetadataHeader]: text,
        etag,
        'content-encoding': encoding = 'identity',
        'content-type': type,
      } = answer.headers
      if (method !== 'GET' || url === undefined || typeof text !== 'string' || etag === undefined) return
      const metadata = decodeMetadata(text)
      // A 304 has no body, but its metadata serve later conditional requests.
      if (answer.statusCode === 304) put(url, { metadata, etag })
      if (answer.statusCode !== 200 || !isEncoding(encoding)) return
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () => {
        if (answer.complete)
          put(url, { metadata, etag, body: { encoding, type, bytes: detachedCopy(Buffer.concat(chunks)) } })
      })
    },
  }
}
