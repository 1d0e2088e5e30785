// Error boundary: replaces a view that throws while rendering; the navigation stays usable.
import { Bug } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useWords } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { StatePage } from '../parts/state-page.tsx'
import { frameWords } from './words.ts'

/**
 * Renders its children until one throws; tries again when the URL changes. The error is logged to the console with its
 * stack.
 */
export function Guarded({ children }: { readonly children: ComponentChildren }) {
  const { url } = useLocation()
  const failedAt = useRef('')
  const [error, forget] = useErrorBoundary((thrown) => {
    failedAt.current = url
    reportError(thrown)
  })
  useEffect(() => {
    if (error && failedAt.current !== url) forget()
  }, [error, forget, url])
  return error ? <Broken /> : children
}

function Broken() {
  const messages = useWords(frameWords)
  return (
    <StatePage icon={Bug} title={messages.broken} text={messages.brokenWhy} isAlert>
      <Button look="main" onClick={() => location.reload()}>
        {messages.reload}
      </Button>
    </StatePage>
  )
}
