// The search view: the form, and below it recent searches or results.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { now } from '../clock.ts'
import type { Asking } from '../fetching.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { addressOf, askedKey, askOf } from './address.ts'
import type { SearchAsk } from './ask.ts'
import { Cut } from './cut.tsx'
import { createHistory } from './history.ts'
import { useLoaded } from './loaded.ts'
import { createRecent, type Recent } from './recent.ts'
import { SearchBox } from './search-box.tsx'
import { searchWords } from './words.ts'

function loadResults() {
  return import('./results.tsx')
}

/** Not needed for shared search URLs. */
function loadWelcome() {
  return import('./welcome.tsx')
}

/** Searches outlive the view, so that the user finds them unchanged on return. */
const recents = new WeakMap<Asking, Recent>()

function recentOf(asking: Asking): Recent {
  const recent = recents.get(asking) ?? createRecent(asking, now)
  recents.set(asking, recent)
  return recent
}

/** Returns the search of the URL, and functions that change it. */
function useAsk() {
  const { url, route } = useLocation()
  const ask = useMemo(() => askOf(url.slice(url.indexOf('?') + 1 || url.length)), [url])
  return {
    ask,
    /** Navigates to another search, with a history entry. */
    go: (next: SearchAsk) => route(addressOf(next)),
    /** Changes the display options without a history entry. */
    change: (part: Partial<SearchAsk>) => route(addressOf({ ...ask, ...part }), true),
  }
}

export function SearchView() {
  const { asking, shelf } = usePage()
  const messages = useWords(searchWords)
  const { ask, go, change } = useAsk()
  const own = useMemo(() => createHistory(shelf), [shelf])
  const key = askedKey(ask)
  const search = useMemo(() => (ask.kw === '' ? undefined : recentOf(asking).open(ask)), [key, asking])
  useEffect(() => {
    if (search) own.add(ask)
    return () => search?.finding.stop()
  }, [search])
  useOwnScrolling()
  const [isCut, setCut] = useState(false)
  const results = useLoaded(loadResults, search !== undefined, () => setCut(true))
  const welcome = useLoaded(loadWelcome, search === undefined)
  useEffect(() => {
    document.title = ask.kw === '' ? 'Trawl' : `${ask.kw} - Trawl`
  }, [ask.kw])
  const submit = (next: SearchAsk) => {
    if (search && askedKey(next) === key) search.finding.start()
    else go(next)
  }
  return (
    <>
      {search && <h1 class="sr-only">{messages.title}</h1>}
      {!search && <Greeting />}
      <SearchBox ask={ask} isAlone={!search} onType={warmUp} onAsk={submit} />
      {search && results && <results.Results key={key} ask={ask} search={search} onChange={change} onAsk={go} />}
      {search && !results && isCut && <Cut />}
      {!search && welcome && <welcome.Welcome history={own} onPick={go} />}
    </>
  )
}

/** Preloads the results view while the user types. */
function warmUp(): void {
  loadResults().catch(() => undefined)
}

/** The browser would restore the scroll position before rows are rendered. */
function useOwnScrolling(): void {
  useEffect(() => {
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = before
    }
  }, [])
}

function Greeting() {
  const messages = useWords(searchWords)
  return (
    <div class="mx-auto max-w-2xl pt-8 pb-5 text-center sm:pt-20">
      <h1 class="text-2xl font-bold tracking-tight sm:text-3xl">{messages.title}</h1>
      <p class="mt-2 text-soft">{messages.tagline}</p>
    </div>
  )
}
