// Titles that the server knows and that are like a keyword that found nothing, each as a button.
import { useEffect, useState } from 'preact/hooks'
import type { SuggestAnswer } from '../../../src/contract/suggest.ts'
import { Button } from '../components/button.tsx'
import { usePage } from '../page-context.ts'

interface NearestTitlesProps {
  readonly kw: string
  /** Shown where the server knows none. */
  readonly otherwise: readonly string[]
  readonly onPick: (title: string) => void
}

const maxTitles = 4

export function NearestTitles({ kw, otherwise, onPick }: NearestTitlesProps) {
  const titles = useNearestTitles(kw)
  const shown = titles?.length === 0 ? otherwise : titles
  return shown?.map((title) => (
    <Button key={title} onClick={() => onPick(title)}>
      {title}
    </Button>
  ))
}

/** Undefined until the server has answered. */
function useNearestTitles(kw: string): readonly string[] | undefined {
  const { api } = usePage()
  const [titles, setTitles] = useState<readonly string[]>()
  useEffect(() => {
    const abort = new AbortController()
    const path = `/api/v1/suggest?q=${encodeURIComponent(kw)}&limit=${maxTitles}`
    // Without suggestions the page is complete, so a failure is not shown.
    api.json<SuggestAnswer>(path, { signal: abort.signal, isBackground: true }).then(
      ({ suggestions }) => setTitles(suggestions.map(({ title }) => title)),
      () => abort.signal.aborted || setTitles([]),
    )
    return () => {
      abort.abort()
      setTitles(undefined)
    }
  }, [api, kw])
  return titles?.filter((title) => title !== kw)
}
