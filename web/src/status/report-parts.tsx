// What all reports show: age, refresh button, and the error of the last refresh.
import { RefreshCw } from 'lucide-preact'
import { displayNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import type { ReportState } from '../components/use-report.ts'
import { formatAge } from '../format-time.ts'
import { frameMessages } from '../frame-messages.ts'
import { usePreferences } from '../page-context.ts'
import { statusMessages } from './messages.ts'

interface StateProps {
  readonly state: ReportState<unknown>
}

/** Same height before and after the first response. */
export function Freshness({ state: { report, receivedAt, isLoading, reload } }: StateProps) {
  const messages = statusMessages.use()
  const { language } = usePreferences()
  return (
    <div class="flex min-h-9 items-center gap-2 text-sm text-soft">
      {report !== undefined && <span>{messages.asOf(formatAge(receivedAt, displayNow.value, language.value))}</span>}
      <Button look="quiet" onClick={reload}>
        <RefreshCw size={16} aria-hidden="true" class={isLoading ? 'motion-safe:animate-spin' : ''} />
        {messages.refresh}
      </Button>
    </div>
  )
}

/** Warns that the last refresh failed and older data is shown. */
export function StaleWarning({ state: { report, error } }: StateProps) {
  const messages = statusMessages.use()
  const { errors } = frameMessages.use()
  if (report === undefined || !error) return null
  return (
    <p role="status" class="mb-3 rounded-lg bg-warn-wash px-3 py-2 text-sm text-warn">
      {messages.stale(errors[error.kind])}
    </p>
  )
}
