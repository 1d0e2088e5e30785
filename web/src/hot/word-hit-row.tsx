// A hit of the word search: rank, list, heat and age, or the sites of its story; links to the item and to a search for the work it names.
import { Search } from 'lucide-preact'
import type { FoundItem } from '../../../src/contract/hotlist-find.ts'
import { displayNow } from '../clock.ts'
import { hasHit } from '../components/highlight.ts'
import { Highlighted } from '../components/highlighted.tsx'
import { ListName } from '../components/list-name.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { formatAge, formatCompact, formatDateTime } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { dialogMessages } from './dialog-messages.ts'
import type { HitRow } from './group-hits.ts'
import { itemUrl, workOf } from './item-details.ts'
import { StoryChip, useBestOfSites } from './stories/story-parts.tsx'

interface RowProps {
  readonly row: HitRow
  /** The search text. */
  readonly typed: string
  /** Called when the user follows the link to a search. */
  readonly onNavigate: () => void
}

export function WordHitRow({ row: { best: found, story }, typed, onNavigate }: RowProps) {
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
        <a
          href={itemUrl(item, useNarrow())}
          target="_blank"
          rel="noopener noreferrer"
          class="inline-block min-h-6 text-sm leading-snug [&[href]:hover]:text-accent [&[href]:hover]:underline"
        >
          <Highlighted text={item.title} kw={typed} />
        </a>
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
