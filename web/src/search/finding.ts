// A running search: reads the stream, collects results, and keeps them when the stream breaks.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { StreamEnd, StreamSource, StreamStart } from '../../../src/contract/search-events.ts'
import { AskError, type Asking, type StreamedEvent } from '../fetching.ts'
import { streamPath } from './address.ts'
import type { SearchAsk } from './ask.ts'
import { type CameLinks, createGathered } from './gathered.ts'
import type { Row } from './row.ts'
import { begun, ended, noProgress, type Progress, settled } from './tally.ts'

/** A search and its progress. */
export interface Finding {
  readonly progress: ReadonlySignal<Progress>
  /** All links so far, unordered. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** Time of the last request, in epoch milliseconds. */
  askedAt(): number
  /**
   * Starts the request. On a restart, rows stay until they are received again; `isRefresh` bypasses the server's cache.
   */
  start(options?: { readonly isRefresh?: boolean }): void
  /** Aborts the request and keeps the results. */
  stop(): void
}

export interface FindingParts {
  readonly asking: Pick<Asking, 'events'>
  readonly epochMs: () => number
  /** Schedules a batched update, so that many events cause one render. */
  readonly soon: (run: () => void) => void
}

type SearchEvent =
  | { readonly event: 'start'; readonly data: StreamStart }
  | { readonly event: 'source'; readonly data: StreamSource }
  | { readonly event: 'links'; readonly data: CameLinks }
  | { readonly event: 'end'; readonly data: StreamEnd }

const eventNames: ReadonlySet<string> = new Set<SearchEvent['event']>(['start', 'source', 'links', 'end'])

/** Data is not validated here: the server's tests check it against the contract. */
function isOfSearch(came: StreamedEvent): came is SearchEvent {
  return eventNames.has(came.event)
}

/** Creates the search; no request is sent before `start`. */
export function createFinding(ask: SearchAsk, { asking, epochMs, soon }: FindingParts): Finding {
  const found = createFound(soon)
  let askedAt = 0
  let leaving = new AbortController()

  async function listen(path: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const came of asking.events(path, { signal })) {
        if (signal.aborted) return
        if (isOfSearch(came)) found.take(came)
      }
      // The stream ends with an `end` event, on errors too; without one the connection broke.
      if (!signal.aborted) found.finish('broken')
    } catch (error) {
      if (!signal.aborted) found.fail(error)
    }
  }

  return {
    progress: found.progress,
    rows: found.rows,
    askedAt: () => askedAt,
    start({ isRefresh = false } = {}) {
      leaving.abort()
      leaving = new AbortController()
      askedAt = epochMs()
      found.begin()
      void listen(streamPath(ask, { isRefresh }), leaving.signal)
    },
    stop() {
      leaving.abort()
      found.finish('stopped')
    },
  }
}

/** Collected results, and the part of them that is rendered. */
function createFound(soon: FindingParts['soon']) {
  const progress = signal(noProgress)
  const rows = signal<readonly Row[]>([])
  const gathered = createGathered()
  let latest = noProgress
  let isBehind = false

  function show(): void {
    isBehind = false
    progress.value = latest
    rows.value = gathered.rows()
  }

  function showSoon(): void {
    if (isBehind) return
    isBehind = true
    soon(() => {
      if (isBehind) show()
    })
  }

  return {
    progress,
    rows,
    begin() {
      latest = noProgress
      gathered.begin()
      show()
    },
    take(came: SearchEvent) {
      if (came.event === 'links') gathered.add(came.data)
      else latest = told(latest, came)
      if (came.event === 'end') gathered.finish()
      showSoon()
    },
    /** Ends the search unless it has ended already. */
    finish(phase: 'broken' | 'stopped') {
      if (latest.phase === 'asking') latest = { ...latest, phase }
      show()
    },
    /** A stream that had started is `broken`; otherwise it was `refused`. */
    fail(error: unknown) {
      const known = error instanceof AskError ? error : new AskError('serverError', String(error))
      if (latest.phase === 'asking') {
        latest = { ...latest, phase: latest.asked > 0 ? 'broken' : 'refused', error: known }
      }
      show()
    },
  }
}

function told(progress: Progress, came: Exclude<SearchEvent, { event: 'links' }>): Progress {
  if (came.event === 'start') return begun(progress, came.data)
  return came.event === 'source' ? settled(progress, came.data) : ended(progress, came.data)
}
