// Loads what the first results do not need, once they are there.
import { usePage } from '../../page-context.ts'
import { useLazyModule } from '../lazy-parts.ts'

async function loadAfterResults() {
  return (await import('./after-results.tsx')).afterResults
}

export function useAfterResults(isNeeded = true) {
  const { hasContent } = usePage()
  return useLazyModule(loadAfterResults, isNeeded && hasContent.value)
}
