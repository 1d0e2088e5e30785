// The saved searches on the start page, and how many new links each has.

import { signal } from '@preact/signals'
import { Star } from 'lucide-preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { MergedByType } from '../../../../src/contract/search.ts'
import type { ApiClient } from '../../api-client.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { cloudNames } from '../../components/cloud-names.ts'
import { usePage } from '../../page-context.ts'
import type { HistoryEntry, SearchHistory } from '../history.ts'
import { moreMessages } from '../more-messages.ts'
import { isRestricted, type SearchState } from '../search-state.ts'
import { jsonPath, searchUrl } from '../search-url.ts'
import { savedMessages } from './saved-messages.ts'
import type { SavedSearch } from './saved-searches.ts'
import { useSavedSearches } from './use-saved-searches.ts'

/** By the address of the search. */
type Counts = ReadonlyMap<string, number | 'failed'>

/** Renders nothing if there are none. */
export function SavedList() {
  const messages = savedMessages.use()
  const saved = useSavedSearches()
  const entries = saved.entries
  const { counts, done, look } = useCounts(entries)
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="saved-title" class="flex flex-col gap-2">
      <div class="flex min-h-9 items-center justify-between gap-2">
        <h2 id="saved-title" class="text-sm font-semibold text-soft">
          {messages.title}
        </h2>
        <Button look="quiet" disabled={done !== undefined} onClick={look}>
          {done === undefined ? messages.look : messages.looking(done, entries.length)}
        </Button>
      </div>
      <ul class="flex flex-wrap gap-2">
        {entries.map(({ ask }) => {
          const url = searchUrl(ask)
          return (
            <Chip
              key={url}
              href={url}
              removeLabel={messages.remove(ask.kw)}
              removeIcon={<Star size={14} aria-hidden="true" class="fill-current text-accent" />}
              onRemove={() => saved.toggle(ask)}
            >
              <span class="truncate">{ask.kw}</span>
              <NewCount count={counts.get(url)} />
            </Chip>
          )
        })}
      </ul>
    </section>
  )
}

function NewCount({ count }: { readonly count: number | 'failed' | undefined }) {
  const messages = savedMessages.use()
  if (count === undefined) return null
  if (count === 'failed' || count === 0)
    return <span class="shrink-0 text-xs text-soft">{count === 0 ? messages.nothingNew : messages.failed}</span>
  return (
    <span role="img" aria-label={messages.freshMeaning(count)} class="shrink-0 text-xs font-medium text-accent figures">
      {messages.fresh(count)}
    </span>
  )
}

/** Asks for one search after the other, on a press only: each may ask many sites. */
function useCounts(entries: readonly SavedSearch[]) {
  const { api } = usePage()
  const state = useMemo(() => ({ counts: signal<Counts>(new Map()), done: signal<number | undefined>(undefined) }), [])
  const controller = useMemo(() => new AbortController(), [])
  useEffect(() => () => controller.abort(), [controller])
  const look = async () => {
    for (const [at, entry] of entries.entries()) {
      if (controller.signal.aborted) return
      state.done.value = at
      const count = await countNew(api, entry, controller.signal).catch(() => 'failed' as const)
      state.counts.value = new Map(state.counts.peek()).set(searchUrl(entry.ask), count)
    }
    state.done.value = undefined
  }
  return { counts: state.counts.value, done: state.done.value, look: () => void look() }
}

/** Asks the service, which answers from its cache where it can. Rejects like `api.json`. */
async function countNew(
  api: Pick<ApiClient, 'json'>,
  { ask, seenAt }: SavedSearch,
  signal: AbortSignal,
): Promise<number> {
  const { data } = await api.json<{ data: { merged_by_type: MergedByType } }>(jsonPath(ask), {
    signal,
    isBackground: true,
  })
  const links = Object.values(data.merged_by_type).flat()
  return links.filter(({ datetime }) => Date.parse(datetime) > seenAt).length
}

interface HistoryListProps {
  readonly history: Pick<SearchHistory, 'entries' | 'remove' | 'clear'>
  readonly onPick: (ask: SearchState) => void
}

/** Renders nothing if there are none; after the last was removed a note, which takes the focus. */
export function HistoryList({ history, onPick }: HistoryListProps) {
  const messages = moreMessages.use().history
  const [wasChanged, setChanged] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const empty = useRef<HTMLParagraphElement>(null)
  const entries = history.entries.value
  if (entries.length === 0 && !wasChanged) return null
  const remove = (entry: HistoryEntry, at: number) => {
    setChanged(true)
    history.remove(entry)
    // The next entry is rendered in its position by then.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>('button[data-remove]')
      const next = buttons?.[Math.min(at, buttons.length - 1)] ?? empty.current
      next?.focus()
    })
  }
  const cleared = () => {
    setChanged(true)
    requestAnimationFrame(() => empty.current?.focus())
  }
  return (
    <section aria-labelledby="history-title" class="flex flex-col gap-2">
      <Head history={history} onCleared={cleared} />
      {entries.length === 0 && (
        <p ref={empty} tabIndex={-1} class="py-2 text-sm text-soft">
          {messages.empty}
        </p>
      )}
      <ul ref={list} class="flex flex-wrap gap-2">
        {entries.map((entry, at) => (
          <HistoryItem key={entry.key} entry={entry} onPick={onPick} onRemove={() => remove(entry, at)} />
        ))}
      </ul>
    </section>
  )
}

interface HeadProps {
  readonly history: Pick<SearchHistory, 'entries' | 'clear'>
  readonly onCleared: () => void
}

function Head({ history, onCleared }: HeadProps) {
  const messages = moreMessages.use().history
  const { toast } = usePage()
  const clear = () => {
    const undo = history.clear()
    toast.value = { text: messages.cleared, action: { label: messages.undo, run: undo } }
    onCleared()
  }
  return (
    <div class="flex min-h-9 items-center justify-between gap-2">
      <h2 id="history-title" class="text-sm font-semibold text-soft">
        {messages.title}
      </h2>
      {history.entries.value.length > 0 && (
        <Button look="quiet" onClick={clear}>
          {messages.clear}
        </Button>
      )}
    </div>
  )
}

interface EntryProps {
  readonly entry: HistoryEntry
  readonly onPick: (ask: SearchState) => void
  readonly onRemove: () => void
}

function HistoryItem({ entry: { ask }, onPick, onRemove }: EntryProps) {
  const messages = moreMessages.use().history
  const filters = useFilterSummary(ask)
  return (
    <Chip
      title={[ask.kw, ...filters].join(' · ')}
      onPick={() => onPick(ask)}
      removeLabel={messages.remove(ask.kw)}
      onRemove={onRemove}
    >
      <span class="truncate">{ask.kw}</span>
      {filters.length > 0 && <span class="max-w-40 shrink-0 truncate text-xs text-soft">{filters.join(' · ')}</span>}
    </Chip>
  )
}

function useFilterSummary({ src, types, channels, plugins }: SearchState): readonly string[] {
  const messages = moreMessages.use().history
  const names = cloudNames.use()
  const [type, ...others] = types
  return [
    messages.src[src],
    type === undefined || others.length > 0 ? '' : names[type],
    others.length > 0 ? messages.types(types.length) : '',
    isRestricted(channels) ? messages.channels(channels.length) : '',
    plugins.length > 0 ? messages.plugins(plugins.length) : '',
  ].filter((limit) => limit !== '')
}
