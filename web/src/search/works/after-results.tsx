// The parts that the first results do not need, in one chunk: checks of links, pictures, keys, tools.

import { ArrowUp, ChevronDown, Star } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button, IconButton } from '../../components/button.tsx'
import { lazyComponent, Nothing } from '../../components/lazy.tsx'
import { usePage } from '../../page-context.ts'
import type { Result } from '../arrange.ts'
import { titleKey } from '../fold-titles.ts'
import { savedMessages } from '../front/saved-messages.ts'
import { useSavedSearches } from '../front/use-saved-searches.ts'
import { createLinkChecking } from '../link-checking.ts'
import type { ListContext } from '../list-context.ts'
import { ListEffects } from '../list-effects.tsx'
import { ResultTools } from '../result-tools.tsx'
import type { SearchProgress } from '../search-progress.ts'
import type { SearchSession } from '../search-session.ts'
import type { SearchState } from '../search-state.ts'
import { toolMessages } from '../tool-messages.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import { PosterImage } from './poster-image.tsx'

export const afterResults = {
  createLinkChecking,
  EndNotice,
  ListEffects,
  NewResultsButton,
  PosterImage,
  ResultTools,
  SameTitle,
  SaveButton,
}

const TelegramNotice = lazyComponent(async () => (await import('../problems.tsx')).TelegramNotice, Nothing)

/** After a search with failures; without any answer, the reasons are shown in place of the rows. It does not move rows that are being read. */
function EndNotice({ session, isReading }: { readonly session: SearchSession; readonly isReading: boolean }) {
  const progress = session.progress.value
  const isNeeded = progress.phase === 'done' && progress.failed > 0 && progress.answered > 0
  const isShown = useRef(false)
  isShown.current = isNeeded && (isShown.current || !isReading)
  return isShown.current ? <TelegramNotice of={progress} /> : null
}

function NewResultsButton({ added, onShow }: { readonly added: number; readonly onShow: () => void }) {
  const label = toolMessages.use().newResults(added)
  return (
    <Button look="main" icon={ArrowUp} aria-label={label} class="my-0.5 h-11 shrink-0 figures" onClick={onShow}>
      <span aria-hidden="true" class="sm:hidden">
        {added}
      </span>
      <span class="max-sm:sr-only">{label}</span>
    </Button>
  )
}

/** Also records that the results of a saved search were seen. */
function SaveButton({ ask, phase }: { readonly ask: SearchState; readonly phase: SearchProgress['phase'] }) {
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

function SameTitle({ item, onUnfold }: Pick<ListContext, 'onUnfold'> & { readonly item: Result }) {
  const messages = moreWorksMessages.use()
  const { others = 0, isUnfolded = false } = item
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      class="relative flex shrink-0 items-center gap-0.5 text-xs text-accent after:absolute after:-top-3.5 after:-bottom-2.5 after:inset-x-0 hover:underline"
      onClick={() => onUnfold(titleKey(item))}
    >
      {messages.sameTitle(others)}
      <ChevronDown size={14} aria-hidden="true" class={isUnfolded ? 'rotate-180' : ''} />
    </button>
  )
}
