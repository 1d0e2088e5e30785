// The image proxy: fetches images of results and hot items for the page, size-limited, cached in memory for a day, never on disk.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSingleFlight, join } from '../async/single-flight.ts'
import type { Bans } from '../bans/ban-list.ts'
import { RequestError } from '../http/errors.ts'
import { detach } from '../http/response-cache/cached-response.ts'
import type { MemoryCache } from '../store/memory/memory-budget.ts'
import { abortedCallError, UpstreamError } from '../upstream/errors.ts'
import { type Caller, createLimit, type Limit } from '../upstream/host/queue.ts'
import type { Download } from '../upstream/net/download.ts'
import { defaultLimits, type Init, type Limits } from '../upstream/source.ts'
import type { ImageHosts } from './allowed-hosts.ts'
import { detectImageType, type ImageType, isComplete } from './image-type.ts'
import type { PictureScaler } from './scaling/scaler.ts'

export interface ProxiedImage {
  readonly bytes: Buffer
  readonly type: ImageType
  readonly etag: string
}

export type ImageProxy = ReturnType<typeof createImageProxy>

export interface ImageProxyDeps {
  readonly hosts: ImageHosts
  readonly download: Download
  readonly scaler: PictureScaler
  /** Part of the memory cache budget. */
  readonly cache: Pick<MemoryCache<ProxiedImage>, 'get' | 'set'>
  readonly bans?: Pick<Bans, 'isAddressBanned'> | undefined
  /** Limits concurrent upstream work; unlimited without it. */
  readonly capacity?: { reserve(asks: number, client?: string): () => void } | undefined
  readonly epochMs: () => number
}

const limits: Limits = {
  ...defaultLimits,
  attemptMs: 5_000,
  askMs: 5_000,
  attempts: 2,
  bodyBytes: 2 * 1024 * 1024,
  redirects: 2,
  parallel: 4,
}

/** Maximum concurrent downloads, of up to 2 MB each, over all hosts. */
const maxConcurrent = 16

/** Maximum downloads that a client has running or queued; a page shows at most some hundred pictures at once. */
const maxOfClient = 200

const maxUnscalable = 10_000

const cacheMs = 24 * 60 * 60_000

const init: Init = {
  headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
  // Answers, not failures of the host: a rejected image URL may just have expired.
  answers: [401, 403],
}

/** The types that are scaled. GIF may be animated; a decoder of AVIF takes 1 MB. */
const scalableTypes: ReadonlySet<ImageType> = new Set(['image/jpeg', 'image/png', 'image/webp'])

interface ImageRequest {
  /** Its key in the cache. */
  readonly key: string
  readonly url: URL
  readonly width: number | undefined
  /** The client that asked first. */
  readonly client: string | undefined
}

type FetchOutcome = { readonly picture: ProxiedImage } | { readonly error: unknown }

/** Creates the image proxy with an empty cache. */
export function createImageProxy(deps: ImageProxyDeps) {
  const { hosts, scaler, cache, bans, epochMs } = deps
  const flights = createSingleFlight<FetchOutcome>(abortedCallError)
  /** Contents that cannot be scaled to a width: the same file has any number of addresses. */
  // `max` would allocate all entries at once.
  const unscalable = new LRUCache<string, true>({ maxSize: maxUnscalable, sizeCalculation: () => 1 })
  const isBanned = ({ href }: URL) => bans?.isAddressBanned(href) === true
  const fetchWhole = createFetching(deps, isBanned)
  const keep = (key: string, picture: ProxiedImage): ProxiedImage => {
    cache.set(key, picture, picture.bytes.length + 2 * key.length + 500, epochMs() + cacheMs)
    return picture
  }
  async function make(request: ImageRequest, signal: AbortSignal): Promise<ProxiedImage> {
    const { key, url, width, client } = request
    const whole = cache.get(url.href) ?? (await fetchWhole(request, signal))
    const content = `${width} ${whole.etag}`
    if (width === undefined || !scalableTypes.has(whole.type) || unscalable.has(content)) return keep(key, whole)
    const bytes = await scaler.scale({ bytes: whole.bytes, width, client }, signal)
    // Scaling would take too long now: it is tried again when it is asked for again.
    if (bytes === 'busy') return keep(url.href, whole)
    if (!bytes) unscalable.set(content, true)
    return keep(key, bytes ? toImage(bytes) : whole)
  }
  return {
    hosts,
    /** Whether the operator banned this URL. */
    isBanned,
    /**
     * Fetches the image at an https URL of an allowed host, scaled down to cover a poster of this width where that is possible.
     * Clients take turns. Rejects with an UpstreamError when fetching fails, with the signal's reason when the caller aborts, with a RequestError
     * 503 when too many pictures of the client are on their way, and with what `reserve` throws.
     */
    async get(
      url: URL,
      signal: AbortSignal,
      { width, client }: Partial<Pick<ImageRequest, 'width' | 'client'>> = {},
    ): Promise<ProxiedImage> {
      const key = width === undefined ? url.href : `${width} ${url.href}`
      const cached = cache.get(key)
      if (cached) return cached
      const work = (ending: AbortSignal): Promise<FetchOutcome> =>
        make({ key, url, width, client }, ending).then(
          (picture) => ({ picture }),
          (error: unknown) => ({ error }),
        )
      const outcome = await join(flights.current(key) ?? flights.start(key, work), signal)
      signal.throwIfAborted()
      if (outcome && 'picture' in outcome) return outcome.picture
      throw outcome?.error
    },
  }
}

/** Creates the function that fetches a whole picture. */
function createFetching({ hosts, download, capacity }: ImageProxyDeps, isBanned: (url: URL) => boolean) {
  const enter = createClientLimits()
  // By list entry: subdomains are unbounded, so they would exhaust the metric labels, and each would have places and a breaker of its own.
  const nameOf = (host: string) => hosts.listedHostOf(host) ?? 'others'
  const groups = { nameOf, labelOf: (host: string) => `pictures of ${nameOf(host)}` }
  const mayFollow = (url: URL) =>
    url.protocol === 'https:' && url.username === '' && hosts.isAllowed(url.host) && !isBanned(url)
  return async ({ url, client }: ImageRequest, signal: AbortSignal): Promise<ProxiedImage> => {
    const { caller, leave } = enter(client)
    let release: (() => void) | undefined
    try {
      release = capacity?.reserve(1, client)
      return toImage(await download(url, { limits, init, signal, caller, mayFollow, groups }))
    } finally {
      release?.()
      leave()
    }
  }
}

/** A client with downloads that run or wait. */
interface ClientDownloads {
  count: number
  readonly limit: Limit
}

/** Creates the limits of all downloads: the client that has the fewest running goes first. */
function createClientLimits() {
  const all = createLimit(maxConcurrent)
  const clients = new Map<string, ClientDownloads>()
  /** @throws RequestError 503 when the client has too many downloads already. */
  return function enter(client = ''): { readonly caller: Caller; leave(): void } {
    const own = clients.get(client) ?? { count: 0, limit: createLimit(maxConcurrent) }
    if (own.count >= maxOfClient)
      throw new RequestError(503, 'picture: too many of your pictures are on their way; retry in a moment', {
        code: 'SERVICE_BUSY',
        headers: { 'retry-after': '5' },
      })
    own.count += 1
    clients.set(client, own)
    const leave = () => {
      own.count -= 1
      if (own.count === 0) clients.delete(client)
    }
    return { caller: { limits: [own.limit, all], order: () => own.limit.running, client }, leave }
  }
}

function toImage(bytes: Uint8Array): ProxiedImage {
  const type = detectImageType(bytes)
  if (!type) throw new UpstreamError('mismatch', 'the response is not an image of a supported type')
  if (!isComplete(bytes, type)) throw new UpstreamError('mismatch', 'the image was cut off')
  return { bytes: detach(bytes), type, etag: `"${hash('sha1', bytes, 'base64url')}"` }
}
