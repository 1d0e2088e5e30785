// Shown in place of rows: a skeleton while loading, or the lazy-loaded explanation why there are none.
import { useState } from 'preact/hooks'
import { Cut } from './cut.tsx'
import { useLoaded } from './loaded.ts'
import type { NoRowsProps } from './no-rows.tsx'

function loadNoRows() {
  return import('./no-rows.tsx')
}

interface InsteadProps extends NoRowsProps {
  /** Whether there are rows to show. */
  readonly isFilled: boolean
}

/** Stays mounted while there are rows, so that the explanation is loaded only once. */
export function InsteadOfRows({ isFilled, ...props }: InsteadProps) {
  const { ask, finding } = props
  // Rows of other tabs do not count as filtered: more of this tab may still arrive.
  const isHiding = finding.rows.value.some(({ type }) => ask.tab === 'all' || ask.tab === type)
  const isComing = finding.progress.value.phase === 'asking' && !isHiding
  const isWanted = !isFilled && !isComing
  const [isCut, setCut] = useState(false)
  const loaded = useLoaded(loadNoRows, isWanted, () => setCut(true))
  if (isFilled) return null
  if (isWanted && loaded) return <loaded.NoRows {...props} />
  return isWanted && isCut ? <Cut /> : <Coming />
}

/** Has the height of rows. */
function Coming() {
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
