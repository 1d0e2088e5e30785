// What is told of links besides, to whoever asks for it with `ext.details`: what a page needs to order, update and mark them itself.
import type { LinkItem, SearchRequest } from '../contract/search.ts'
import type { HealthBook } from './checks/book.ts'
import { believedForMs } from './checks/finding.ts'
import type { Entry } from './merge.ts'

type Detail = 'key' | 'sources' | 'relevance' | 'health'

/** What is told of a link besides. */
export type Details = (entry: Entry) => Pick<LinkItem, Detail>

/** Undefined where the request does not ask for it. Without a book nothing is known of anybody's health. */
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
