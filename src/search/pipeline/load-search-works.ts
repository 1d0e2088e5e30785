// Loads the recogniser of works for the searches that need it.
import type { SearchRequest } from '../../contract/search.ts'

/** Returns undefined if the answer to the request has no works. The tables of the recogniser are loaded late: they take memory and time. */
export async function loadSearchWorks({ res, ext }: Pick<SearchRequest, 'res' | 'ext'>) {
  if (res !== 'works' && !(ext.details && res !== 'results')) return undefined
  const { createSearchWorks } = await import('./search-works.ts')
  return createSearchWorks
}
