// Shown below the form before a search: what can be searched, saved and recent searches, and what others watch and read.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { useContent } from '../components/use-content.ts'
import { usePage } from '../page-context.ts'
import { MyCloudsLine } from './front/my-clouds-line.tsx'
import { SavedList } from './front/saved-list.tsx'
import { ScopeLine } from './front/scope-line.tsx'
import { createSearchHistory } from './history.ts'
import { HistoryList } from './history-list.tsx'
import type { SearchState } from './search-state.ts'
import { rawKeyword } from './search-url.ts'

interface WelcomeProps {
  /** A channel or a page that was pasted. */
  readonly pasted: string | undefined
  readonly onPick: (ask: SearchState) => void
  /** Called with what to search for, where the URL has the text of a share, from an app or an older address. */
  readonly onRead: (read: Pick<SearchState, 'kw' | 'share'>) => void
}

const OwnerLine = lazyComponent(
  async () => (await import('./front/owner-line.tsx')).OwnerLine,
  () => null,
)
const PosterRows = lazyComponent(
  async () => (await import('./front/poster-rows.tsx')).PosterRows,
  () => null,
)

const PastedBanner = lazyComponent(
  async () => (await import('./pasted/pasted-banner.tsx')).PastedBanner,
  LoadErrorToast,
)

export function Welcome({ pasted, onPick, onRead }: WelcomeProps) {
  const { storage } = usePage()
  const searchHistory = useMemo(() => createSearchHistory(storage), [storage])
  useContent(true)
  useSharedText(onRead)
  const isIdle = useIsIdle()
  return (
    <>
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1 [&>:not(p,a)]:basis-full">
        {pasted && <PastedBanner key={pasted} text={pasted} onDone={() => onRead({ kw: '', share: undefined })} />}
        <ScopeLine />
        {isIdle && <OwnerLine />}
        <SavedList />
        <HistoryList history={searchHistory} onPick={onPick} />
        <MyCloudsLine />
      </div>
      {isIdle && <PosterRows />}
    </>
  )
}

function useSharedText(onRead: WelcomeProps['onRead']): void {
  const { api } = usePage()
  const { url } = useLocation()
  useEffect(() => {
    const text = rawKeyword(new URLSearchParams(location.search))
    if (text === '') return
    // Without the part that reads shares, it is left as it is.
    import('./pasted/read-text.ts')
      .then(async ({ readText }) => onRead(await readText(text, api)))
      .catch(() => undefined)
  }, [url])
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
