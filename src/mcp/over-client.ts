// The backend of the tools over HTTP: calls a running Trawl through the client.
import { type Client, TrawlError } from '../../client/client.ts'
import type { Asking } from './asking.ts'

/** Creates a tool backend that calls `client`. */
export function askingOver(
  client: Pick<Client, 'searchEvents' | 'lists' | 'sources' | 'health' | 'find' | 'check'>,
): Asking {
  return {
    search: (wanted, signal) => client.searchEvents(wanted, { signal }),
    lists: (ids, want, signal) => client.lists(ids, want, { signal }),
    sources: (wanted, signal) => client.sources(wanted, { signal }),
    searchable: (signal) => client.health({ signal }),
    find: (wanted, signal) => client.find(wanted, { signal }),
    check: async (items, signal) => (await client.check(items, { signal })).results,
    reasonOf: (error) => (error instanceof TrawlError ? sentenceOf(error) : undefined),
  }
}

/** Rewrites the 401 message for a model, which can only tell its user; the client's message is for programmers. */
function sentenceOf({ status, message }: TrawlError): string {
  if (status !== 401) return message
  return 'This server requires an API key or login. Tell the user to start `trawl mcp` with one, in TRAWL_KEY or --key-file.'
}
