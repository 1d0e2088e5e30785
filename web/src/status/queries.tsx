// Query client of the status view: caches reports and reloads stale ones.
import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { AskError } from '../fetching.ts'

/** Retries only unreachable-server errors, and only once. */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && error instanceof AskError && error.refusal === 'unreachable',
      },
    },
  })
}

export function WithQueries({ children }: { readonly children: ComponentChildren }) {
  const queries = useMemo(createQueries, [])
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
