// A report that only administrators may see: the report, or why it is not shown and how to get access.

import { KeyRound, RefreshCw } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api-client.ts'
import { displayNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { LoginButton } from '../components/login-button.tsx'
import { useContent } from '../components/use-content.ts'
import type { ReportState } from '../components/use-report.ts'
import { formatAge } from '../format-time.ts'
import { frameMessages } from '../frame-messages.ts'
import { usePage, usePreferences } from '../page-context.ts'
import { statusMessages } from './messages.ts'
import { reportMessages } from './report-messages.ts'

interface ReportProps<Report> {
  readonly state: ReportState<Report>
  /** Beside the age of the report. */
  readonly tools?: ComponentChildren
  readonly children: (report: Report) => ComponentChildren
}

export function AdminReport<Report>({ state, tools, children }: ReportProps<Report>) {
  const { report, error, reload } = state
  useContent(report !== undefined)
  if (error && report === undefined) return <ReportError error={error} onRetry={reload} />
  return (
    <>
      <div class="mb-3 flex flex-wrap items-center justify-between gap-2">
        {tools}
        <Freshness state={state} />
      </div>
      <StaleWarning state={state} />
      {report === undefined ? <div aria-busy="true" class="h-dvh rounded-2xl bg-raised" /> : children(report)}
    </>
  )
}

function ReportError({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const messages = reportMessages.use()
  const hasCredential = usePage().credential.value !== ''
  const whyNot = {
    unauthorized: hasCredential ? messages.locked.notAdmin : messages.locked.noCredential,
    forbidden: hasCredential ? messages.locked.localWithCredential : messages.locked.localOnly,
  }
  if (error.kind !== 'unauthorized' && error.kind !== 'forbidden') return <ErrorPage error={error} onRetry={onRetry} />
  return (
    <EmptyState icon={KeyRound} title={messages.lockedTitle} text={whyNot[error.kind]}>
      <LoginButton look="main">{messages.enter}</LoginButton>
    </EmptyState>
  )
}

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
