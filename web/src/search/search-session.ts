// A running search: reads the stream, collects results, and keeps them when the stream breaks.
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { type CollectedWork, createWorkCollector, type WorksEvent } from '../../../client/work-collector.ts'
import type { StreamEnd, StreamSource, StreamStart } from '../../../src/contract/search-events.ts'
import { type ApiClient, ApiError, type ServerEvent } from '../api-client.ts'
import type { Timers } from '../timers.ts'
import { initialProgress, lateSources, onEnd, onSource, onStart, type SearchProgress } from './search-progress.ts'
import type { SearchState } from './search-state.ts'
import { streamPath } from './search-url.ts'

export interface SearchSessionOptions {
  readonly api: Pick<ApiClient, 'events'>
  readonly epochMs: () => number
  readonly timers: Timers
}

/** Events within this time are rendered together, to save work on phones. */
const renderIntervalMs = 120
/** Sources that did not answer in time are asked for again after this time. */
const lateAfterMs = 3_000

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

/** A search; no request is sent before `start`. If sources were late, it is repeated once in the background: the server has their answers by then. */
export class SearchSession {
  readonly progress = signal(initialProgress)
  /** All works so far: in the order in which they arrived, at the end the best first. */
  readonly works = signal<readonly CollectedWork[]>([])
  /** All links so far, unordered. */
  readonly rows: ReadonlySignal<readonly Row[]> = computed(() => this.works.value.flatMap(({ links }) => links))
  /** Time of the last request, in epoch milliseconds. */
  requestedAt = 0
  readonly #ask: SearchState
  readonly #options: SearchSessionOptions
  readonly #collector = createWorkCollector()
  #latest = initialProgress
  /** Whether the request runs in the background: nothing of it is shown before its end, as it begins with less than is known. */
  #isQuiet = false
  #isPublishPending = false
  #controller = new AbortController()
  #cancelLate: (() => void) | undefined

  constructor(ask: SearchState, options: SearchSessionOptions) {
    this.#ask = ask
    this.#options = options
  }

  /** On a restart, rows stay until they are received again; `isRefresh` bypasses the server's cache. */
  start({ isRefresh = false } = {}): void {
    void this.#request(isRefresh)
  }

  /** Aborts the request and keeps the results. */
  stop(): void {
    this.#abort()
    this.#end({ phase: 'stopped' })
  }

  #abort(): AbortSignal {
    this.#cancelLate?.()
    this.#controller.abort()
    this.#controller = new AbortController()
    return this.#controller.signal
  }

  async #request(isRefresh: boolean): Promise<void> {
    const signal = this.#abort()
    this.requestedAt = this.#options.epochMs()
    this.#begin(false)
    await this.#read(isRefresh, signal)
    if (signal.aborted || lateSources(this.progress.peek()) === 0) return
    this.#cancelLate = this.#options.timers.after(lateAfterMs, () => {
      this.#begin(true)
      void this.#read(false, signal)
    })
  }

  async #read(isRefresh: boolean, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of this.#options.api.events(streamPath(this.#ask, { isRefresh }), { signal })) {
        if (signal.aborted) return
        if (isSearchEvent(event)) this.#take(event)
      }
      // The stream ends with an `end` event, on errors too; without one the connection broke.
      if (!signal.aborted) this.#end({ phase: 'broken' })
    } catch (error) {
      // A stream that had started is broken; otherwise it was refused.
      const phase = this.#latest.asked > 0 ? 'broken' : 'refused'
      if (!signal.aborted) this.#end({ phase, error: ApiError.from(error) })
    }
  }

  #begin(isQuiet: boolean): void {
    // What came last is shown before the background begins.
    this.#publish()
    this.#isQuiet = isQuiet
    this.#latest = initialProgress
    this.#collector.begin()
    this.#publish()
  }

  #take(event: SearchEvent): void {
    if (event.event === 'works') this.#collector.add(event.data)
    else this.#latest = nextProgress(this.#latest, event)
    if (event.event === 'end') {
      this.#collector.finish()
      this.#isQuiet = false
    }
    if (this.#isPublishPending) return
    this.#isPublishPending = true
    this.#options.timers.after(renderIntervalMs, () => {
      if (this.#isPublishPending) this.#publish()
    })
  }

  /** Ends the search unless it has ended already. */
  #end(ended: Partial<SearchProgress>): void {
    // A background search that did not end leaves what the search before it found.
    if (this.#isQuiet) return
    if (this.#latest.phase === 'asking') this.#latest = { ...this.#latest, ...ended }
    this.#publish()
  }

  #publish(): void {
    this.#isPublishPending = false
    if (this.#isQuiet) return
    this.progress.value = this.#latest
    this.works.value = this.#collector.works()
  }
}

function nextProgress(progress: SearchProgress, event: Exclude<SearchEvent, { event: 'works' }>): SearchProgress {
  if (event.event === 'start') return onStart(progress, event.data)
  return event.event === 'source' ? onSource(progress, event.data) : onEnd(progress, event.data)
}
