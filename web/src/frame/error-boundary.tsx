// Error boundary: replaces a view that throws while rendering; the navigation stays usable.
import { Bug } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { frameMessages } from '../frame-messages.ts'

/**
 * Renders its children until one throws; tries again when the URL changes. The error is logged to the console with its
 * stack.
 */
export function ErrorBoundary({ children }: { readonly children: ComponentChildren }) {
  const { url } = useLocation()
  const failedAt = useRef('')
  const [error, resetError] = useErrorBoundary((thrown) => {
    failedAt.current = url
    reportError(thrown)
  })
  useEffect(() => {
    if (error && failedAt.current !== url) resetError()
  }, [error, resetError, url])
  return error ? <ErrorFallback /> : children
}

function ErrorFallback() {
  const messages = frameMessages.use()
  return (
    <EmptyState icon={Bug} title={messages.broken} text={messages.brokenHint} isAlert>
      <Button look="main" onClick={() => location.reload()}>
        {messages.reload}
      </Button>
    </EmptyState>
  )
}
