// Full-page error: why a request failed and what to do.
import { Clock, KeyRound, type LucideIcon, ServerCrash, TriangleAlert, WifiOff } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import type { ApiError, ApiErrorKind } from '../api-client.ts'
import { frameMessages } from '../frame-messages.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { LoginButton } from './login-button.tsx'

const icons: Partial<Record<ApiErrorKind, LucideIcon>> = {
  offline: WifiOff,
  unreachable: ServerCrash,
  unauthorized: KeyRound,
  forbidden: KeyRound,
  rate: Clock,
  busy: Clock,
  serverError: ServerCrash,
}

interface ErrorPageProps {
  readonly error: ApiError
  readonly onRetry?: (() => void) | undefined
}

/** Retries automatically when the browser is online again. */
export function ErrorPage({ error, onRetry }: ErrorPageProps) {
  const messages = frameMessages.use()
  const { kind, retryAfterS, message } = error
  const next = retryAfterS === undefined ? messages.nextSteps[kind] : messages.waitSeconds(retryAfterS)
  useEffect(() => {
    if (kind !== 'offline' || !onRetry) return
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  })
  const isNetwork = kind === 'offline' || kind === 'unreachable'
  return (
    <EmptyState icon={icons[kind] ?? TriangleAlert} title={messages.errors[kind]} text={next} isAlert>
      {kind === 'unauthorized' && <LoginButton look="main" />}
      {onRetry && (
        <Button look={kind === 'unauthorized' ? 'plain' : 'main'} onClick={onRetry}>
          {messages.retry}
        </Button>
      )}
      {!isNetwork && <p class="basis-full text-xs text-soft">{message}</p>}
    </EmptyState>
  )
}
