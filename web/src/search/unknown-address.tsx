// The view of an address that the page does not have: the search box, and the last search. Loaded when one is opened.
import { Compass } from 'lucide-preact'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { EmptyState } from '../components/empty-state.tsx'
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'
import { createMessages } from '../use-messages.ts'
import { SearchHistory } from './history.ts'
import { SearchBox } from './search-box.tsx'
import { emptySearch } from './search-state.ts'
import { searchUrl } from './search-url.ts'

const unknownMessages = createMessages({
  last: ['上次搜索：{0}', 'Last search: {0}'],
})

export function UnknownAddress() {
  const { notFound, toSearch } = frameMessages.use()
  const messages = unknownMessages.use()
  const { storage } = usePage()
  const { route } = useLocation()
  const last = useMemo(() => new SearchHistory(storage), [storage]).entries.value[0]?.ask
  return (
    <>
      <SearchBox ask={emptySearch} isAlone onAsk={(ask) => route(searchUrl(ask))} onType={() => undefined} />
      <EmptyState icon={Compass} title={notFound} isWholeView>
        <a
          class="inline-flex min-h-9 items-center rounded-lg bg-accent px-4 text-sm font-medium text-on-accent"
          href={last ? searchUrl(last) : '/'}
        >
          {last ? messages.last(last.kw) : toSearch}
        </a>
      </EmptyState>
    </>
  )
}
