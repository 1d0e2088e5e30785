// A running search: reads the stream, collects results, and keeps them when the stream breaks.
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { type CollectedWork, createWorkCollector, type WorksEvent } from '../../../client/work-collector.ts'
import type { StreamEnd, StreamSource, StreamStart } from '../../../src/contract/search-events.ts'
import { type ApiClient, ApiError, type ServerEvent } from '../api-client.ts'
import { initialProgress, lateSources, onEnd, onSource, onStart, type SearchProgress } from './search-progress.ts'
import type { SearchState } from './search-state.ts'
import { streamPath } from './search-url.ts'

export interface SearchSession {
  readonly progress: ReadonlySignal<SearchProgress>
  /** All works so far: in the order in which they arrived, at the end the best first. */
  readonly works: ReadonlySignal<readonly CollectedWork[]>
  /** All links so far, unordered. */
  readonly rows: ReadonlySignal<readonly Row[]>
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
  /** Schedules the request for late sources. Returns a function that cancels it. */
  readonly scheduleLate: (run: () => void) => () => void
}

type SearchEvent =
  | { readonly event: 'start'; readonly data: StreamStart }
  | { readonly event: 'source'; readonly data: StreamSource }
  | { readonly event: 'works'; readonly data: WorksEvent }
  | { readonly event: 'end'; readonly data: StreamEnd }

const eventNames: ReadonlySet<string> = new Set<SearchEvent['event']>(['start', 'source', 'works', 'end'])

/** Data is not validated here: the server's tests check it against the contract. */
function isSearchEvent(event: ServerEvent): event is SearchEvent {
  return eventNames.has(event.event)
}

/**
 * Creates the search; no request is sent before `start`. If sources were late, it is repeated once in the background: the server has
 * their answers by then.
 */
export function createSearchSession(
  ask: SearchState,
  { api, epochMs, scheduleRender, scheduleLate }: SearchSessionOptions,
): SearchSession {
  const state = createSessionState(scheduleRender)
  let requestedAt = 0
  let controller = new AbortController()
  let cancelLate: () => void = () => undefined

  async function readStream(path: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of api.events(path, { signal })) {
        if (signal.aborted) return
        if (isSearchEvent(event)) state.take(event)
      }
      // The stream ends with an `end` event, on errors too; without one the connection broke.
      if (!signal.aborted) state.end({ phase: 'broken' })
    } catch (error) {
      if (!signal.aborted) state.fail(error)
    }
  }

  function abort(): AbortSignal {
    cancelLate()
    controller.abort()
    controller = new AbortController()
    return controller.signal
  }

  async function request(isRefresh: boolean): Promise<void> {
    const signal = abort()
    requestedAt = epochMs()
    state.begin()
    await readStream(streamPath(ask, { isRefresh }), signal)
    if (signal.aborted || lateSources(state.progress.peek()) === 0) return
    cancelLate = scheduleLate(() => {
      state.begin({ isQuiet: true })
      void readStream(streamPath(ask, { isRefresh: false }), signal)
    })
  }

  return {
    progress: state.progress,
    works: state.works,
    rows: state.rows,
    requestedAt: () => requestedAt,
    start({ isRefresh = false } = {}) {
      void request(isRefresh)
    },
    stop() {
      abort()
      state.end({ phase: 'stopped' })
    },
  }
}

/** Collected results, and the part of them that is rendered. */
function createSessionState(scheduleRender: SearchSessionOptions['scheduleRender']) {
  const progress = signal(initialProgress)
  const works = signal<readonly CollectedWork[]>([])
  const rows = computed(() => works.value.flatMap(({ links }) => links))
  const collector = createWorkCollector()
  let latest = initialProgress
  /** Whether the request runs in the background: nothing of it is shown before its end, as it begins with less than is known. */
  let isQuiet = false
  let isPublishPending = false

  function publish(): void {
    isPublishPending = false
    if (isQuiet) return
    progress.value = latest
    works.value = collector.works()
  }

  function publishSoon(): void {
    if (isPublishPending) return
    isPublishPending = true
    scheduleRender(() => {
      if (isPublishPending) publish()
    })
  }

  function end(ended: Partial<SearchProgress>): void {
    // A background search that did not end leaves what the search before it found.
    if (isQuiet) return
    if (latest.phase === 'asking') latest = { ...latest, ...ended }
    publish()
  }

  return {
    progress,
    works,
    rows,
    begin(options: { readonly isQuiet?: boolean } = {}) {
      // What came last is shown before the background begins.
      publish()
      isQuiet = options.isQuiet === true
      latest = initialProgress
      collector.begin()
      publish()
    },
    take(event: SearchEvent) {
      if (event.event === 'works') collector.add(event.data)
      else latest = nextProgress(latest, event)
      if (event.event === 'end') collector.finish()
      if (event.event === 'end') isQuiet = false
      publishSoon()
    },
    /** Ends the search unless it has ended already. */
    end,
    /** A stream that had started is `broken`; otherwise it was `refused`. */
    fail(error: unknown) {
      end({ phase: latest.asked > 0 ? 'broken' : 'refused', error: ApiError.from(error) })
    },
  }
}

function nextProgress(progress: SearchProgress, event: Exclude<SearchEvent, { event: 'works' }>): SearchProgress {
  if (event.event === 'start') return onStart(progress, event.data)
  return event.event === 'source' ? onSource(progress, event.data) : onEnd(progress, event.data)
}
