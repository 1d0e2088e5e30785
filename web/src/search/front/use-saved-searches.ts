// The saved searches of this browser.
import { useMemo } from 'preact/hooks'
import { now } from '../../clock.ts'
import { usePage } from '../../page-context.ts'
import { SavedSearches } from './saved-searches.ts'

export function useSavedSearches(): SavedSearches {
  const { storage } = usePage()
  return useMemo(() => new SavedSearches(storage, now), [storage])
}
