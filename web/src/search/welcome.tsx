// Shown below the form before a search: what can be searched, saved and recent searches, and what others watch and read.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useContent } from '../components/use-content.ts'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { MyCloudsLine } from './front/my-clouds-line.tsx'
import { SavedList } from './front/saved-list.tsx'
import { ScopeLine } from './front/scope-line.tsx'
import { createSearchHistory } from './history.ts'
import { HistoryList } from './history-list.tsx'
import { useLazyModule } from './lazy-parts.ts'
import type { SearchState } from './search-state.ts'
import { welcomeMessages } from './welcome-messages.ts'

interface WelcomeProps {
  readonly onPick: (ask: SearchState) => void
}

function loadPosters() {
  return import('./front/poster-rows.tsx')
}

export function Welcome({ onPick }: WelcomeProps) {
  const { storage } = usePage()
  const searchHistory = useMemo(() => createSearchHistory(storage), [storage])
  useContent(true)
  const isIdle = useIsIdle()
  const posters = useLazyModule(loadPosters, isIdle)
  const isNewcomer = searchHistory.entries.value.length === 0
  return (
    <>
      <div class="mx-auto flex max-w-2xl flex-col gap-4 pt-1">
        <ScopeLine />
        <SavedList />
        <HistoryList history={searchHistory} onPick={onPick} />
        {isNewcomer && <Hints />}
        <MyCloudsLine />
      </div>
      {posters && <posters.PosterRows />}
    </>
  )
}

function Hints() {
  const { hints } = useMessages(welcomeMessages)
  return (
    <dl class="grid gap-4 text-sm max-sm:text-soft sm:grid-cols-3">
      {hints.map(([title, text]) => (
        <div key={title} class="max-sm:not-first:hidden max-sm:[&>*]:inline pointer-coarse:last:hidden">
          <dt class="font-medium">
            {title}
            <span class="sm:hidden"> · </span>
          </dt>
          <dd class="mt-0.5 text-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Posters wait until the page has been painted and loaded. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    // Not every browser has `requestIdleCallback`.
    const timer = setTimeout(() => setIdle(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}
