// Local mirrors of upstream files that are searched here: refreshed with conditional requests, served meanwhile.
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { abortableWait } from '../../async/abortable.ts'
import { ageMs } from '../../async/ages.ts'
import type { Logger } from '../../observability/log.ts'
import { parseJson } from '../../observability/parse-json.ts'
import { UpstreamError } from '../errors.ts'
import { createCallers } from '../host/queue.ts'
import { createAskBudget } from '../net/ask-budget.ts'
import { type AskContext, type ExchangeDependencies, exchange } from '../net/exchange.ts'
import type { Limits, MirroredFile } from '../source.ts'

export type FileMirrors = ReturnType<typeof createFileMirrors>

/** Persistent file storage; `store/` implements it. No call rejects: a failed read is logged and returns undefined. */
export interface MirrorStorage {
  read(name: string): Promise<Uint8Array | undefined>
  /** In the background. */
  write(name: string, bytes: Uint8Array): void
}

/** The first line of a stored file: when it was last checked (epoch milliseconds), and headers for a conditional request. */
const storedHead = z.object({ checkedAt: z.number(), conditions: z.record(z.string(), z.string()) })

interface MirrorVersion extends z.infer<typeof storedHead> {
  readonly value: unknown
}

/** The state of one file. */
interface Mirror {
  readonly name: string
  version?: MirrorVersion | undefined
  loading?: Promise<void>
  /** When the latest download started (epoch milliseconds). */
  startedAt: number
  refreshing?: Promise<MirrorVersion> | undefined
  failed?: { readonly error: unknown; readonly at: number } | undefined
}

/** Maximum duration of a download. */
const downloadMs = 2 * 60_000
/** Minimum time between a failed download and the next one. */
const retryDelayMs = 60_000
/** Callers that arrive later than this after the start of the first download do not wait for it. */
const firstWaitMs = 4_000
/** The age, in refresh intervals, from which a mirror counts as out of date: single refreshes may fail. */
const outdatedFactor = 2
/** Maximum number of files in memory; a source may build URLs from queries. Evicted files are read from disk again. */
const maxMirrors = 100
const lineEnd = 10

/** Creates the file mirrors on top of `storage`. Failed refreshes are logged, because no caller waits for them. */
export function createFileMirrors(storage: MirrorStorage, wire: ExchangeDependencies, log: Pick<Logger, 'warn'>) {
  const { epochMs } = wire
  const mirrors = new LRUCache<string, Mirror>({ max: maxMirrors })
  const closing = new AbortController()
  const files = createStoredFiles(storage, wire)

  /** Starts a download unless one is running. It continues when the caller leaves: later callers need the file. */
  function refresh(mirror: Mirror, file: MirroredFile<unknown>, limits: Limits): Promise<MirrorVersion> {
    if (mirror.refreshing) return mirror.refreshing
    mirror.startedAt = epochMs()
    mirror.refreshing = files.download(mirror, file, limits, closing.signal).finally(() => {
      mirror.refreshing = undefined
    })
    void mirror.refreshing.then(
      (version) => Object.assign(mirror, { version, failed: undefined }),
      (error: unknown) => Object.assign(mirror, { failed: { error, at: epochMs() } }),
    )
    return mirror.refreshing
  }
  return {
    /** What `read` made of the file; waits for the first download only. `onOutdated` gets the error that keeps it out of date. */
    async read<T>(
      source: string,
      file: MirroredFile<T>,
      { limits, signal }: Pick<AskContext, 'limits' | 'signal'>,
      onOutdated?: (error: unknown) => void,
    ): Promise<T> {
      const name = storageName(source, file.url)
      const mirror = mirrors.get(name) ?? { name, startedAt: 0 }
      mirrors.set(name, mirror)
      mirror.loading ??= files.load(mirror, file)
      await mirror.loading
      const { version, failed } = mirror
      if (!version) {
        throwUnlessWorthWaiting(mirror, epochMs())
        return valueFor(file, (await abortableWait(refresh(mirror, file, limits), signal)).value)
      }
      const versionAgeMs = ageMs(epochMs(), version.checkedAt)
      const mayRefresh = failed === undefined || ageMs(epochMs(), failed.at) >= retryDelayMs
      if (versionAgeMs >= file.everyMs && mayRefresh && !mirror.refreshing)
        refresh(mirror, file, limits).catch((error: unknown) => {
          const fields = { ...reasonOf(error), source, ageMs: versionAgeMs }
          if (!closing.signal.aborted) log.warn(fields, 'failed to refresh a mirrored file; using the older version')
        })
      if (failed && versionAgeMs >= outdatedFactor * file.everyMs) onOutdated?.(failed.error)
      return valueFor(file, version.value)
    },
    close: () => closing.abort(new UpstreamError('timeout', 'the service stops')),
  }
}

/** Creates the functions that load the stored version of a file and download the next one. */
function createStoredFiles(storage: MirrorStorage, wire: ExchangeDependencies) {
  const { nextSlice: pause = setImmediate } = wire
  const store = ({ checkedAt, conditions }: MirrorVersion, name: string, body: Uint8Array) =>
    storage.write(name, Buffer.concat([Buffer.from(`${JSON.stringify({ checkedAt, conditions })}\n`), body]))
  /** The parts of a stored file; undefined if there is none, or it is damaged. */
  const stored = async (name: string) => {
    const bytes = Buffer.from((await storage.read(name)) ?? [])
    const end = Math.max(0, bytes.indexOf(lineEnd))
    const head = storedHead.safeParse(parseJson(bytes.toString('utf8', 0, end))).data
    return head && { head, body: bytes.subarray(end + 1) }
  }
  return {
    async load(mirror: Mirror, file: MirroredFile<unknown>): Promise<void> {
      const found = await stored(mirror.name)
      try {
        mirror.version = found && { ...found.head, value: await file.read(found.body, pause) }
      } catch {
        // Truncated, or written by an older version of the source: it is downloaded again.
      }
    },
    /** Downloads the file with time and slot of its own, and stores it; an unchanged one only gets a new time. */
    async download({ name, version: old }: Mirror, file: MirroredFile<unknown>, own: Limits, signal: AbortSignal) {
      const init = { ...file.init, headers: { ...file.init?.headers, ...old?.conditions } }
      const limits = { ...own, attemptMs: downloadMs, askMs: downloadMs }
      const budget = createAskBudget(downloadMs, wire.monotonicMs)
      const ask = { limits, signal, callers: createCallers(), budget }
      const { isUnchanged, bytes, headers } = await exchange(file.url, init, ask, wire)
      const checkedAt = wire.epochMs()
      const version =
        isUnchanged && old
          ? { ...old, checkedAt }
          : { checkedAt, value: await readOrRefuse(file, bytes, pause), conditions: conditionsOf(headers) }
      const body = isUnchanged ? (await stored(name))?.body : bytes
      if (body) store(version, name, body)
      return version
    },
  }
}

/** @throws UpstreamError `mismatch` if `read` throws anything else. */
async function readOrRefuse(file: MirroredFile<unknown>, bytes: Uint8Array, pause: () => Promise<unknown>) {
  try {
    return await file.read(bytes, pause)
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('mismatch', 'the file is not what this source expects', { cause: error })
  }
}

/** Throws if the first download is not worth waiting for: right after a failure, or when it takes too long. */
function throwUnlessWorthWaiting({ failed, refreshing, startedAt }: Mirror, now: number): void {
  if (failed !== undefined && ageMs(now, failed.at) < retryDelayMs) throw failed.error
  if (refreshing !== undefined && ageMs(now, startedAt) > firstWaitMs)
    throw new UpstreamError('timeout', 'its catalogue is still being downloaded', { reason: { code: 'downloading' } })
}

/** The name of the stored file. */
function storageName(source: string, url: string): string {
  const id = createHash('sha256').update(`${source} ${url}`).digest('hex').slice(0, 16)
  return `copy-${source.replaceAll(/[^\w-]/g, '-')}-${id}`
}

function conditionsOf({ etag, 'last-modified': modified }: Readonly<Record<string, string | undefined>>) {
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  }
}

/** The log fields of an error. An upstream failure is not a bug of ours, so its message is enough. */
function reasonOf(error: unknown) {
  return error instanceof UpstreamError ? { kind: error.kind, detail: error.message } : { err: error }
}

/** The storage key contains source and URL, so the value has the type that this source's `read` returns. */
function valueFor<T>(file: MirroredFile<T>, value: unknown): T {
  assumeType(file, value)
  return value
}

function assumeType<T>(_file: MirroredFile<T>, _value: unknown): asserts _value is T {
  // Cannot be checked at run time: the entry was created for this file.
}
