// Parameters of feeds; their bodies are RSS, Atom, JSON Feed and OPML.
import { z } from 'zod'
import { integer } from './fields.ts'
import { enabledIds } from './hotlist.ts'
import { searchFields } from './search.ts'

export const columnFeedRequest = z.object({ limit: integer(1, 200).default(100).describe('Maximum number of items.') })
export const opmlRequest = z.object({
  lists: enabledIds,
})

/** The parameters of a search that say what is searched for. */
export const searchFeedRequest = searchFields.pick({
  kw: true,
  channels: true,
  plugins: true,
  cloud_types: true,
  src: true,
  ext: true,
  filter: true,
})
export const searchFeedParameters: readonly string[] = Object.keys(searchFeedRequest.shape)
