// What stands in the place of rows: that they are coming; or why there are none, which is loaded when it is wanted.
import { useState } from 'preact/hooks'
import { Cut } from './cut.tsx'
import { useLoaded } from './loaded.ts'
import type { NoRowsProps } from './no-rows.tsx'

function loadNoRows() {
  return import('./no-rows.tsx')
}

interface InsteadProps extends NoRowsProps {
  /** There are rows: nothing stands in their place. */
  readonly isFilled: boolean
}

/** It stays mounted while there are rows, so that it is loaded once. */
export function InsteadOfRows({ isFilled, ...props }: InsteadProps) {
  const { ask, finding } = props
  // Those of other clouds are hidden by nobody: theirs may still come.
  const isHiding = finding.rows.value.some(({ type }) => ask.tab === 'all' || ask.tab === type)
  const isComing = finding.progress.value.phase === 'asking' && !isHiding
  const isWanted = !isFilled && !isComing
  const [isCut, setCut] = useState(false)
  const loaded = useLoaded(loadNoRows, isWanted, () => setCut(true))
  if (isFilled) return null
  if (isWanted && loaded) return <loaded.NoRows {...props} />
  return isWanted && isCut ? <Cut /> : <Coming />
}

/** As high as rows will be. */
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
