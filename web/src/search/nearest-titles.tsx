// Titles that the server knows and that are like a keyword that found nothing, each as a button.
import { useEffect, useState } from 'preact/hooks'
import type { SuggestAnswer } from '../../../src/contract/suggest.ts'
import { Button } from '../components/button.tsx'
import { usePage } from '../page-context.ts'

interface NearestTitlesProps {
  readonly kw: string
  /** Not shown: other buttons have them. */
  readonly except: readonly string[]
  readonly onPick: (title: string) => void
}

const maxTitles = 4

export function NearestTitles({ kw, except, onPick }: NearestTitlesProps) {
  const { api } = usePage()
  const [titles, setTitles] = useState<readonly string[]>([])
  useEffect(() => {
    const abort = new AbortController()
    const path = `/api/v1/suggest?q=${encodeURIComponent(kw)}&limit=${maxTitles}`
    // Without suggestions the page is complete, so a failure is not shown.
    api.json<SuggestAnswer>(path, { signal: abort.signal, isBackground: true }).then(
      ({ suggestions }) => setTitles(suggestions.map(({ title }) => title)),
      () => undefined,
    )
    return () => {
      abort.abort()
      setTitles([])
    }
  }, [api, kw])
  return titles
    .filter((title) => title !== kw && !except.includes(title))
    .map((title) => (
      <Button key={title} onClick={() => onPick(title)}>
        {title}
      </Button>
    ))
}
