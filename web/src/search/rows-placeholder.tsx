// Shown in place of rows: a skeleton while loading, or the lazy-loaded explanation why there are none.
import { useState } from 'preact/hooks'
import type { EmptyResultsProps } from './empty-results.tsx'
import { useLazyModule } from './lazy-parts.ts'
import { OfflineNotice } from './offline-notice.tsx'

function loadEmptyResults() {
  return import('./empty-results.tsx')
}

interface RowsPlaceholderProps extends EmptyResultsProps {
  /** Whether there are rows to show. */
  readonly isFilled: boolean
}

/** Stays mounted while there are rows, so that the explanation is loaded only once. */
export function RowsPlaceholder({ isFilled, ...props }: RowsPlaceholderProps) {
  const { ask, session } = props
  // Rows of other tabs do not count as filtered: more of this tab may still arrive.
  const isFiltered = session.rows.value.some(({ type }) => ask.tab === 'all' || ask.tab === type)
  const isLoading = session.progress.value.phase === 'asking' && !isFiltered
  const isNeeded = !isFilled && !isLoading
  const [hasLoadError, setLoadError] = useState(false)
  const loaded = useLazyModule(loadEmptyResults, isNeeded, () => setLoadError(true))
  if (isFilled) return null
  if (isNeeded && loaded) return <loaded.EmptyResults {...props} />
  return isNeeded && hasLoadError ? <OfflineNotice /> : <Skeleton />
}

/** Has the height of rows. */
function Skeleton() {
  return (
    <div aria-hidden="true">
      {[70, 55, 80, 60, 75].map((width) => (
        <div key={width} class="flex h-24 flex-col justify-center gap-3 border-b border-line">
          <span class="h-4 rounded bg-raised" style={{ width: `${width}%` }} />
          <span class="h-3 w-1/3 rounded bg-raised" />
        </div>
      ))}
    </div>
  )
}
