// Files of upstreams kept here to be searched locally: downloaded seldom and under conditions, the old copy serving meanwhile.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { UpstreamError } from './errors.ts'
import { type AskContext, createBudget, exchange, type Received, type Wire } from './exchange.ts'
import type { CopiedFile, Init, Limits } from './source.ts'
import { createTurn, ownPlace } from './turn.ts'

/** Where files are kept over restarts; `store/` has the implementation. Neither call rejects: a store that fails says so and is as good as empty. */
export interface Shelf {
  read(name: string): Promise<Uint8Array | undefined>
  write(name: string, bytes: Uint8Array): Promise<unknown>
}

export interface Copies {
  /**
   * What `file.read` makes of the copy that is kept; waits for the first download only. `lacking` is told the failure of the latest
   * renewal once the copy is more than one renewal behind.
   */
  read<T>(source: string, file: CopiedFile<T>, ask: Reader, lacking?: (error: unknown) => void): Promise<T>
  /** Ends downloads under way. */
  close(): void
}

/** The ask that wants a copy. */
type Reader = Pick<AskContext, 'limits' | 'signal'>

/** A file to be downloaded. */
export interface DownloadedFile {
  /** What its copy is called on the shelf. */
  readonly name: string
  readonly url: string
  readonly init: Init
  readonly limits: Limits
}

/** What copies need besides a shelf. */
export interface CopiesParts {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** @throws UpstreamError of any kind. */
  readonly download: (file: DownloadedFile, signal: AbortSignal) => Promise<Received>
}

export interface CopiesLog {
  warn(fields: object, words: string): void
}

/** A copy as it is kept: when it was last known to be the newest (epoch milliseconds), and what a conditional request says. */
interface Copy {
  readonly value: unknown
  readonly checkedAt: number
  readonly conditions: Conditions
}

type Conditions = Readonly<Record<string, string>>

/** All that is known of one file. */
interface Place {
  /** When the latest download began. */
  begunAt: number
  copy: Copy | undefined
  opening: Promise<void> | undefined
  loading: Promise<Copy> | undefined
  failed: { readonly error: unknown; readonly at: number } | undefined
}

/** After a failure nobody asks for the file again for so long. */
const pauseMs = 60_000

/** Who asks while the first download has been going on for longer does not wait for it too. */
const firstWaitMs = 4_000

/** Longest time a download may take. */
const downloadMs = 2 * 60_000

/** A copy serves without a word until it is so many times as old as it should get: a renewal may fail for a while. */
const oldFactor = 2

/** So many files are in memory; a source may make addresses of what it is asked for. What is forgotten is read from the shelf again. */
const mostPlaces = 100

/** Makes the table of copies, kept on `shelf`. A renewal that failed is said in the log: nobody waits for it. */
export function createCopies(shelf: Shelf, parts: CopiesParts, log: CopiesLog): Copies {
  const { now } = parts
  const places = new LRUCache<string, Place>({ max: mostPlaces })
  const closing = new AbortController()

  /** Begins a download unless one is under way. It goes on whoever leaves: everybody after them wants it. */
  const loading = <T>(place: Place, name: string, file: CopiedFile<T>, ask: Reader): Promise<Copy> => {
    if (place.loading === undefined) place.begunAt = now()
    place.loading ??= load({ name, shelf }, file, { ask, old: place.copy, signal: closing.signal }, parts)
      .then((copy) => {
        place.failed = undefined
        place.copy = copy
        return copy
      })
      .catch((error: unknown) => {
        place.failed = { error, at: now() }
        throw error
      })
      .finally(() => {
        place.loading = undefined
      })
    return place.loading
  }

  const warn = (error: unknown, source: string, ageMs: number) => {
    // That an upstream fails is no bug of ours: its words will do.
    const why = error instanceof UpstreamError ? { kind: error.kind, detail: error.message } : { err: error }
    if (!closing.signal.aborted)
      log.warn({ ...why, source, ageMs }, 'a copy could not be renewed; the older one serves on')
  }

  return {
    async read<T>(source: string, file: CopiedFile<T>, ask: Reader, lacking?: (error: unknown) => void) {
      const name = nameOf(source, file.url)
      const place = places.get(name) ?? newPlace()
      places.set(name, place)
      place.opening ??= opened(shelf, name, file).then((copy) => {
        place.copy = copy
      })
      await place.opening
      const at = now()
      const rests = place.failed !== undefined && at - place.failed.at < pauseMs
      const { copy } = place
      if (copy) {
        const ageMs = at - copy.checkedAt
        if (ageMs >= file.everyMs && !rests && !place.loading)
          loading(place, name, file, ask).catch((error: unknown) => warn(error, source, ageMs))
        if (place.failed && ageMs >= oldFactor * file.everyMs) lacking?.(place.failed.error)
        return readBy(file, copy.value)
      }
      refuseUnless(place, at)
      return readBy(file, (await unless(ask.signal, loading(place, name, file, ask))).value)
    },
    close: () => closing.abort(new UpstreamError('timeout', 'the service stops')),
  }
}

/** Who downloads, and what is kept from before. */
interface Loading {
  readonly ask: Reader
  readonly old: Copy | undefined
  readonly signal: AbortSignal
}

async function load<T>(
  { name, shelf }: { readonly name: string; readonly shelf: Shelf },
  file: CopiedFile<T>,
  { ask, old, signal }: Loading,
  { download, now }: CopiesParts,
): Promise<Copy> {
  const init = { ...file.init, headers: { ...file.init?.headers, ...old?.conditions } }
  const came = await download({ name, url: file.url, init, limits: ask.limits }, signal)
  const checkedAt = now()
  if (came.isUnchanged && old) {
    const bytes = await shelf.read(name)
    if (bytes) await shelf.write(name, packed({ checkedAt, conditions: old.conditions }, unpacked(bytes).body))
    return { ...old, checkedAt }
  }
  const copy = { value: understood(file, came.bytes), checkedAt, conditions: conditionsOf(came.headers) }
  await shelf.write(name, packed(copy, came.bytes))
  return copy
}

function newPlace(): Place {
  return { begunAt: 0, copy: undefined, opening: undefined, loading: undefined, failed: undefined }
}

/** Is a first copy worth waiting for? Not right after a failure, and not when others have waited long. */
function refuseUnless({ failed, loading, begunAt }: Place, now: number): void {
  if (failed !== undefined && now - failed.at < pauseMs) throw failed.error
  if (loading !== undefined && now - begunAt > firstWaitMs)
    throw new UpstreamError('timeout', 'its catalogue has not been downloaded yet')
}

function nameOf(source: string, url: string): string {
  const id = createHash('sha256').update(`${source} ${url}`).digest('hex').slice(0, 16)
  return `copy-${source.replaceAll(/[^\w-]/g, '-')}-${id}`
}

/** Makes what downloads files. A download is nobody's ask: it takes its own time and slot, within the limits of its source. */
export function createFileDownload(wire: Wire): CopiesParts['download'] {
  return ({ url, init, limits: own }, signal) => {
    const limits = { ...own, attemptMs: downloadMs, askMs: downloadMs }
    const turn = createTurn(ownPlace(), 'download')
    return exchange(url, init, { limits, signal, turn, budget: createBudget(downloadMs, wire.now) }, wire)
  }
}

function conditionsOf(headers: Received['headers']): Conditions {
  const { etag, 'last-modified': modified } = headers
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  }
}

async function opened(shelf: Shelf, name: string, file: CopiedFile<unknown>): Promise<Copy | undefined> {
  const bytes = await shelf.read(name)
  if (!bytes) return undefined
  try {
    const { head, body } = unpacked(bytes)
    return { ...head, value: file.read(body) }
  } catch {
    // Cut off or from an older version of the source: as good as none, it is downloaded again.
    return undefined
  }
}

const head = z.object({ checkedAt: z.number(), conditions: z.record(z.string(), z.string()) })
type Head = z.infer<typeof head>

const lineEnd = 10

/** One line of JSON, then the file. */
function packed({ checkedAt, conditions }: Head, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ checkedAt, conditions })}\n`), body])
}

function unpacked(bytes: Uint8Array): { head: Head; body: Uint8Array } {
  const end = bytes.indexOf(lineEnd)
  return { head: head.parse(JSON.parse(Buffer.from(bytes.subarray(0, end)).toString())), body: bytes.subarray(end + 1) }
}

function understood<T>(file: CopiedFile<T>, bytes: Uint8Array): T {
  try {
    return file.read(bytes)
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('mismatch', 'the file is not what this source expects', { cause: error })
  }
}

/** A copy is kept under its source and address, so its value is what that source's `read` made: the one place where that is believed. */
function readBy<T>(file: CopiedFile<T>, value: unknown): T {
  believe(file, value)
  return value
}

function believe<T>(_file: CopiedFile<T>, _value: unknown): asserts _value is T {
  // Nothing can be checked here: the place was made for the file.
}

/** Waits for `promise`, or rejects when the signal says that the caller leaves. */
function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
