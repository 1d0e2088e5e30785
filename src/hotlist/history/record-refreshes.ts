// Records each refresh of a hot list in the history.
import type { HistoryStorage } from '../../store/history/types.ts'
import { assumeItems } from '../../upstream/cache/answer-entry.ts'
import type { Outcome } from '../../upstream/source.ts'
import type { HotList } from '../build-lists.ts'
import type { ListItem } from '../sanitize-items.ts'

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
