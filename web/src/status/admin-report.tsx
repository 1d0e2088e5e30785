// A report that only administrators may see: the report, or why it is not shown and how to get access.
import { KeyRound } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api-client.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { LoginButton } from '../components/login-button.tsx'
import { useContent } from '../components/use-content.ts'
import type { ReportState } from '../components/use-report.ts'
import { usePage } from '../page-context.ts'
import { reportMessages } from './report-messages.ts'
import { Freshness, StaleWarning } from './report-parts.tsx'

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

interface ErrorProps {
  readonly error: ApiError
  readonly onRetry: () => void
}

function ReportError({ error, onRetry }: ErrorProps) {
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
