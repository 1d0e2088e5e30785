// The backend of the tools over HTTP: calls a running Trawl through the client.
import { type Client, TrawlError } from '../../client/client.ts'
import type { ToolBackend } from './backend.ts'

export function createClientBackend(
  client: Pick<
    Client,
    'searchEvents' | 'suggest' | 'lists' | 'sources' | 'health' | 'find' | 'trends' | 'history' | 'at' | 'check'
  >,
): ToolBackend {
  return {
    search: (query, signal) => client.searchEvents(query, { signal }),
    suggest: async (query, signal) => (await client.suggest(query, { signal })).suggestions,
    lists: (ids, options, signal) => client.lists(ids, options, { signal }),
    sources: (query, signal) => client.sources(query, { signal }),
    searchable: (signal) => client.health({ signal }),
    find: (query, signal) => client.find(query, { signal }),
    trends: (query, signal) => client.trends(query, { signal }),
    history: (id, query, signal) => client.history(id, query, { signal }),
    listAt: (id, time, signal) => client.at(id, time, { signal }),
    check: async (items, signal) => (await client.check(items, { signal })).results,
    userMessage: (error) => (error instanceof TrawlError ? clientErrorMessage(error) : undefined),
  }
}

/** Rewrites the 401 message for a model, which can only tell its user; the client's message is for programmers. */
function clientErrorMessage({ status, message }: TrawlError): string {
  if (status !== 401) return message
  return 'This server requires an API key or login. Tell the user to start `trawl mcp` with one, in TRAWL_KEY or --key-file.'
}
