// How the items of a list moved since the list before: new, back, up or down, and since when each is on the list.
import type { HistoryStorage } from '../store/history/history-storage.ts'
import type { AnswerTimes } from '../upstream/source.ts'
import type { ListItem } from './sanitize-items.ts'

/** An item that returns within this time after it left is back, not new. */
const backWithinMs = 24 * 60 * 60 * 1000
const maxLeft = 1_000

export type ListMovement = ReturnType<typeof createListMovement>

export function createListMovement() {
  const left = new Map<string, number>()

  function noteLeft(id: string, at: number): void {
    left.delete(id)
    left.set(id, at)
    for (const [oldest, leftAt] of left) {
      if (left.size <= maxLeft && at - leftAt < backWithinMs) return
      left.delete(oldest)
    }
  }

  return {
    /** Adds to each item how it moved since the `previous` list. */
    compare(items: readonly ListItem[], previous: readonly ListItem[], { at, before }: AnswerTimes): ListItem[] {
      const old = new Map(previous.map((item, rank) => [item.id, { since: item.since ?? before, rank }]))
      const moved = items.map((item, rank): ListItem => {
        const known = old.get(item.id)
        if (known) return { ...item, gained: known.rank - rank, since: known.since }
        const isBack = at - (left.get(item.id) ?? Number.NEGATIVE_INFINITY) < backWithinMs
        return { ...item, arrival: isBack ? 'back' : 'new', since: at }
      })
      const ids = new Set(items.map(({ id }) => id))
      for (const { id } of previous) if (!ids.has(id)) noteLeft(id, at)
      return moved
    },
    left: () => [...left].map(([id, at]) => ({ id, at })),
    /** Notes items that left before this process started; those that left since are known better. */
    remember(gone: readonly { readonly id: string; readonly at: number }[]): void {
      const later = [...left]
      left.clear()
      for (const { id, at } of gone.toSorted((one, other) => one.at - other.at)) noteLeft(id, at)
      for (const [id, at] of later) noteLeft(id, at)
    },
  }
}

/** Tells lists which items left within the last day, so that those that return are not new. Reads one list after the other, so that other reads come in between. */
export async function rememberLeft(
  all: ReadonlyMap<string, { readonly movement: ListMovement }>,
  storage: Pick<HistoryStorage, 'listsSince' | 'page'>,
  now: number,
): Promise<void> {
  const from = now - backWithinMs
  for (const id of (await storage.listsSince(from)) ?? []) {
    const list = all.get(id)
    const items = (list && (await storage.page({ list: id, from, to: now })))?.items ?? []
    const lastSeen = new Map(items.map((item) => [item.id, item.lastSeen]))
    const last = Math.max(...lastSeen.values())
    list?.movement.remember([...lastSeen].flatMap(([gone, at]) => (at < last ? [{ id: gone, at }] : [])))
  }
}
