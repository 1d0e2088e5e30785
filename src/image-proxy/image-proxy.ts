// The image proxy: fetches images of results and hot items for the page, size-limited, cached in memory for a day, never on disk.
import { hash } from 'node:crypto'
import PQueue from 'p-queue'
import { createSingleFlight, join } from '../async/single-flight.ts'
import type { Bans } from '../bans/ban-list.ts'
import { detach } from '../http/response-cache/cached-response.ts'
import type { WeightedCache } from '../store/memory/weighted-cache.ts'
import { abortedCallError, UpstreamError } from '../upstream/errors.ts'
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
  readonly cache: Pick<WeightedCache<ProxiedImage>, 'get' | 'set'>
  readonly bans?: Pick<Bans, 'isAddressBanned'> | undefined
  /** Limits concurrent upstream work; unlimited without it. */
  readonly room?: { reserve(asks: number): () => void } | undefined
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
}

type FetchOutcome = { readonly picture: ProxiedImage } | { readonly error: unknown }

/** Creates the image proxy with an empty cache. */
export function createImageProxy({ hosts, download, scaler, cache, bans, room, epochMs }: ImageProxyDeps) {
  const flights = createSingleFlight<FetchOutcome>(abortedCallError)
  const slots = new PQueue({ concurrency: maxConcurrent })
  // Labelled by list entry: subdomains are unbounded and would exhaust the metric labels.
  const labelOf = (host: string) => `pictures of ${hosts.listedHostOf(host) ?? 'others'}`
  const isBanned = ({ href }: URL) => bans?.isAddressBanned(href) === true
  const mayFollow = (url: URL) =>
    url.protocol === 'https:' && url.username === '' && hosts.isAllowed(url.host) && !isBanned(url)

  async function fetchImage(url: URL, signal: AbortSignal): Promise<ProxiedImage> {
    const releaseCapacity = room?.reserve(1)
    try {
      const bytes = await slots.add(() => download(url, { limits, init, signal, mayFollow, labelOf }), { signal })
      return toImage(bytes)
    } finally {
      releaseCapacity?.()
    }
  }

  async function scaled(picture: ProxiedImage, width: number, signal: AbortSignal): Promise<ProxiedImage> {
    if (!scalableTypes.has(picture.type)) return picture
    const bytes = await scaler.scale(picture.bytes, width, signal)
    return bytes ? toImage(bytes) : picture
  }

  async function fetchAndCache({ key, url, width }: ImageRequest, signal: AbortSignal): Promise<ProxiedImage> {
    const startedAt = epochMs()
    const whole = cache.get(url.href) ?? (await fetchImage(url, signal))
    const picture = width === undefined ? whole : await scaled(whole, width, signal)
    const weight = { bytes: picture.bytes.length + 2 * key.length + 500, costMs: Math.max(1, epochMs() - startedAt) }
    cache.set(key, picture, weight, epochMs() + cacheMs)
    return picture
  }

  return {
    hosts,
    /** Whether the operator banned this URL. */
    isBanned,
    /**
     * Fetches the image at an https URL of an allowed host, scaled down to cover a poster of this width where that is possible.
     * Rejects with an UpstreamError when fetching fails, with the signal's reason when the caller aborts, and with what `reserve` throws.
     */
    async get(url: URL, signal: AbortSignal, width?: number): Promise<ProxiedImage> {
      const key = width === undefined ? url.href : `${width} ${url.href}`
      const cached = cache.get(key)
      if (cached) return cached
      const work = (ending: AbortSignal): Promise<FetchOutcome> =>
        fetchAndCache({ key, url, width }, ending).then(
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

function toImage(bytes: Uint8Array): ProxiedImage {
  const type = detectImageType(bytes)
  if (!type) throw new UpstreamError('mismatch', 'the response is not an image of a supported type')
  if (!isComplete(bytes, type)) throw new UpstreamError('mismatch', 'the image was cut off')
  return { bytes: detach(bytes), type, etag: `"${hash('sha1', bytes, 'base64url')}"` }
}
