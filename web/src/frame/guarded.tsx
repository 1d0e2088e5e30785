// What stands in the place of a view that fails while it is drawn; the way to the other views stays.
import { Bug } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useWords } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { StatePage } from '../parts/state-page.tsx'
import { frameWords } from './words.ts'

/** Shows what is in it until that fails; tried again at another address. The error is on the console, with all that a browser tells of it. */
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
  const words = useWords(frameWords)
  return (
    <StatePage icon={Bug} title={words.broken} text={words.brokenWhy} isAlert>
      <Button look="main" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </StatePage>
  )
}
