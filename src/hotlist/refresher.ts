// Refreshes lists requested within the last hour in the background: a few at a time, on schedule.
import type { HotList } from './accept-family.ts'
import type { Pace } from './pace.ts'

export interface Refresher {
  /** Records that a client requested this list. */
  wanted(list: HotList): void
  /** Keeps a list fresh until the returned function is called, once. */
  hold(list: HotList): () => void
  /** Starts due refreshes up to the concurrency limit; call it about once a second. */
  tick(): void
  /** Refreshes a list now; resolves when that has ended. */
  refresh(list: HotList): Promise<void>
  /** How many lists are being refreshed, and how many are kept fresh. */
  counts(): { readonly running: number; readonly wanted: number }
}

/** Refresh jobs shared by all replicas. */
export interface RefreshJobs {
  /** Whether the shared queue takes over the list that was due then (epoch milliseconds); if not, this replica refreshes it. */
  takes(list: Pick<HotList, 'id' | 'interval'>, dueAt: number): boolean
  /** Registers `work` for shared jobs, by list id. `work` rejects for an unknown id. */
  onJob(work: (id: string) => Promise<void>): void
}

export interface RefresherParts {
  readonly pace: Pick<Pace, 'dueAt'>
  /** Present when there are other replicas. */
  readonly jobs?: RefreshJobs | undefined
  /** Never rejects because of the upstream. */
  refresh(list: HotList): Promise<void>
  /** Called with unexpected errors. */
  failed(error: unknown): void
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** How long a list is kept fresh after the last request for it. */
const wantedForMs = 60 * 60_000
const mostAtOnce = 4

/** Creates a refresher without lists. */
export function createRefresher({ pace, jobs, refresh, failed, epochMs }: RefresherParts): Refresher {
  const requested = new Map<string, { readonly list: HotList; readonly at: number }>()
  const running = new Map<string, Promise<void>>()
  /** Number of holders by list id. */
  const held = new Map<string, number>()

  const markRequested = (list: HotList) => {
    requested.set(list.id, { list, at: epochMs() })
  }
  const forget = () => {
    for (const [id, { at }] of requested) if (epochMs() - at >= wantedForMs && !held.has(id)) requested.delete(id)
  }
  const release = (list: HotList) => {
    const others = (held.get(list.id) ?? 1) - 1
    if (others > 0) held.set(list.id, others)
    else held.delete(list.id)
    // A released list counts as requested now: the client may return soon.
    markRequested(list)
  }
  const due = (): HotList[] =>
    [...requested.values()]
      .flatMap(({ list }) => ({ list, at: pace.dueAt(list) ?? Number.POSITIVE_INFINITY }))
      .filter(({ list, at }) => at <= epochMs() && !running.has(list.id))
      .sort((one, other) => one.at - other.at)
      .filter(({ list, at }) => !jobs?.takes(list, at))
      .map(({ list }) => list)
  const begin = (list: HotList): Promise<void> => {
    const ended = refresh(list)
      .catch(failed)
      .finally(() => running.delete(list.id))
    running.set(list.id, ended)
    return ended
  }

  return {
    wanted: markRequested,
    hold(list) {
      held.set(list.id, (held.get(list.id) ?? 0) + 1)
      markRequested(list)
      return () => release(list)
    },
    tick() {
      forget()
      for (const list of due().slice(0, Math.max(0, mostAtOnce - running.size))) void begin(list)
    },
    refresh: (list) => running.get(list.id) ?? begin(list),
    counts: () => ({ running: running.size, wanted: requested.size }),
  }
}
