// The search, by the settings: what it asks, how long it waits, and what it keeps and knows of links.
import type { Config } from './config.ts'
import type { Metrics } from './metrics.ts'
import { gaugeRunning } from './metrics-running.ts'
import { createSearch, type SearchParts } from './search/search.ts'

export interface SearchingParts extends Omit<SearchParts, 'deadlineMs' | 'earlyMs' | 'atOnceBefore'> {
  readonly metrics: Metrics
}

/** The search as the app has it, counted while it runs. */
export function openSearch(config: Pick<Config, 'SEARCH_DEADLINE_MS' | 'SEARCH_EARLY_MS'>, parts: SearchingParts) {
  const { metrics, ...own } = parts
  const search = createSearch({ ...own, ...waitsOf(config), atOnceBefore: parts.now() })
  const help = 'Searches under way; equal ones at once count each.'
  const running = gaugeRunning(metrics, 'trawl_searches_running', help)
  return {
    search: running.answering(search.answer),
    searchEvents: running.streaming(search.events),
    searchRoom: search.roomFor,
    requestCount: search.requestCount,
  }
}

function waitsOf({
  SEARCH_DEADLINE_MS: deadlineMs,
  SEARCH_EARLY_MS: earlyMs,
}: Pick<Config, 'SEARCH_DEADLINE_MS' | 'SEARCH_EARLY_MS'>) {
  return { deadlineMs, earlyMs }
}
