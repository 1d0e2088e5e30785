// How long ago something was, with the point in time as its tooltip.
import { displayNow } from '../clock.ts'
import { formatAge, formatDateTime } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'

interface AgeProps {
  /** Epoch milliseconds. */
  readonly at: number
  /** Default: the browser's clock. */
  readonly now?: number | undefined
  readonly class?: string | undefined
}

export function Age({ at, now = displayNow.value, class: extraClass = '' }: AgeProps) {
  const language = usePreferences().language.value
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDateTime(at, language)}
      class={`whitespace-nowrap ${extraClass}`}
    >
      {formatAge(at, now, language)}
    </time>
  )
}
