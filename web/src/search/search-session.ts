// A running search: reads the stream, collects results, and keeps them when the stream breaks.
import { type ReadonlySignal, signal } from '@preact/signals'
import { createLinkCollector, type LinksEvent, type CollectedLink as Row } from '../../../client/link-collector.ts'
import type { StreamEnd, StreamSource, StreamStart } from '../../../src/contract/search-events.ts'
import { type ApiClient, ApiError, type ServerEvent } from '../api-client.ts'
import { initialProgress, onEnd, onSource, onStart, type SearchProgress } from './search-progress.ts'
import type { SearchState } from './search-state.ts'
import { streamPath } from './search-url.ts'

/** A search and its progress. */
export interface SearchSession {
  readonly progress: ReadonlySignal<SearchProgress>
  /** All links so far, unordered. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** Time of the last request, in epoch milliseconds. */
  requestedAt(): number
  /**
   * Starts the request. On a restart, rows stay until they are received again; `isRefresh` bypasses the server's cache.
   */
  start(options?: { readonly isRefresh?: boolean }): void
  /** Aborts the request and keeps the results. */
  stop(): void
}

export interface SearchSessionOptions {
  readonly api: Pick<ApiClient, 'events'>
  readonly epochMs: () => number
  /** Schedules a batched update, so that many events cause one render. */
  readonly scheduleRender: (run: () => void) => void
}

type SearchEvent =
  | { readonly event: 'start'; readonly data: StreamStart }
  | { readonly event: 'source'; readonly data: StreamSource }
  | { readonly event: 'links'; readonly data: LinksEvent }
  | { readonly event: 'end'; readonly data: StreamEnd }

const eventNames: ReadonlySet<string> = new Set<SearchEvent['event']>(['start', 'source', 'links', 'end'])

/** Data is not validated here: the server's tests check it against the contract. */
function isSearchEvent(event: ServerEvent): event is SearchEvent {
  return eventNames.has(event.event)
}

/** Creates the search; no request is sent before `start`. */
export function createSearchSession(
  ask: SearchState,
  { api, epochMs, scheduleRender }: SearchSessionOptions,
): SearchSession {
  const state = createSessionState(scheduleRender)
  let requestedAt = 0
  let controller = new AbortController()

  async function readStream(path: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of api.events(path, { signal })) {
        if (signal.aborted) return
        if (isSearchEvent(event)) state.take(event)
      }
      // The stream ends with an `end` event, on errors too; without one the connection broke.
      if (!signal.aborted) state.finish('broken')
    } catch (error) {
      if (!signal.aborted) state.fail(error)
    }
  }

  return {
    progress: state.progress,
    rows: state.rows,
    requestedAt: () => requestedAt,
    start({ isRefresh = false } = {}) {
      controller.abort()
      controller = new AbortController()
      requestedAt = epochMs()
      state.begin()
      void readStream(streamPath(ask, { isRefresh }), controller.signal)
    },
    stop() {
      controller.abort()
      state.finish('stopped')
    },
  }
}

/** Collected results, and the part of them that is rendered. */
function createSessionState(scheduleRender: SearchSessionOptions['scheduleRender']) {
  const progress = signal(initialProgress)
  const rows = signal<readonly Row[]>([])
  const collector = createLinkCollector()
  let latest = initialProgress
  let isPublishPending = false

  function publish(): void {
    isPublishPending = false
    progress.value = latest
    rows.value = collector.links()
  }

  function publishSoon(): void {
    if (isPublishPending) return
    isPublishPending = true
    scheduleRender(() => {
      if (isPublishPending) publish()
    })
  }

  return {
    progress,
    rows,
    begin() {
      latest = initialProgress
      collector.begin()
      publish()
    },
    take(event: SearchEvent) {
      if (event.event === 'links') collector.add(event.data)
      else latest = nextProgress(latest, event)
      if (event.event === 'end') collector.finish()
      publishSoon()
    },
    /** Ends the search unless it has ended already. */
    finish(phase: 'broken' | 'stopped') {
      if (latest.phase === 'asking') latest = { ...latest, phase }
      publish()
    },
    /** A stream that had started is `broken`; otherwise it was `refused`. */
    fail(error: unknown) {
      const known = error instanceof ApiError ? error : new ApiError('serverError', String(error))
      if (latest.phase === 'asking') {
        latest = { ...latest, phase: latest.asked > 0 ? 'broken' : 'refused', error: known }
      }
      publish()
    },
  }
}

function nextProgress(progress: SearchProgress, event: Exclude<SearchEvent, { event: 'links' }>): SearchProgress {
  if (event.event === 'start') return onStart(progress, event.data)
  return event.event === 'source' ? onSource(progress, event.data) : onEnd(progress, event.data)
}
