// Local mirrors of upstream files that are searched here: refreshed with conditional requests, served meanwhile.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { UpstreamError } from './errors.ts'
import { type AskContext, createBudget, exchange, type Received, type Wire } from './exchange.ts'
import type { CopiedFile, Init, Limits } from './source.ts'
import { createTurn, ownPlace } from './turn.ts'

/** Persistent file storage; `store/` implements it. No call rejects: a failed read is logged and returns undefined. */
export interface Shelf {
  read(name: string): Promise<Uint8Array | undefined>
  write(name: string, bytes: Uint8Array): Promise<unknown>
}

export interface Copies {
  /**
   * The parsed value of the mirrored file; waits for the first download only. `lacking` receives the latest download
   * error once the mirror is more than one refresh behind.
   */
  read<T>(source: string, file: CopiedFile<T>, ask: Reader, lacking?: (error: unknown) => void): Promise<T>
  /** Aborts running downloads. */
  close(): void
}

/** The ask that reads a mirrored file. */
type Reader = Pick<AskContext, 'limits' | 'signal'>

/** A file to be downloaded. */
export interface DownloadedFile {
  /** Name of the file in the storage. */
  readonly name: string
  readonly url: string
  readonly init: Init
  readonly limits: Limits
}

/** Dependencies of file mirrors, apart from the storage. */
export interface CopiesParts {
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** @throws UpstreamError of any kind. */
  readonly download: (file: DownloadedFile, signal: AbortSignal) => Promise<Received>
}

export interface CopiesLog {
  warn(fields: object, words: string): void
}

/**
 * A mirrored file: its parsed value, when it was last verified (epoch milliseconds), and the headers for a conditional
 * request.
 */
interface Copy {
  readonly value: unknown
  readonly checkedAt: number
  readonly conditions: Conditions
}

type Conditions = Readonly<Record<string, string>>

/** The state of one mirrored file. */
interface Place {
  /** When the latest download started (epoch milliseconds). */
  begunAt: number
  copy: Copy | undefined
  opening: Promise<void> | undefined
  loading: Promise<Copy> | undefined
  failed: { readonly error: unknown; readonly at: number } | undefined
}

/** Minimum time between a failed download and the next one. */
const pauseMs = 60_000

/** Callers that arrive later than this after the start of the first download do not wait for it. */
const firstWaitMs = 4_000

/** Maximum duration of a download. */
const downloadMs = 2 * 60_000

/**
 * The age, as a multiple of the refresh interval, from which a mirror counts as out of date: single refreshes may fail.
 */
const oldFactor = 2

/** Maximum number of files in memory; a source may build URLs from queries. Evicted files are read from disk again. */
const mostPlaces = 100

/** Creates the file mirrors on top of `shelf`. Failed refreshes are logged, because no caller waits for them. */
export function createCopies(shelf: Shelf, parts: CopiesParts, log: CopiesLog): Copies {
  const { epochMs } = parts
  const places = new LRUCache<string, Place>({ max: mostPlaces })
  const closing = new AbortController()

  /**
   * Starts a download unless one is running. It continues when the caller leaves, because later callers need the file.
   */
  const loading = <T>(place: Place, name: string, file: CopiedFile<T>, ask: Reader): Promise<Copy> => {
    if (place.loading === undefined) place.begunAt = epochMs()
    place.loading ??= load({ name, shelf }, file, { ask, old: place.copy, signal: closing.signal }, parts)
      .then((copy) => {
        place.failed = undefined
        place.copy = copy
        return copy
      })
      .catch((error: unknown) => {
        place.failed = { error, at: epochMs() }
        throw error
      })
      .finally(() => {
        place.loading = undefined
      })
    return place.loading
  }

  const warn = (error: unknown, source: string, ageMs: number) => {
    // An upstream failure is not a bug of ours, so its message is enough.
    const why = error instanceof UpstreamError ? { kind: error.kind, detail: error.message } : { err: error }
    if (!closing.signal.aborted)
      log.warn({ ...why, source, ageMs }, 'a mirrored file could not be refreshed; the older version is used')
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
      const at = epochMs()
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

/** The ask that downloads, and the previous version. */
interface Loading {
  readonly ask: Reader
  readonly old: Copy | undefined
  readonly signal: AbortSignal
}

async function load<T>(
  { name, shelf }: { readonly name: string; readonly shelf: Shelf },
  file: CopiedFile<T>,
  { ask, old, signal }: Loading,
  { download, epochMs }: CopiesParts,
): Promise<Copy> {
  const init = { ...file.init, headers: { ...file.init?.headers, ...old?.conditions } }
  const came = await download({ name, url: file.url, init, limits: ask.limits }, signal)
  const checkedAt = epochMs()
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

/** Throws if the first download is not worth waiting for: right after a failure, or when it takes too long. */
function refuseUnless({ failed, loading, begunAt }: Place, now: number): void {
  if (failed !== undefined && now - failed.at < pauseMs) throw failed.error
  if (loading !== undefined && now - begunAt > firstWaitMs)
    throw new UpstreamError('timeout', 'its catalogue is still being downloaded')
}

function nameOf(source: string, url: string): string {
  const id = createHash('sha256').update(`${source} ${url}`).digest('hex').slice(0, 16)
  return `copy-${source.replaceAll(/[^\w-]/g, '-')}-${id}`
}

/**
 * Creates the function that downloads files. A download belongs to no ask: it has its own time and slot, within the
 * limits of its source.
 */
export function createFileDownload(wire: Wire): CopiesParts['download'] {
  return ({ url, init, limits: own }, signal) => {
    const limits = { ...own, attemptMs: downloadMs, askMs: downloadMs }
    const turn = createTurn(ownPlace(), 'download')
    return exchange(url, init, { limits, signal, turn, budget: createBudget(downloadMs, wire.epochMs) }, wire)
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
    // Truncated, or written by an older version of the source: it is downloaded again.
    return undefined
  }
}

const head = z.object({ checkedAt: z.number(), conditions: z.record(z.string(), z.string()) })
type Head = z.infer<typeof head>

const lineEnd = 10

/** Encodes a file: one line of JSON, then the content. */
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

/**
 * The storage key contains source and URL, so the value has the type that this source's `read` returns; asserted only
 * here.
 */
function readBy<T>(file: CopiedFile<T>, value: unknown): T {
  believe(file, value)
  return value
}

function believe<T>(_file: CopiedFile<T>, _value: unknown): asserts _value is T {
  // Cannot be checked at run time: the entry was created for this file.
}

/** Waits for `promise`; rejects when the signal aborts. */
function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
