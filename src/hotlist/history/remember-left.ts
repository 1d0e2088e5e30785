// Tells lists at the start which of their items left within the last day, so that those that return are not new.
import type { HistoryStorage } from '../../store/history/types.ts'
import { assumeItems } from '../../upstream/cache/answer-entry.ts'
import type { Outcome } from '../../upstream/source.ts'
import type { HotList } from '../build-lists.ts'
import { backWithinMs } from '../movement.ts'
import type { ListItem } from '../sanitize-items.ts'

/** Reads one list after the other, so that other reads come in between. */
export async function rememberLeft(
  all: ReadonlyMap<string, HotList>,
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

/** Returns a listener to the end of asks that records what the lists among them returned. */
export function recordRefreshes(all: ReadonlyMap<string, HotList>, storage: Pick<HistoryStorage, 'record'>) {
  return (source: string, outcome: Outcome<unknown>): void => {
    if (outcome.state !== 'fresh' || !all.has(source)) return
    const items = assumeItems<ListItem>(outcome.items).map(({ id, title, url, hot }) =>
      hot === undefined ? { id, title, url } : { id, title, url, hot },
    )
    storage.record(source, { at: outcome.at.getTime(), items })
  }
}
