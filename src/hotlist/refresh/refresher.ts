// Refreshes lists requested within the last hour in the background: a few at a time, on schedule.
import { ageMs } from '../../async/ages.ts'
import type { HotList } from '../build-lists.ts'
import type { RefreshSchedule } from './schedule.ts'

interface RefresherDeps {
  readonly all: Pick<ReadonlyMap<string, HotList>, 'get'>
  readonly schedule: Pick<RefreshSchedule, 'dueAt'>
  /** Whether a list is asleep; such lists are tried elsewhere, once a day. */
  readonly isAsleep?: ((id: string) => boolean) | undefined
  /** Never rejects because of the upstream. */
  refresh(list: HotList): Promise<void>
  onError(error: unknown): void
  readonly epochMs: () => number
}

/** How long a list is kept fresh after the last request for it. */
const interestMs = 60 * 60_000
const maxConcurrent = 4

export type Refresher = ReturnType<typeof createRefresher>

export function createRefresher({ all, schedule, isAsleep, refresh, onError, epochMs }: RefresherDeps) {
  /** By id, so that a changed list is refreshed as it is now, and a removed one is not. */
  const requested = new Map<string, number>()
  const running = new Set<string>()
  const holders = new Map<string, number>()

  const markRequested = ({ id }: HotList) => {
    requested.set(id, epochMs())
  }
  const dropExpired = () => {
    for (const [id, at] of requested) if (ageMs(epochMs(), at) >= interestMs && !holders.has(id)) requested.delete(id)
  }
  const releaseHold = (list: HotList) => {
    const others = (holders.get(list.id) ?? 1) - 1
    if (others > 0) holders.set(list.id, others)
    else holders.delete(list.id)
    // A released list counts as requested now: the client may return soon.
    markRequested(list)
  }
  const dueLists = (): HotList[] =>
    [...requested.keys()]
      .flatMap((id) => all.get(id) ?? [])
      .map((list) => ({ list, at: schedule.dueAt(list) ?? (holders.has(list.id) ? 0 : Number.POSITIVE_INFINITY) }))
      .filter(({ list, at }) => at <= epochMs() && !running.has(list.id) && !isAsleep?.(list.id))
      .sort((one, other) => one.at - other.at)
      .map(({ list }) => list)
  const start = (list: HotList): void => {
    running.add(list.id)
    void refresh(list)
      .catch(onError)
      .finally(() => running.delete(list.id))
  }

  return {
    touch: markRequested,
    /** Keeps a list fresh until the returned function is called, once. */
    keepFresh(list: HotList): () => void {
      holders.set(list.id, (holders.get(list.id) ?? 0) + 1)
      markRequested(list)
      return () => releaseHold(list)
    },
    /** Starts due refreshes up to the concurrency limit; call it about once a second. */
    tick(): void {
      dropExpired()
      for (const list of dueLists().slice(0, Math.max(0, maxConcurrent - running.size))) start(list)
    },
    counts: () => ({ running: running.size, requested: requested.size }),
  }
}

/** Returns a function that keeps these lists fresh, and no longer those of its call before. */
export function createFreshHolds({ keepFresh }: Pick<Refresher, 'keepFresh'>) {
  const holds = new Map<string, () => void>()
  return (lists: readonly HotList[]): void => {
    const ids = new Set(lists.map(({ id }) => id))
    for (const [id, release] of holds) {
      if (ids.has(id)) continue
      release()
      holds.delete(id)
    }
    for (const list of lists) if (!holds.has(list.id)) holds.set(list.id, keepFresh(list))
  }
}
