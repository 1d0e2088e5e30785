// The image proxy: fetches images of results and hot items for the page, size-limited, cached in memory for a day, never on disk.
import { hash } from 'node:crypto'
import PQueue from 'p-queue'
import type { Bans } from '../bans/bans.ts'
import { ownBytes } from '../http/own-bytes.ts'
import type { Download } from '../upstream/download.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { createFlights, land } from '../upstream/flights.ts'
import { defaultLimits, type Init, type Limits } from '../upstream/source.ts'
import type { PictureHosts } from './hosts.ts'
import { type PictureType, pictureTypeOf } from './picture-type.ts'

/** A fetched image. */
export interface Picture {
  readonly bytes: Buffer
  readonly type: PictureType
  readonly etag: string
}

export interface Pictures {
  readonly hosts: PictureHosts
  /** Whether the operator banned this URL. */
  isBanned(url: URL): boolean
  /**
   * Fetches the image at an https URL of an allowed host. Rejects with an UpstreamError when that fails, with the signal's reason
   * when the caller aborts, and with what `takeRoom` throws.
   */
  at(url: URL, signal: AbortSignal): Promise<Picture>
}

/** The image cache, part of the memory cache budget (`store/budget.ts`). */
export interface PictureShelf {
  get(key: string): Picture | undefined
  set(key: string, picture: Picture, weight: { readonly bytes: number; readonly remakeMs: number }, until: number): void
}

export interface PictureParts {
  readonly hosts: PictureHosts
  readonly download: Download
  readonly shelf: PictureShelf
  /** The operator's bans. */
  readonly bans?: Pick<Bans, 'isAddressBanned'> | undefined
  /** Limits concurrent upstream work; unlimited without it. */
  readonly room?: { takeRoom(asks: number): () => void } | undefined
  /** Epoch milliseconds. */
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
const mostAtOnce = 16

const keptMs = 24 * 60 * 60_000

const init: Init = {
  headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
  // Answers, not failures of the host: a rejected image URL may just have expired.
  answers: [401, 403],
}

type Landed = { readonly picture: Picture } | { readonly error: unknown }

/** Creates the image proxy with an empty cache. */
export function createPictures({ hosts, download, shelf, bans, room, epochMs }: PictureParts): Pictures {
  const flights = createFlights<Landed>()
  const slots = new PQueue({ concurrency: mostAtOnce })
  // Labelled by list entry: subdomains are unbounded and would exhaust the metric labels.
  const labelOf = (host: string) => `pictures of ${hosts.listedHostOf(host) ?? 'others'}`
  const isBanned = ({ href }: URL) => bans?.isAddressBanned(href) === true
  const mayFollow = (url: URL) =>
    url.protocol === 'https:' && url.username === '' && hosts.isAllowed(url.host) && !isBanned(url)

  async function fetched(url: URL, signal: AbortSignal): Promise<Picture> {
    const leaveRoom = room?.takeRoom(1)
    try {
      const bytes = await slots.add(() => download(url, { limits, init, signal, mayFollow, labelOf }), { signal })
      return pictureOf(bytes)
    } finally {
      leaveRoom?.()
    }
  }

  async function fetchedAndKept(url: URL, signal: AbortSignal): Promise<Picture> {
    const began = epochMs()
    const picture = await fetched(url, signal)
    const weight = { bytes: picture.bytes.length + 2 * url.href.length + 500, remakeMs: Math.max(1, epochMs() - began) }
    shelf.set(url.href, picture, weight, epochMs() + keptMs)
    return picture
  }

  return {
    hosts,
    isBanned,
    async at(url, signal) {
      const kept = shelf.get(url.href)
      if (kept) return kept
      const work = (ending: AbortSignal): Promise<Landed> =>
        fetchedAndKept(url, ending).then(
          (picture) => ({ picture }),
          (error: unknown) => ({ error }),
        )
      const landed = await land(flights.underWay(url.href) ?? flights.begin(url.href, work), signal)
      signal.throwIfAborted()
      if (landed && 'picture' in landed) return landed.picture
      throw landed?.error
    },
  }
}

function pictureOf(bytes: Uint8Array): Picture {
  const type = pictureTypeOf(bytes)
  if (!type) throw new UpstreamError('mismatch', 'the response is not an image of a supported type')
  return { bytes: ownBytes(bytes), type, etag: `"${hash('sha1', bytes, 'base64url')}"` }
}
