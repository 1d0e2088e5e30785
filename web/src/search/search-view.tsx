// The search view: the form, and below it recent searches or results.

import { useEffect, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ApiClient } from '../api-client.ts'
import { now } from '../clock.ts'
import { lazyComponent, Nothing } from '../components/lazy.tsx'
import { openedHere, useOpened } from '../components/use-opened.ts'
import { type PageContext, usePage } from '../page-context.ts'
import { browserTimers } from '../timers.ts'
import { searchMessages } from './messages.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { ownChannels, withOwnChannels } from './own-channels.ts'
import { RecentSearches } from './recent-searches.ts'
import { ResultsOutline } from './results-placeholder.tsx'
import { SearchBox } from './search-box.tsx'
import type { SearchState } from './search-state.ts'
import { mayBeShare, normalizeKeyword, parseSearchUrl, requestKey, searchUrl } from './search-url.ts'

const WorkPage = lazyComponent(async () => (await import('./results.tsx')).WorkPage, OfflineNotice)
const Results = lazyComponent(async () => (await import('./results.tsx')).Results, OfflineNotice, ResultsOutline)

/** Not needed for shared search URLs. */
const Welcome = lazyComponent(async () => (await import('./welcome.tsx')).Welcome, Nothing)

/** Searches outlive the view, so that the user finds them unchanged on return. */
const searchesByClient = new WeakMap<ApiClient, RecentSearches>()

function recentSearchesOf(api: ApiClient): RecentSearches {
  const recent = searchesByClient.get(api) ?? new RecentSearches({ api, epochMs: now, timers: browserTimers })
  searchesByClient.set(api, recent)
  return recent
}

/** The keyword of a pasted text. */
async function readShare(text: string, api: ApiClient): Promise<Partial<SearchState>> {
  if (!mayBeShare(text)) return { share: undefined }
  // Without the part that reads shares, the text is searched for.
  return import('./pasted/read-text.ts').then(({ readText }) => readText(text, api)).catch(() => ({}))
}

/** Returns the search of the URL, and functions that change it. */
function useSearchUrl() {
  const { storage } = usePage()
  const { url, route } = useLocation()
  const ask = useMemo(() => parseSearchUrl(url.slice(url.indexOf('?') + 1 || url.length)), [url])
  return {
    ask,
    /** Navigates to another search, with a history entry, or in place of that of a dialog. */
    go: (next: SearchState) =>
      route(searchUrl(withOwnChannels(next, ownChannels(storage).value)), history.state === openedHere),
    /** Changes the display options without a history entry; closes an opened work. */
    change: (part: Partial<SearchState>) => route(searchUrl({ ...ask, ...part }), true),
  }
}

export function SearchView() {
  const { api, storage, hasContent } = usePage()
  const messages = searchMessages.use()
  const { ask, go, change } = useSearchUrl()
  // Without a search, the address leads to a work of the archive.
  const { value: workKey, open } = useOpened('work')
  const key = requestKey(ask)
  const search = useMemo(() => (ask.kw === '' ? undefined : recentSearchesOf(api).open(ask)), [key, api])
  useEffect(() => () => search?.session.stop(), [search])
  const isLate = hasContent.value
  useEffect(() => {
    // What was pasted is no word to search for again.
    if (search && isLate && ask.share === undefined) addToHistory(storage, ask).catch(() => undefined)
  }, [search, isLate])
  useManualScrollRestoration()
  const isEmpty = !search && !workKey
  useEffect(() => {
    document.title = ask.kw === '' ? 'Trawl' : `${ask.kw} - Trawl`
  }, [ask.kw, workKey])
  const submit = async (asked: SearchState) => {
    const kw = normalizeKeyword(asked.kw)
    const next = { ...asked, kw, ...(kw !== ask.kw && (await readShare(asked.kw, api))) }
    if (search && requestKey(next) === key && next.share === ask.share) search.session.start()
    else go(next)
  }
  return (
    <>
      {!isEmpty && <h1 class="sr-only">{messages.title}</h1>}
      {isEmpty && <Greeting />}
      <SearchBox ask={ask} isAlone={isEmpty} onType={preloadResults} onAsk={submit} />
      {search && (
        <Results key={key} ask={ask} search={search} workKey={workKey} onChange={change} onAsk={submit} onOpen={open} />
      )}
      {!search && workKey && <WorkPage key={workKey} workKey={workKey} onSearch={(kw) => go({ ...ask, kw })} />}
      {isEmpty && <Welcome pasted={ask.share} onPick={go} onRead={change} />}
    </>
  )
}

/** Loaded late: results do not need it. Without storage nothing is kept. */
async function addToHistory(storage: PageContext['storage'], ask: SearchState): Promise<void> {
  const { SearchHistory } = await import('./history.ts')
  new SearchHistory(storage).add(ask)
}

function preloadResults(): void {
  Results.load().catch(() => undefined)
}

/** The browser would restore the scroll position before rows are rendered. */
function useManualScrollRestoration(): void {
  useEffect(() => {
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = before
    }
  }, [])
}

function Greeting() {
  const messages = searchMessages.use()
  return <h1 class="pt-1 pb-2 text-2xl font-bold tracking-tight sm:pt-6 sm:pb-3 sm:text-3xl">{messages.title}</h1>
}
