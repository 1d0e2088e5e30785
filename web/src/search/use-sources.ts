// Loads the available sources and, where permitted, their health.
import { useMemo } from 'preact/hooks'
import type { SearchSourceHealth } from '../../../src/contract/hotlist-reports.ts'
import type { HealthResponse } from '../../../src/contract/search.ts'
import { useAnswer } from '../use-answer.ts'
import type { AvailableSources } from './source-selection.ts'

/** By source id: `tg:name`, `plugin:name`. */
export type ReportById = ReadonlyMap<string, Pick<SearchSourceHealth, 'health' | 'last30Days'>>

export interface SourcesState {
  /** Undefined until loaded. */
  readonly available: AvailableSources | undefined
  readonly reportById: ReportById
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** Loads the sources on mount and on `retry`. With ADMIN_TOKEN set, health is for administrators only. */
export function useSources(): SourcesState {
  const sources = useAnswer<HealthResponse>('/api/health')
  const health = useAnswer<{ search: { details: readonly SearchSourceHealth[] } }>('/api/v1/health', {
    isBackground: true,
  })
  const reports = health.answer?.search.details
  return {
    // Together: the report says which stand first.
    available: health.isLoading ? undefined : sources.answer,
    reportById: useMemo(() => new Map(reports?.map((report) => [report.id, report])), [reports]),
    hasFailed: sources.error !== undefined,
    retry() {
      sources.retry()
      health.retry()
    },
  }
}
