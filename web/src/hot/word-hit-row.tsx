// A hit of the word search: rank, list, heat and age, or the sites of its story; links to the item and to a search for the work it names.
import { Search } from 'lucide-preact'
import type { FoundItem } from '../../../src/contract/hotlist-find.ts'
import { displayNow } from '../clock.ts'
import { hasHit, highlight } from '../components/highlight.ts'
import { ListName } from '../components/list-name.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { formatAge, formatCompact, formatDateTime } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { dialogMessages } from './dialog-messages.ts'
import type { HitRow } from './group-hits.ts'
import { itemUrl, workOf } from './item-details.ts'
import { StoryChip } from './stories/story-chip.tsx'
import { bestOfSites, type Records } from './stories/story-parts.ts'

interface RowProps {
  readonly row: HitRow
  readonly records: Records
  /** The search text. */
  readonly typed: string
  /** Called when the user follows the link to a search. */
  readonly onNavigate: () => void
}

export function WordHitRow({ row: { best: found, story }, records, typed, onNavigate }: RowProps) {
  const messages = useMessages(dialogMessages).word
  const { item } = found
  const work = workOf(item.title, found.id)
  return (
    <li class="flex items-start gap-2 py-2">
      <span class="figures w-7 shrink-0 pt-0.5 text-end text-sm text-soft" title={messages.rank(item.rank)}>
        <span class="sr-only">{messages.rank(item.rank)}</span>
        <span aria-hidden="true">{item.rank}</span>
      </span>
      <div class="min-w-0 flex-1">
        <Title found={found} typed={typed} />
        <Snippet found={found} typed={typed} />
        {story ? (
          <ul aria-label={messages.sites} class="mt-1 flex flex-wrap gap-1.5">
            {bestOfSites(story.items, records).map((one) => (
              <StoryChip key={one.source} item={one} records={records} />
            ))}
          </ul>
        ) : (
          <HitDetails found={found} />
        )}
      </div>
      {work !== undefined && <SearchLink work={work} onNavigate={onNavigate} />}
    </li>
  )
}

interface SearchLinkProps extends Pick<RowProps, 'onNavigate'> {
  readonly work: string
}

function SearchLink({ work, onNavigate }: SearchLinkProps) {
  const label = useMessages(dialogMessages).word.searchFor(work)
  return (
    <a
      href={`/?${new URLSearchParams({ kw: work })}`}
      aria-label={label}
      title={label}
      class="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-raised hover:text-ink"
      onClick={onNavigate}
    >
      <Search size={18} aria-hidden="true" />
    </a>
  )
}

interface PieceProps extends Pick<RowProps, 'typed'> {
  readonly found: FoundItem
}

function Title({ found: { item }, typed }: PieceProps) {
  const address = itemUrl(item, useNarrow())
  const text = <Highlighted text={item.title} typed={typed} />
  if (address === undefined) return <span class="text-sm leading-snug">{text}</span>
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      class="inline-block min-h-6 text-sm leading-snug hover:text-accent hover:underline"
    >
      {text}
    </a>
  )
}

/** The description, if only it contains the word. */
function Snippet({ found: { item }, typed }: PieceProps) {
  const { hover } = item.extra ?? {}
  if (!hover || hasHit(item.title, typed) || !hasHit(hover, typed)) return null
  return (
    <p class="line-clamp-2 text-xs text-soft">
      <Highlighted text={hover} typed={typed} />
    </p>
  )
}

function Highlighted({ text, typed }: { readonly text: string; readonly typed: string }) {
  return highlight(text, typed).map((piece) =>
    piece.isHit ? <mark class="rounded-sm bg-warn-wash font-medium text-warn">{piece.text}</mark> : piece.text,
  )
}

function HitDetails({ found }: Pick<PieceProps, 'found'>) {
  const messages = useMessages(dialogMessages).word
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
