// Loads the available sources and, where permitted, their health.
import { useEffect, useState } from 'preact/hooks'
import type { SourceHealth } from '../../../src/contract/hotlist-reports.ts'
import type { HealthResponse } from '../../../src/contract/search.ts'
import { type PageContext, usePage } from '../page-context.ts'
import type { AvailableSources } from './source-selection.ts'

/** By source id: `tg:name`, `plugin:name`. */
export type HealthById = ReadonlyMap<string, SourceHealth['health']>

export interface SourcesState {
  /** Undefined until loaded. */
  readonly available: AvailableSources | undefined
  readonly healthById: HealthById
  readonly hasFailed: boolean
  readonly retry: () => void
}

interface LoadedSources {
  readonly available?: AvailableSources
  readonly healthById?: HealthById
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
    loadAvailable(parts, abort.signal).then(
      (available) => update({ available }),
      () => update({ hasFailed: true }),
    )
    loadHealth(parts, abort.signal).then(
      (healthById) => update({ healthById }),
      () => update({}),
    )
    return () => abort.abort()
  }, [tries, parts])
  const { available, healthById = new Map(), hasFailed = false } = known
  return { available, healthById, hasFailed, retry: () => setTries(tries + 1) }
}

async function loadAvailable({ api }: PageContext, signal: AbortSignal): Promise<AvailableSources> {
  const { channels, plugins } = await api.json<HealthResponse>('/api/health', { signal })
  return { channels, plugins }
}

/** With ADMIN_TOKEN set, health is for administrators only; the explicit credential avoids a login prompt for it. */
async function loadHealth({ api, credential }: PageContext, signal: AbortSignal): Promise<HealthById> {
  const options = { signal, credential: credential.value }
  const { search } = await api.json<{ search: { details: readonly SourceHealth[] } }>('/api/v1/health', options)
  return new Map(search.details.map(({ id, health }) => [id, health]))
}
