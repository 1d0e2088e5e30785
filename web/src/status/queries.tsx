// Answers of the service about itself, kept while the page is open and asked for again when they are old.
import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { AskError } from '../fetching.ts'

/** What is asked for again by itself after a failure: what may pass, and only once. */
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

/** Gives such answers to all below. */
export function WithQueries({ children }: { readonly children: ComponentChildren }) {
  const queries = useMemo(createQueries, [])
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
