// The events of a search's stream.
import type { MergedByType, ResultItem } from '../../contract/search.ts'
import type { StreamEnd, StreamSource, StreamStart } from '../../contract/search-events.ts'

/** An event of the stream, named as on the wire. */
export type SearchEvent =
  | { readonly event: 'start'; readonly data: StreamStart }
  | { readonly event: 'source'; readonly data: StreamSource }
  | {
      readonly event: 'links'
      readonly data: {
        readonly merged_by_type: MergedByType
        readonly replaced?: readonly string[]
        readonly archive?: true
      }
    }
  | { readonly event: 'results'; readonly data: { readonly results: readonly ResultItem[] } }
  | { readonly event: 'end'; readonly data: StreamEnd }
