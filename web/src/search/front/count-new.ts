// Counts the links of a search that are newer than the last look.
import type { MergedByType } from '../../../../src/contract/search.ts'
import type { ApiClient } from '../../api-client.ts'
import { jsonPath } from '../search-url.ts'
import type { SavedSearch } from './saved-searches.ts'

/** Asks the service, which answers from its cache where it can. Rejects like `api.json`. */
export async function countNew(
  api: Pick<ApiClient, 'json'>,
  { ask, seenAt }: SavedSearch,
  signal: AbortSignal,
): Promise<number> {
  const { data } = await api.json<{ data: { merged_by_type: MergedByType } }>(jsonPath(ask), {
    signal,
    isBackground: true,
  })
  const links = Object.values(data.merged_by_type).flat()
  return links.filter(({ datetime }) => Date.parse(datetime) > seenAt).length
}
