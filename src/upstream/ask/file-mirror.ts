// Local mirrors of upstream files that are searched here: refreshed with conditional requests, served meanwhile.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { UpstreamError } from '../errors.ts'
import { createAskBudget } from '../net/ask-budget.ts'
import { type AskContext, type ExchangeDependencies, exchange, type ReceivedReply } from '../net/exchange.ts'
import type { Init, Limits, MirroredFile } from '../source.ts'
import { decodeMirror, encodeMirror } from './mirror-format.ts'
import { createQueueTicket, privateQueue } from './slot-queue.ts'

/** Persistent file storage; `store/` implements it. No call rejects: a failed read is logged and returns undefined. */
export interface MirrorStorage {
  read(name: string): Promise<Uint8Array | undefined>
  write(name: string, bytes: Uint8Array): Promise<unknown>
}

export interface FileMirrors {
  /**
   * The parsed value of the mirrored file; waits for the first download only. `onOutdated` receives the latest download
   * error once the mirror is more than one refresh behind.
   */
  read<T>(source: string, file: MirroredFile<T>, ask: ReadingAsk, onOutdated?: (error: unknown) => void): Promise<T>
  /** Aborts running downloads. */
  close(): void
}

/** The ask that reads a mirrored file. */
type ReadingAsk = Pick<AskContext, 'limits' | 'signal'>

/** A file to be downloaded. */
export interface DownloadedFile {
  /** Name of the file in the storage. */
  readonly name: string
  readonly url: string
  readonly init: Init
  readonly limits: Limits
}

/** Dependencies of file mirrors, apart from the storage. */
export interface FileMirrorDeps {
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** @throws UpstreamError of any kind. */
  readonly download: (file: DownloadedFile, signal: AbortSignal) => Promise<ReceivedReply>
}

export interface FileMirrorLog {
  warn(fields: object, words: string): void
}

/**
 * A mirrored file: its parsed value, when it was last verified (epoch milliseconds), and the headers for a conditional
 * request.
 */
interface MirrorVersion {
  readonly value: unknown
  readonly checkedAt: number
  readonly conditions: Conditions
}

type Conditions = Readonly<Record<string, string>>

/** The state of one mirrored file. */
interface MirrorState {
  /** When the latest download started (epoch milliseconds). */
  startedAt: number
  copy: MirrorVersion | undefined
  loadingStored: Promise<void> | undefined
  refreshing: Promise<MirrorVersion> | undefined
  failed: { readonly error: unknown; readonly at: number } | undefined
}

/** Minimum time between a failed download and the next one. */
const retryDelayMs = 60_000

/** Callers that arrive later than this after the start of the first download do not wait for it. */
const firstWaitMs = 4_000

/** Maximum duration of a download. */
const downloadMs = 2 * 60_000

/**
 * The age, as a multiple of the refresh interval, from which a mirror counts as out of date: single refreshes may fail.
 */
const outdatedFactor = 2

/** Maximum number of files in memory; a source may build URLs from queries. Evicted files are read from disk again. */
const maxMirrors = 100

/** The log fields of an error. An upstream failure is not a bug of ours, so its message is enough. */
function reasonOf(error: unknown) {
  return error instanceof UpstreamError ? { kind: error.kind, detail: error.message } : { err: error }
}

/** Records the end of a refresh in the state of the mirror. */
function recordRefresh(mirror: MirrorState, refreshed: Promise<MirrorVersion>, epochMs: () => number) {
  return refreshed
    .then((copy) => {
      mirror.failed = undefined
      mirror.copy = copy
      return copy
    })
    .catch((error: unknown) => {
      mirror.failed = { error, at: epochMs() }
      throw error
    })
    .finally(() => {
      mirror.refreshing = undefined
    })
}

/** Creates the file mirrors on top of `storage`. Failed refreshes are logged, because no caller waits for them. */
export function createFileMirrors(storage: MirrorStorage, parts: FileMirrorDeps, log: FileMirrorLog): FileMirrors {
  const { epochMs } = parts
  const mirrors = new LRUCache<string, MirrorState>({ max: maxMirrors })
  const closing = new AbortController()

  /** Starts a download unless one is running. It continues when the caller leaves: later callers need the file. */
  const startRefresh = <T>(
    mirror: MirrorState,
    name: string,
    file: MirroredFile<T>,
    ask: ReadingAsk,
  ): Promise<MirrorVersion> => {
    if (mirror.refreshing === undefined) mirror.startedAt = epochMs()
    mirror.refreshing ??= recordRefresh(
      mirror,
      refresh({ name, storage }, file, { ask, old: mirror.copy, signal: closing.signal }, parts),
      epochMs,
    )
    return mirror.refreshing
  }

  const warn = (error: unknown, source: string, ageMs: number) => {
    if (!closing.signal.aborted)
      log.warn({ ...reasonOf(error), source, ageMs }, 'failed to refresh a mirrored file; using the older version')
  }

  return {
    async read<T>(source: string, file: MirroredFile<T>, ask: ReadingAsk, onOutdated?: (error: unknown) => void) {
      const name = storageName(source, file.url)
      const mirror = mirrors.get(name) ?? newMirror()
      mirrors.set(name, mirror)
      mirror.loadingStored ??= loadStored(storage, name, file).then((copy) => {
        mirror.copy = copy
      })
      await mirror.loadingStored
      const at = epochMs()
      const isRetryTooEarly = mirror.failed !== undefined && at - mirror.failed.at < retryDelayMs
      const { copy } = mirror
      if (copy) {
        const ageMs = at - copy.checkedAt
        if (ageMs >= file.everyMs && !isRetryTooEarly && !mirror.refreshing)
          startRefresh(mirror, name, file, ask).catch((error: unknown) => warn(error, source, ageMs))
        if (mirror.failed && ageMs >= outdatedFactor * file.everyMs) onOutdated?.(mirror.failed.error)
        return valueFor(file, copy.value)
      }
      throwUnlessWorthWaiting(mirror, at)
      return valueFor(file, (await orAborted(ask.signal, startRefresh(mirror, name, file, ask))).value)
    },
    close: () => closing.abort(new UpstreamError('timeout', 'the service stops')),
  }
}

/** The ask that downloads, and the previous version. */
interface RefreshOptions {
  readonly ask: ReadingAsk
  readonly old: MirrorVersion | undefined
  readonly signal: AbortSignal
}

async function refresh<T>(
  { name, storage }: { readonly name: string; readonly storage: MirrorStorage },
  file: MirroredFile<T>,
  { ask, old, signal }: RefreshOptions,
  { download, epochMs }: FileMirrorDeps,
): Promise<MirrorVersion> {
  const init = { ...file.init, headers: { ...file.init?.headers, ...old?.conditions } }
  const reply = await download({ name, url: file.url, init, limits: ask.limits }, signal)
  const checkedAt = epochMs()
  if (reply.isUnchanged && old) {
    const bytes = await storage.read(name)
    if (bytes)
      await storage.write(name, encodeMirror({ checkedAt, conditions: old.conditions }, decodeMirror(bytes).body))
    return { ...old, checkedAt }
  }
  const copy = { value: parseFile(file, reply.bytes), checkedAt, conditions: conditionsOf(reply.headers) }
  await storage.write(name, encodeMirror(copy, reply.bytes))
  return copy
}

function newMirror(): MirrorState {
  return { startedAt: 0, copy: undefined, loadingStored: undefined, refreshing: undefined, failed: undefined }
}

/** Throws if the first download is not worth waiting for: right after a failure, or when it takes too long. */
function throwUnlessWorthWaiting({ failed, refreshing, startedAt }: MirrorState, now: number): void {
  if (failed !== undefined && now - failed.at < retryDelayMs) throw failed.error
  if (refreshing !== undefined && now - startedAt > firstWaitMs)
    throw new UpstreamError('timeout', 'its catalogue is still being downloaded')
}

function storageName(source: string, url: string): string {
  const id = createHash('sha256').update(`${source} ${url}`).digest('hex').slice(0, 16)
  return `copy-${source.replaceAll(/[^\w-]/g, '-')}-${id}`
}

/**
 * Creates the function that downloads files. A download belongs to no ask: it has its own time and slot, within the
 * limits of its source.
 */
export function createFileDownload(wire: ExchangeDependencies): FileMirrorDeps['download'] {
  return ({ url, init, limits: own }, signal) => {
    const limits = { ...own, attemptMs: downloadMs, askMs: downloadMs }
    const ticket = createQueueTicket(privateQueue(), 'download')
    return exchange(url, init, { limits, signal, ticket, budget: createAskBudget(downloadMs, wire.epochMs) }, wire)
  }
}

function conditionsOf(headers: ReceivedReply['headers']): Conditions {
  const { etag, 'last-modified': modified } = headers
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  }
}

async function loadStored(
  storage: MirrorStorage,
  name: string,
  file: MirroredFile<unknown>,
): Promise<MirrorVersion | undefined> {
  const bytes = await storage.read(name)
  if (!bytes) return undefined
  try {
    const { head, body } = decodeMirror(bytes)
    return { ...head, value: file.read(body) }
  } catch {
    // Truncated, or written by an older version of the source: it is downloaded again.
    return undefined
  }
}

function parseFile<T>(file: MirroredFile<T>, bytes: Uint8Array): T {
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
function valueFor<T>(file: MirroredFile<T>, value: unknown): T {
  assumeType(file, value)
  return value
}

function assumeType<T>(_file: MirroredFile<T>, _value: unknown): asserts _value is T {
  // Cannot be checked at run time: the entry was created for this file.
}

/** Waits for `promise`; rejects when the signal aborts. */
function orAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
