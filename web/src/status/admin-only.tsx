// Shown in place of a report that only administrators may see: why, and how to get access.
import { KeyRound } from 'lucide-preact'
import type { ApiError } from '../api-client.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { reportMessages } from './report-messages.ts'

interface ReportErrorProps {
  readonly error: ApiError
  readonly onRetry: () => void
}

export function ReportError({ error, onRetry }: ReportErrorProps) {
  const isLocked = error.kind === 'unauthorized' || error.kind === 'forbidden'
  return isLocked ? <AdminOnly error={error} /> : <ErrorPage error={error} onRetry={onRetry} />
}

function AdminOnly({ error }: { readonly error: ApiError }) {
  const messages = useMessages(reportMessages)
  const { isLoginOpen, credential } = usePage()
  const hasCredential = credential.value !== ''
  const open = () => {
    isLoginOpen.value = true
  }
  const why = {
    unauthorized: hasCredential ? messages.locked.notAdmin : messages.locked.noCredential,
    forbidden: hasCredential ? messages.locked.localWithCredential : messages.locked.localOnly,
  }
  return (
    <EmptyState
      icon={KeyRound}
      title={messages.lockedTitle}
      text={error.kind === 'unauthorized' ? why.unauthorized : why.forbidden}
    >
      <Button look="main" onClick={open}>
        {messages.enter}
      </Button>
    </EmptyState>
  )
}
