// The additional link fields of `ext.details`, with which a page sorts, updates and marks links itself.
import type { LinkItem, SearchRequest } from '../contract/search.ts'
import type { HealthBook } from './checks/book.ts'
import { believedForMs } from './checks/finding.ts'
import type { Entry } from './merge.ts'

type Detail = 'key' | 'sources' | 'relevance' | 'health'

/** Returns the additional fields of a link. */
export type Details = (entry: Entry) => Pick<LinkItem, Detail>

/** Returns undefined unless the request sets `ext.details`. Without `book` the fields lack health. */
export function detailsOf(
  { ext }: Pick<SearchRequest, 'ext'>,
  book: Pick<HealthBook, 'healthOf'> | undefined,
): Details | undefined {
  if (!ext.details) return undefined
  return ({ share: { key }, sources, relevance }) => {
    const known = book?.healthOf(key)
    const told = { key, sources: [...sources], relevance }
    return known ? { ...told, health: healthTold(known) } : told
  }
}

function healthTold({ state, at }: NonNullable<ReturnType<HealthBook['healthOf']>>): LinkItem['health'] {
  return { state, checkedAt: at, expiresAt: at + believedForMs[state] }
}
