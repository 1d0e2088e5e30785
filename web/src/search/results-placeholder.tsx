// In place of results: an outline of them while the search runs, then why there are none.
import { lazyComponent } from '../components/lazy.tsx'
import type { EmptyResultsProps } from './empty-results.tsx'
import { OfflineNotice } from './offline-notice.tsx'

const EmptyResults = lazyComponent(
  async () => (await import('./empty-results.tsx')).EmptyResults,
  OfflineNotice,
  Skeleton,
)

export function ResultsPlaceholder(props: EmptyResultsProps) {
  const { progress, rows } = props.session
  const { tab } = props.ask
  // Links in other clouds are not hidden ones: more of this one may still arrive.
  const hasLinks = rows.value.some(({ type }) => tab === 'all' || tab === type)
  return progress.value.phase !== 'asking' || hasLinks ? <EmptyResults {...props} /> : <Skeleton />
}

/** While the view of results is loaded, in its measures. */
export function ResultsOutline() {
  return (
    <div class="pt-24">
      <Skeleton />
    </div>
  )
}

/** Has the height of cards. No inline styles: the policy of the document forbids them before the script runs. */
function Skeleton() {
  return (
    <div aria-hidden="true" class="grid gap-x-6 min-[900px]:grid-cols-2">
      {['w-3/4', 'w-1/2', 'w-4/5', 'w-3/5', 'w-2/3', 'w-7/12'].map((width) => (
        <div key={width} class="flex h-24 gap-3 border-b border-line pt-2.5">
          <span class="h-19 w-14 rounded-md bg-raised" />
          <span class="flex flex-1 flex-col justify-center gap-3">
            <span class={`h-4 rounded bg-raised ${width}`} />
            <span class="h-3 w-1/3 rounded bg-raised" />
          </span>
        </div>
      ))}
    </div>
  )
}
