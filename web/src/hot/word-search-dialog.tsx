// The dialog that finds lists by name, and a word in all lists.

import { DatabaseZap, Search, SearchX } from 'lucide-preact'
import { useMemo, useState } from 'preact/hooks'
import type { FoundItem } from '../../../src/contract/hotlist-find.ts'
import { displayNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { hasHit } from '../components/highlight.ts'
import { Highlighted } from '../components/highlighted.tsx'
import { ListName } from '../components/list-name.tsx'
import { OutLink } from '../components/out-link.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { WatchButton } from '../components/watch-button.tsx'
import { wordsToWatch } from '../components/words-to-watch.ts'
import { formatAge, formatCompact, formatDateTime } from '../format-time.ts'
import { useMuted } from '../muted/use-muted.ts'
import { usePreferences } from '../page-context.ts'
import { useBoard } from './board-context.ts'
import { dialogMessages } from './dialog-messages.ts'
import { groupHits, type HitRow } from './group-hits.ts'
import { itemUrl, workOf } from './item-details.ts'
import { findLists } from './pinyin.ts'
import { StoryChip, useBestOfSites } from './stories/story-parts.tsx'
import { maxListsAtOnce, useWordSearch, type WordSearch } from './word-search.ts'

interface DialogProps {
  /** The word to search for first. */
  readonly typed: string
  readonly onClose: () => void
}

export function WordSearchDialog({ typed: first, onClose }: DialogProps) {
  const messages = dialogMessages.use().word
  const [typed, setTyped] = useState(first.trim())
  // Enter, and a word in the address, do not wait.
  const [hurried, setHurried] = useState(typed)
  const search = useWordSearch(typed, hurried === typed)
  const { isLoading, found, error, unasked, askFurther } = search
  const words = found ? [{ words: wordsToWatch(found.typed), in: ['lists' as const] }] : []
  const next = unasked.slice(0, maxListsAtOnce)
  const hurry = () => (hurried === typed ? search.retry() : setHurried(typed))
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div class="flex h-[70dvh] flex-col gap-2">
        <WordInput first={first} onType={(text) => setTyped(text.trim())} onEnter={hurry} />
        <div class="flex min-h-9 shrink-0 items-center justify-between gap-2">
          <Summary search={search} />
          <WatchButton look="quiet" class="shrink-0" offers={words} onPress={onClose}>
            {messages.watch}
          </WatchButton>
        </div>
        <div class="-mx-2 min-h-0 flex-1 overflow-y-auto px-2">
          <Lists typed={found?.typed ?? ''} onNavigate={onClose} />
          <Results search={search} onNavigate={onClose} />
        </div>
        {next.length > 0 && !error && (
          <Button class="shrink-0" disabled={isLoading} onClick={() => void askFurther(next)}>
            {messages.askFurther(next.length, unasked.length)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Limit of the server. */
const maxCharacters = 100

interface InputProps {
  readonly first: string
  readonly onType: (text: string) => void
  readonly onEnter: () => void
}

/** Has the initial focus. Ignores text during IME composition. */
function WordInput({ first, onType, onEnter }: InputProps) {
  const messages = dialogMessages.use().word
  return (
    <input
      // A search field of the browser takes the first Escape for itself.
      type="text"
      defaultValue={first}
      aria-label={messages.label}
      autofocus
      autocomplete="off"
      enterkeyhint="search"
      maxlength={maxCharacters}
      placeholder={messages.label}
      class="h-10 w-full shrink-0 rounded-lg border border-edge bg-card px-3 text-base text-ink"
      onInput={(event) => {
        if (!event.isComposing) onType(event.currentTarget.value)
      }}
      onCompositionEnd={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.isComposing) onEnter()
      }}
    />
  )
}

interface SearchProps {
  readonly search: WordSearch
}

function Summary({ search: { isLoading, found, error, asking, unasked } }: SearchProps) {
  const messages = dialogMessages.use().word
  const { total, count, searched, missing } = found?.answer ?? { total: 0, count: 0, searched: 0, missing: [] }
  const parts = [
    messages.found(total, count),
    messages.searched(searched),
    ...(unasked.length > 0 ? [messages.notCached(unasked.length)] : []),
    ...(missing.length > unasked.length ? [messages.notAnswered(missing.length - unasked.length)] : []),
  ]
  const progress = asking ? messages.asking(asking.done, asking.total) : messages.searching
  return (
    <p role="status" class="min-h-4 min-w-0 px-1 text-xs text-soft">
      {error || !(found || isLoading) ? '' : (isLoading && progress) || parts.join(' · ')}
    </p>
  )
}

const mostLists = 5

/** The lists of which the typed text is the name. */
function Lists({ typed, onNavigate }: { readonly typed: string; readonly onNavigate: () => void }) {
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

function Results({ search, onNavigate }: SearchProps & { readonly onNavigate: () => void }) {
  const messages = dialogMessages.use().word
  const { isLoading, found, stories, error, retry } = search
  const { items: hits, muted } = useMuted(found?.answer.results ?? noHits)
  const rows = useMemo(() => groupHits(hits, stories), [hits, stories])
  if (error) return <ErrorPage error={error} onRetry={retry} />
  if (isLoading && !found) return null
  if (!found)
    return (
      <EmptyState icon={Search} title={messages.start} text={messages.hint}>
        <p class="text-sm text-soft">{messages.cachedOnly}</p>
      </EmptyState>
    )
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

interface RowProps {
  readonly row: HitRow
  readonly typed: string
  /** Called when the user follows the link to a search. */
  readonly onNavigate: () => void
}

function WordHitRow({ row: { best: found, story }, typed, onNavigate }: RowProps) {
  const messages = dialogMessages.use().word
  const { item } = found
  const sites = useBestOfSites(story?.items ?? [])
  const { hover = '' } = item.extra ?? {}
  const work = workOf(item.title, found.id)
  const searchLabel = messages.searchFor(work ?? '')
  return (
    <li class="flex items-start gap-2 py-2">
      <span class="figures w-7 shrink-0 pt-0.5 text-end text-sm text-soft" title={messages.rank(item.rank)}>
        <span class="sr-only">{messages.rank(item.rank)}</span>
        <span aria-hidden="true">{item.rank}</span>
      </span>
      <div class="min-w-0 flex-1">
        <OutLink
          href={itemUrl(item, useNarrow())}
          class="inline-block min-h-6 text-sm leading-snug [&[href]:hover]:text-accent [&[href]:hover]:underline"
        >
          <Highlighted text={item.title} kw={typed} />
        </OutLink>
        {/* The description, if only it contains the word. */}
        {!hasHit(item.title, typed) && hasHit(hover, typed) && (
          <p class="line-clamp-2 text-xs text-soft">
            <Highlighted text={hover} kw={typed} />
          </p>
        )}
        {story ? (
          <ul aria-label={messages.sites} class="mt-1 flex flex-wrap gap-1.5">
            {sites.map((one) => (
              <StoryChip key={one.source} item={one} />
            ))}
          </ul>
        ) : (
          <HitDetails found={found} />
        )}
      </div>
      {work !== undefined && (
        <a
          href={`/?${new URLSearchParams({ kw: work })}`}
          aria-label={searchLabel}
          title={searchLabel}
          class="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-raised hover:text-ink"
          onClick={onNavigate}
        >
          <Search size={18} aria-hidden="true" />
        </a>
      )}
    </li>
  )
}

function HitDetails({ found }: { readonly found: FoundItem }) {
  const messages = dialogMessages.use().word
  const language = usePreferences().language.value
  const { item, stale, updatedAt } = found
  const heat = item.extra?.info ?? (item.hot === undefined ? undefined : formatCompact(item.hot, language))
  const at = item.pubDate ?? updatedAt
  return (
    <p class="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-soft">
      <ListName of={found} />
      {heat && <span class="figures">{heat}</span>}
      <span title={`${item.pubDate === undefined ? `${messages.listAge} ` : ''}${formatDateTime(at, language)}`}>
        {formatAge(at, displayNow.value, language)}
      </span>
      {stale && (
        <span class="rounded bg-warn-wash px-1 text-warn" title={messages.staleHint}>
          {messages.stale}
        </span>
      )}
    </p>
  )
}
