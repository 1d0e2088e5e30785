// Loads the suggester at the first suggestion, with the recogniser of works: its tables take memory and time.
import type { Suggestion, SuggestRequest } from '../../contract/suggest.ts'
import type { SuggesterDeps } from './suggester.ts'

/** Suggests titles of works. Never rejects for what is unknown or cannot be read: it suggests nothing then. */
export type Suggest = (request: Pick<SuggestRequest, 'q' | 'limit'>) => Promise<Suggestion[]>

export function createLateSuggester(deps: SuggesterDeps): Suggest {
  let loading: Promise<Suggest> | undefined
  return async (request) => {
    loading ??= import('./suggester.ts').then(({ createSuggester }) => createSuggester(deps))
    return await (await loading)(request)
  }
}
