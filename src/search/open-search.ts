// The search, by the settings: what it asks, how long it waits, and what it keeps and knows of links.
import type { Config } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import { gaugeRunning } from '../metrics-running.ts'
import { createSearch, type SearchParts } from './search.ts'

export interface SearchingParts extends Omit<SearchParts, 'deadlineMs' | 'defaultConc' | 'earlyMs' | 'atOnceBefore'> {
  readonly metrics: Metrics
}

type SearchConfig = Pick<Config, 'SEARCH_DEADLINE_MS' | 'SEARCH_EARLY_MS' | 'DEFAULT_CONC'>

/** The search as the app has it, counted while it runs. */
export function openSearch(config: SearchConfig, parts: SearchingParts) {
  const { metrics, ...own } = parts
  const { SEARCH_DEADLINE_MS: deadlineMs, SEARCH_EARLY_MS: earlyMs, DEFAULT_CONC: defaultConc } = config
  const search = createSearch({ ...own, deadlineMs, earlyMs, defaultConc, atOnceBefore: parts.now() })
  const help = 'Searches under way; equal ones at once count each.'
  const running = gaugeRunning(metrics, 'trawl_searches_running', help)
  return {
    search: running.answering(search.answer),
    searchEvents: running.streaming(search.events),
    searchRoom: search.roomFor,
    requestCount: search.requestCount,
  }
}
