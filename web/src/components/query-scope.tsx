// Scope of the queries of a view.
import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { ApiError } from '../api-client.ts'

/** Retries only unreachable-server errors, and only once. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.kind === 'unreachable',
      },
    },
  })
}

export function QueryScope({ children }: { readonly children: ComponentChildren }) {
  const queries = useMemo(createQueryClient, [])
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
