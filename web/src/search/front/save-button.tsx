// Saves the search whose results are shown.
import { Star } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import { IconButton } from '../../components/button.tsx'
import { usePage } from '../../page-context.ts'
import type { SearchProgress } from '../search-progress.ts'
import type { SearchState } from '../search-state.ts'
import { savedMessages } from './saved-messages.ts'
import { useSavedSearches } from './use-saved-searches.ts'

interface SaveProps {
  readonly ask: SearchState
  readonly phase: SearchProgress['phase']
}

/** Also records that the results of a saved search were seen. */
export function SaveButton({ ask, phase }: SaveProps) {
  const messages = savedMessages.use()
  const { toast } = usePage()
  const saved = useSavedSearches()
  const isSaved = saved.has(ask)
  useEffect(() => {
    if (phase === 'done') saved.markSeen(ask)
  }, [phase])
  const press = () => {
    saved.toggle(ask)
    toast.value = { text: isSaved ? messages.removed : messages.saved }
  }
  return (
    <IconButton
      icon={Star}
      size={17}
      label={isSaved ? messages.remove(ask.kw) : messages.save}
      aria-pressed={isSaved}
      class={isSaved ? '[&>svg]:fill-current' : ''}
      onClick={press}
    />
  )
}
