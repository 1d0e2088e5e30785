// Titles that the server knows and that are like a keyword that found nothing, each as a button.
import type { SuggestAnswer } from '../../../src/contract/suggest.ts'
import { Button } from '../components/button.tsx'
import { useAnswer } from '../use-answer.ts'

interface NearestTitlesProps {
  readonly kw: string
  /** Shown where the server knows none. */
  readonly otherwise: readonly string[]
  readonly onPick: (title: string) => void
}

const maxTitles = 4

/** Nothing until the server has answered. Without suggestions the page is complete, so a failure is not shown. */
export function NearestTitles({ kw, otherwise, onPick }: NearestTitlesProps) {
  const path = `/api/v1/suggest?q=${encodeURIComponent(kw)}&limit=${maxTitles}`
  const { answer, error } = useAnswer<SuggestAnswer>(path, { isBackground: true, isOwnOnly: true })
  const titles = answer?.suggestions.map(({ title }) => title).filter((title) => title !== kw)
  const shown = error || titles?.length === 0 ? otherwise : titles
  return shown?.map((title) => (
    <Button key={title} onClick={() => onPick(title)}>
      {title}
    </Button>
  ))
}
