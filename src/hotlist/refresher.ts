// Keeps fresh behind the scenes what somebody has asked for within the last hour: a few at once, spread over time, seldom while they fail.
import type { HotList } from './accept-family.ts'
import type { Pace } from './pace.ts'

export interface Refresher {
  /** Somebody asks for this list. */
  wanted(list: HotList): void
  /** Begins what is due and has room; call it every second or so. */
  tick(): void
  /** How many lists are being asked, and how many are kept fresh. */
  counts(): { readonly running: number; readonly wanted: number }
}

export interface RefresherParts {
  readonly pace: Pick<Pace, 'dueAt'>
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
export function createRefresher({ pace, refresh, failed, now }: RefresherParts): Refresher {
  const wanted = new Map<string, { readonly list: HotList; readonly at: number }>()
  const running = new Set<string>()

  const forget = () => {
    for (const [id, { at }] of wanted) if (now() - at >= wantedForMs) wanted.delete(id)
  }
  const due = (): HotList[] =>
    [...wanted.values()]
      .flatMap(({ list }) => ({ list, at: pace.dueAt(list) ?? Number.POSITIVE_INFINITY }))
      .filter(({ list, at }) => at <= now() && !running.has(list.id))
      .sort((one, other) => one.at - other.at)
      .map(({ list }) => list)

  return {
    wanted: (list) => void wanted.set(list.id, { list, at: now() }),
    tick() {
      forget()
      for (const list of due().slice(0, Math.max(0, mostAtOnce - running.size))) {
        running.add(list.id)
        refresh(list)
          .catch(failed)
          .finally(() => running.delete(list.id))
      }
    },
    counts: () => ({ running: running.size, wanted: wanted.size }),
  }
}
