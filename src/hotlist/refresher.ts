// Keeps fresh behind the scenes what somebody has asked for within the last hour: a few at once, spread over time, seldom while they fail.
import type { HotList } from './accept-family.ts'
import type { Pace } from './pace.ts'

export interface Refresher {
  /** Somebody asks for this list. */
  wanted(list: HotList): void
  /** Somebody goes on asking for this list until he calls what this returns, once. */
  hold(list: HotList): () => void
  /** Begins what is due and has room; call it every second or so. */
  tick(): void
  /** Refreshes a list now, because it was said to be due; resolves when that has ended. */
  refresh(list: HotList): Promise<void>
  /** How many lists are being asked, and how many are kept fresh. */
  counts(): { readonly running: number; readonly wanted: number }
}

/** Refreshing for all replicas together. */
export interface RefreshJobs {
  /** Does one of all replicas see to the list, which was due then (epoch milliseconds)? If not, it is for this one to do by itself. */
  takes(list: Pick<HotList, 'id' | 'interval'>, dueAt: number): boolean
  /** From now on `work` refreshes lists for all, by their ids. It rejects for one that there is not. */
  onJob(work: (id: string) => Promise<void>): void
}

export interface RefresherParts {
  readonly pace: Pick<Pace, 'dueAt'>
  /** Where there are other replicas. */
  readonly jobs?: RefreshJobs | undefined
  /** Never rejects for what the upstream does. */
  refresh(list: HotList): Promise<void>
  /** Hears of errors that are ours. */
  failed(error: unknown): void
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Somebody's interest lasts so long. */
const wantedForMs = 60 * 60_000
const mostAtOnce = 4

/** Makes a refresher of nothing yet. */
export function createRefresher({ pace, jobs, refresh, failed, now }: RefresherParts): Refresher {
  const wanted = new Map<string, { readonly list: HotList; readonly at: number }>()
  const running = new Map<string, Promise<void>>()
  /** How many hold each list. */
  const held = new Map<string, number>()

  const want = (list: HotList) => void wanted.set(list.id, { list, at: now() })
  const forget = () => {
    for (const [id, { at }] of wanted) if (now() - at >= wantedForMs && !held.has(id)) wanted.delete(id)
  }
  const release = (list: HotList) => {
    const others = (held.get(list.id) ?? 1) - 1
    if (others > 0) held.set(list.id, others)
    else held.delete(list.id)
    // Who left may come back soon, like anybody else who asked.
    want(list)
  }
  const due = (): HotList[] =>
    [...wanted.values()]
      .flatMap(({ list }) => ({ list, at: pace.dueAt(list) ?? Number.POSITIVE_INFINITY }))
      .filter(({ list, at }) => at <= now() && !running.has(list.id))
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
    wanted: want,
    hold(list) {
      held.set(list.id, (held.get(list.id) ?? 0) + 1)
      want(list)
      return () => release(list)
    },
    tick() {
      forget()
      for (const list of due().slice(0, Math.max(0, mostAtOnce - running.size))) void begin(list)
    },
    refresh: (list) => running.get(list.id) ?? begin(list),
    counts: () => ({ running: running.size, wanted: wanted.size }),
  }
}
