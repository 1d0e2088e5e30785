// The saved searches on the start page, and how many new links each has.

import { signal } from '@preact/signals'
import { Star } from 'lucide-preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { MergedByType } from '../../../../src/contract/search.ts'
import type { ApiClient } from '../../api-client.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { usePage } from '../../page-context.ts'
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
  const entries = saved.entries.value
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
