// Loads the available sources and, where permitted, their health.
import { useEffect, useState } from 'preact/hooks'
import type { SearchSourceHealth } from '../../../src/contract/hotlist-reports.ts'
import type { HealthResponse } from '../../../src/contract/search.ts'
import { type PageContext, usePage } from '../page-context.ts'
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

interface LoadedSources {
  readonly available?: AvailableSources
  readonly reportById?: ReportById
  readonly hasFailed?: boolean
}

/** Loads the sources on mount and on `retry`. */
export function useSources(): SourcesState {
  const parts = usePage()
  const [known, setKnown] = useState<LoadedSources>({})
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const update = (change: LoadedSources) => {
      if (!abort.signal.aborted) setKnown((before) => ({ ...before, ...change }))
    }
    update({ hasFailed: false })
    // Together: the report says which stand first.
    Promise.all([loadAvailable(parts, abort.signal), loadReport(parts, abort.signal).catch(() => undefined)]).then(
      ([available, reportById]) => update(reportById ? { available, reportById } : { available }),
      () => update({ hasFailed: true }),
    )
    return () => abort.abort()
  }, [tries, parts])
  const { available, reportById = new Map(), hasFailed = false } = known
  return { available, reportById, hasFailed, retry: () => setTries(tries + 1) }
}

async function loadAvailable({ api }: PageContext, signal: AbortSignal): Promise<AvailableSources> {
  const { channels, plugins } = await api.json<HealthResponse>('/api/health', { signal })
  return { channels, plugins }
}

/** With ADMIN_TOKEN set, health is for administrators only; the explicit credential avoids a login prompt for it. */
async function loadReport({ api, credential }: PageContext, signal: AbortSignal): Promise<ReportById> {
  const options = { signal, credential: credential.value }
  const { search } = await api.json<{ search: { details: readonly SearchSourceHealth[] } }>('/api/v1/health', options)
  return new Map(search.details.map((report) => [report.id, report]))
}
