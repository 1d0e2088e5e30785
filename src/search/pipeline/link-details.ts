// The additional link fields of `ext.details`, with which a page sorts, updates and marks links itself.
import type { LinkItem, SearchRequest } from '../../contract/search.ts'
import { ttlByState } from '../checks/check-result.ts'
import type { LinkHealthCache } from '../checks/health-cache.ts'
import type { MergedLink } from './merge.ts'

type Detail = 'key' | 'sources' | 'relevance' | 'health'

/** Returns the additional fields of a link. */
export type Details = (entry: MergedLink) => Pick<LinkItem, Detail>

/** Returns undefined unless the request sets `ext.details`. Without `book` the fields lack health. */
export function createLinkDetails(
  { ext }: Pick<SearchRequest, 'ext'>,
  book: Pick<LinkHealthCache, 'healthOf'> | undefined,
): Details | undefined {
  if (!ext.details) return undefined
  return ({ share: { key }, sources, relevance }) => {
    const known = book?.healthOf(key)
    const fields = { key, sources: [...sources], relevance }
    return known ? { ...fields, health: formatHealth(known) } : fields
  }
}

function formatHealth({ state, at }: NonNullable<ReturnType<LinkHealthCache['healthOf']>>): LinkItem['health'] {
  return { state, checkedAt: at, expiresAt: at + ttlByState[state] }
}
