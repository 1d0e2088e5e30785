// Shown below the form before a search: what can be searched, saved and recent searches, and what others watch and read.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { useContent } from '../components/use-content.ts'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { MyCloudsLine } from './front/my-clouds-line.tsx'
import { SavedList } from './front/saved-list.tsx'
import { ScopeLine } from './front/scope-line.tsx'
import { createSearchHistory } from './history.ts'
import { HistoryList } from './history-list.tsx'
import type { SearchState } from './search-state.ts'
import { rawKeyword } from './search-url.ts'
import { welcomeMessages } from './welcome-messages.ts'

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
  const isNewcomer = searchHistory.entries.value.length === 0
  return (
    <>
      <div class="mx-auto flex max-w-2xl flex-col gap-4 pt-1">
        {pasted && <PastedBanner key={pasted} text={pasted} onDone={() => onRead({ kw: '', share: undefined })} />}
        <ScopeLine />
        <SavedList />
        <HistoryList history={searchHistory} onPick={onPick} />
        {isNewcomer && <Hints />}
        <MyCloudsLine />
        {isIdle && <OwnerLine />}
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
