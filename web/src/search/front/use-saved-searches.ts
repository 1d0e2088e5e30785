// The saved searches of this browser.
import { useMemo } from 'preact/hooks'
import { now } from '../../clock.ts'
import { usePage } from '../../page-context.ts'
import { createSavedSearches, type SavedSearches } from './saved-searches.ts'

export function useSavedSearches(): SavedSearches {
  const { storage } = usePage()
  return useMemo(() => createSavedSearches(storage, now), [storage])
}
