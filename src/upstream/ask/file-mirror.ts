// Local mirrors of upstream files that are searched here: refreshed with conditional requests, served meanwhile.

import { LRUCache } from 'lru-cache'
import { abortableWait } from '../../async/abortable.ts'
import { ageMs } from '../../async/ages.ts'
import { UpstreamError } from '../errors.ts'
import type { MirroredFile } from '../source.ts'
import {
  type FileMirrorDeps,
  loadStored,
  type MirrorStorage,
  type MirrorVersion,
  type ReadingAsk,
  refresh,
  storageName,
  type WarningLog,
} from './mirror-version.ts'

export type FileMirrors = ReturnType<typeof createFileMirrors>

interface MirrorState {
  /** When the latest download started (epoch milliseconds). */
  startedAt: number
  copy?: MirrorVersion | undefined
  loadingStored?: Promise<void>
  refreshing?: Promise<MirrorVersion> | undefined
  failed?: { readonly error: unknown; readonly at: number } | undefined
}

/** Minimum time between a failed download and the next one. */
const retryDelayMs = 60_000

/** Callers that arrive later than this after the start of the first download do not wait for it. */
const firstWaitMs = 4_000

/** The age, in refresh intervals, from which a mirror counts as out of date: single refreshes may fail. */
const outdatedFactor = 2

/** Maximum number of files in memory; a source may build URLs from queries. Evicted files are read from disk again. */
const maxMirrors = 100

/** The log fields of an error. An upstream failure is not a bug of ours, so its message is enough. */
function reasonOf(error: unknown) {
  return error instanceof UpstreamError ? { kind: error.kind, detail: error.message } : { err: error }
}

/** Records the end of a refresh in the state of the mirror. */
async function recordRefresh(mirror: MirrorState, refreshed: Promise<MirrorVersion>, epochMs: () => number) {
  try {
    mirror.copy = await refreshed
    mirror.failed = undefined
    return mirror.copy
  } catch (error) {
    mirror.failed = { error, at: epochMs() }
    throw error
  } finally {
    mirror.refreshing = undefined
  }
}

/** Creates the file mirrors on top of `storage`. Failed refreshes are logged, because no caller waits for them. */
export function createFileMirrors(storage: MirrorStorage, parts: FileMirrorDeps, log: WarningLog) {
  const { epochMs } = parts
  const mirrors = new LRUCache<string, MirrorState>({ max: maxMirrors })
  const closing = new AbortController()

  /** Starts a download unless one is running. It continues when the caller leaves: later callers need the file. */
  const startRefresh = (mirror: MirrorState, name: string, file: MirroredFile<unknown>, ask: ReadingAsk) => {
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
    /** The parsed value; waits for the first download only. `onOutdated` gets the error that keeps it out of date. */
    async read<T>(
      source: string,
      file: MirroredFile<T>,
      ask: ReadingAsk,
      onOutdated?: (error: unknown) => void,
    ): Promise<T> {
      const name = storageName(source, file.url)
      const mirror = mirrors.get(name) ?? { startedAt: 0 }
      mirrors.set(name, mirror)
      mirror.loadingStored ??= loadStored(storage, name, file).then((copy) => {
        mirror.copy = copy
      })
      await mirror.loadingStored
      const at = epochMs()
      const isRetryTooEarly = mirror.failed !== undefined && ageMs(at, mirror.failed.at) < retryDelayMs
      const { copy } = mirror
      if (copy) {
        const copyAgeMs = ageMs(at, copy.checkedAt)
        if (copyAgeMs >= file.everyMs && !isRetryTooEarly && !mirror.refreshing)
          startRefresh(mirror, name, file, ask).catch((error: unknown) => warn(error, source, copyAgeMs))
        if (mirror.failed && copyAgeMs >= outdatedFactor * file.everyMs) onOutdated?.(mirror.failed.error)
        return valueFor(file, copy.value)
      }
      throwUnlessWorthWaiting(mirror, at)
      return valueFor(file, (await abortableWait(startRefresh(mirror, name, file, ask), ask.signal)).value)
    },
    close: () => closing.abort(new UpstreamError('timeout', 'the service stops')),
  }
}

/** Throws if the first download is not worth waiting for: right after a failure, or when it takes too long. */
function throwUnlessWorthWaiting({ failed, refreshing, startedAt }: MirrorState, now: number): void {
  if (failed !== undefined && ageMs(now, failed.at) < retryDelayMs) throw failed.error
  if (refreshing !== undefined && ageMs(now, startedAt) > firstWaitMs)
    throw new UpstreamError('timeout', 'its catalogue is still being downloaded', { reason: { code: 'downloading' } })
}

/** The storage key contains source and URL, so the value has the type that this source's `read` returns. */
function valueFor<T>(file: MirroredFile<T>, value: unknown): T {
  assumeType(file, value)
  return value
}

function assumeType<T>(_file: MirroredFile<T>, _value: unknown): asserts _value is T {
  // Cannot be checked at run time: the entry was created for this file.
}
