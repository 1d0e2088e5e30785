// The tools over a running Trawl: what they ask goes by the client.
import { type Client, TrawlError } from '../../client/client.ts'
import type { Asking } from './asking.ts'

/** Makes the port of the tools of a client. */
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

/** The client's words are for who writes programs; a model can only tell whoever set it up. */
function sentenceOf({ status, message }: TrawlError): string {
  if (status !== 401) return message
  return 'This Trawl wants a key or a login. Tell the user: `trawl mcp` has to be started with one, in TRAWL_KEY or by --key-file.'
}
