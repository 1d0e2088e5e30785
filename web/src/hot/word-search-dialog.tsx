// The dialog that finds lists by name, and a word in all lists.
import { DatabaseZap, Search, SearchX } from 'lucide-preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { FoundItem } from '../../../src/contract/hotlist-find.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { ListName } from '../components/list-name.tsx'
import { WatchButton } from '../components/watch-button.tsx'
import { wordsToWatch } from '../components/words-to-watch.ts'
import { useMuted } from '../muted/use-muted.ts'
import { usePage } from '../page-context.ts'
import { useBoard } from './board-context.ts'
import { dialogMessages } from './dialog-messages.ts'
import { groupHits } from './group-hits.ts'
import { findLists } from './pinyin.ts'
import { browserTimers } from './timers.ts'
import { WordHitRow } from './word-hit-row.tsx'
import { createWordSearch, maxListsAtOnce, type WordSearch } from './word-search.ts'

interface DialogProps {
  /** The word to search for first. */
  readonly typed: string
  readonly onClose: () => void
}

export function WordSearchDialog({ typed, onClose }: DialogProps) {
  const messages = dialogMessages.use().word
  const { api } = usePage()
  const search = useMemo(() => createWordSearch({ json: api.json, timers: browserTimers }), [api])
  const { isLoading, found, error } = search.state.value
  const unasked = found?.unasked.length ?? 0
  useEffect(() => {
    if (typed !== '') {
      search.type(typed)
      search.searchNow()
    }
    return search.stop
  }, [search])
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div class="flex h-[70dvh] flex-col gap-2">
        <WordInput typed={typed} search={search} />
        <div class="flex min-h-9 shrink-0 items-center justify-between gap-2">
          <Summary search={search} />
          <WatchWords search={search} onPress={onClose} />
        </div>
        <div class="-mx-2 min-h-0 flex-1 overflow-y-auto px-2">
          <Lists typed={found?.typed ?? ''} onNavigate={onClose} />
          <Results search={search} onNavigate={onClose} />
        </div>
        {unasked > 0 && !error && (
          <Button class="shrink-0" disabled={isLoading} onClick={search.askFurther}>
            {messages.askFurther(Math.min(unasked, maxListsAtOnce), unasked)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Limit of the server. */
const maxCharacters = 100

interface SearchProps {
  readonly search: WordSearch
}

/** Has the initial focus. Ignores text during IME composition. */
function WordInput({ typed, search }: SearchProps & Pick<DialogProps, 'typed'>) {
  const messages = dialogMessages.use().word
  return (
    <input
      // A search field of the browser takes the first Escape for itself.
      type="text"
      defaultValue={typed}
      aria-label={messages.label}
      autofocus
      autocomplete="off"
      enterkeyhint="search"
      maxlength={maxCharacters}
      placeholder={messages.placeholder}
      class="h-10 w-full shrink-0 rounded-lg border border-edge bg-card px-3 text-base text-ink"
      onInput={(event) => {
        if (!event.isComposing) search.type(event.currentTarget.value)
      }}
      onCompositionEnd={(event) => search.type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.isComposing) search.searchNow()
      }}
    />
  )
}

/** Number of hits and of lists searched. */
function Summary({ search }: SearchProps) {
  const messages = dialogMessages.use().word
  const { isLoading, found, error, asking } = search.state.value
  const { total, count, searched, missing } = found?.answer ?? { total: 0, count: 0, searched: 0, missing: [] }
  const unasked = found?.unasked.length ?? 0
  const parts = [
    messages.found(total, count),
    messages.searched(searched),
    ...(unasked > 0 ? [messages.notCached(unasked)] : []),
    ...(missing.length > unasked ? [messages.notAnswered(missing.length - unasked)] : []),
  ]
  const progress = asking ? messages.asking(asking.done, asking.total) : messages.searching
  return (
    <p role="status" class="min-h-4 shrink-0 px-1 text-xs text-soft">
      {error || !(found || isLoading) ? '' : (isLoading && progress) || parts.join(' · ')}
    </p>
  )
}

/** Watches the words that were searched for. */
function WatchWords({ search, onPress }: SearchProps & { readonly onPress: () => void }) {
  const messages = dialogMessages.use().word
  const { found } = search.state.value
  return (
    <WatchButton
      look="quiet"
      class="shrink-0"
      offers={found ? [{ words: wordsToWatch(found.typed), in: ['lists'] }] : []}
      onPress={onPress}
    >
      {messages.watch}
    </WatchButton>
  )
}

const mostLists = 5

interface ListsProps {
  readonly typed: string
  readonly onNavigate: () => void
}

/** The lists of which the typed text is the name. */
function Lists({ typed, onNavigate }: ListsProps) {
  const messages = dialogMessages.use().word
  const records = useBoard().board.records.value
  const lists = useMemo(() => findLists(records, typed).slice(0, mostLists), [records, typed])
  if (lists.length === 0) return null
  return (
    <ul aria-label={messages.lists} class="flex flex-wrap gap-1.5 pb-2">
      {lists.map((record) => (
        <li key={record.id}>
          <a
            href={`/hot?list=${record.id}`}
            class="inline-flex min-h-9 items-center rounded-full border border-line bg-card px-3 text-sm hover:border-accent hover:text-accent"
            onClick={onNavigate}
          >
            <ListName of={record} />
          </a>
        </li>
      ))}
    </ul>
  )
}

const noHits: readonly FoundItem[] = []

interface ResultsProps extends SearchProps {
  readonly onNavigate: () => void
}

function Results({ search, onNavigate }: ResultsProps) {
  const messages = dialogMessages.use().word
  const { isLoading, found, error } = search.state.value
  const { items: hits, muted } = useMuted(found?.answer.results ?? noHits, ({ entries }) => entries)
  const rows = useMemo(() => groupHits(hits, found?.stories ?? []), [hits, found])
  if (error) return <ErrorPage error={error} onRetry={search.searchNow} />
  if (!found) return isLoading ? null : <Hint />
  const { searched, count, missing } = found.answer
  if (searched === 0 && missing.length > 0)
    return <EmptyState icon={DatabaseZap} title={messages.nothingCached} text={messages.nothingCachedHint} />
  if (count === 0)
    return (
      <EmptyState icon={SearchX} title={messages.none(found.typed)} text={messages.noneHint}>
        {missing.length > 0 && <p class="text-sm text-soft">{messages.cachedOnly}</p>}
      </EmptyState>
    )
  return (
    <>
      <ol aria-label={messages.results} aria-busy={isLoading} class="divide-y divide-line aria-busy:opacity-60">
        {rows.map((row) => (
          <WordHitRow key={row.key} row={row} typed={found.typed} onNavigate={onNavigate} />
        ))}
      </ol>
      {muted.line}
    </>
  )
}

function Hint() {
  const messages = dialogMessages.use().word
  return (
    <div class="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center text-sm">
      <Search size={28} aria-hidden="true" class="text-soft" />
      <p>{messages.hint}</p>
      <p class="text-soft">{messages.cachedOnly}</p>
    </div>
  )
}
