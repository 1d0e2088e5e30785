// One search: asks the service, takes what comes as it comes, keeps it when the answer breaks off.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { StreamEnd, StreamSource, StreamStart } from '../../../src/contract/search-events.ts'
import { AskError, type Asking, type StreamedEvent } from '../fetching.ts'
import { streamPath } from './address.ts'
import type { SearchAsk } from './ask.ts'
import { type CameLinks, createGathered } from './gathered.ts'
import type { Row } from './row.ts'
import { begun, ended, noProgress, type Progress, settled } from './tally.ts'

/** One search, and how far it is. */
export interface Finding {
  readonly progress: ReadonlySignal<Progress>
  /** All links so far, in no order. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** When it was asked last, in epoch milliseconds. */
  askedAt(): number
  /** Asks. Asked again, it keeps its rows until they are told anew; `isRefresh` has the service ask the sources anew. */
  start(isRefresh: boolean): void
  /** Asks no further, and keeps what has come. */
  stop(): void
}

/** What it is made with. */
export interface FindingParts {
  readonly asking: Pick<Asking, 'events'>
  readonly now: () => number
  /** Runs something soon; many events that come together are shown together. */
  readonly soon: (run: () => void) => void
}

type SearchEvent =
  | { readonly event: 'start'; readonly data: StreamStart }
  | { readonly event: 'source'; readonly data: StreamSource }
  | { readonly event: 'links'; readonly data: CameLinks }
  | { readonly event: 'end'; readonly data: StreamEnd }

const eventNames: ReadonlySet<string> = new Set<SearchEvent['event']>(['start', 'source', 'links', 'end'])

/** The service's word is believed: it is tested against the contract there. */
function isOfSearch(came: StreamedEvent): came is SearchEvent {
  return eventNames.has(came.event)
}

/** Makes it; nothing is asked before `start`. */
export function createFinding(ask: SearchAsk, { asking, now, soon }: FindingParts): Finding {
  const found = createFound(soon)
  let askedAt = 0
  let leaving = new AbortController()

  async function listen(path: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const came of asking.events(path, { signal })) {
        if (signal.aborted) return
        if (isOfSearch(came)) found.take(came)
      }
      // A service that fails midway says so by an event of its own, and ends; one that is gone just ends.
      if (!signal.aborted) found.finish('broken')
    } catch (error) {
      if (!signal.aborted) found.fail(error)
    }
  }

  return {
    progress: found.progress,
    rows: found.rows,
    askedAt: () => askedAt,
    start(isRefresh) {
      leaving.abort()
      leaving = new AbortController()
      askedAt = now()
      found.begin()
      void listen(streamPath(ask, isRefresh), leaving.signal)
    },
    stop() {
      leaving.abort()
      found.finish('stopped')
    },
  }
}

/** What has been found, and as much of it as is shown already. */
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
    /** It goes no further; one that has ended by itself stays as it is. */
    finish(phase: 'broken' | 'stopped') {
      if (latest.phase === 'asking') latest = { ...latest, phase }
      show()
    },
    /** What has begun broke off; what has not was refused. */
    fail(error: unknown) {
      const known = error instanceof AskError ? error : new AskError('fault', String(error))
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
