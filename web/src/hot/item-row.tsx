// An item of a list: rank, title as a link, heat or age, and where it names a work, a link that searches for it.
import { ChevronDown, Search } from 'lucide-preact'
import { useState } from 'preact/hooks'
import type { HotListItem } from '../../../src/contract/hotlist.ts'
import { displayNow } from '../clock.ts'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { isLong, itemUrl, type Movement, movementOf, sideText, workOf } from './item-details.ts'
import { hotMessages } from './messages.ts'

const ItemHistory = lazyComponent(async () => (await import('./history/item-history.tsx')).ItemHistory, LoadErrorToast)

interface RowProps {
  readonly listId: string
  readonly item: HotListItem
  /** Ids of the items that are new in the list. */
  readonly addedIds: ReadonlySet<string>
  /** Whether the list is ordered by time, so that ranks mean nothing. */
  readonly isTimeLine: boolean
}

/** 44 px high, more only when the user expands it. On narrow screens heat and age follow the title, which so has the whole width. */
export function ItemRow({ listId, item, addedIds, isTimeLine }: RowProps) {
  const language = usePreferences().language.value
  const [isOpen, setOpen] = useState(false)
  const { isNarrow } = useBoard()
  const hover = item.extra?.hover
  const side = sideText(item, displayNow.value, language)
  const work = workOf(item.title, listId)
  const hasMore = hover !== undefined || isLong(item.title) || !isTimeLine
  return (
    <li data-key-row class="group/item border-t border-line/60 hover:bg-raised focus-within:bg-raised">
      <div class="relative flex min-h-[2.6875rem] items-center gap-2 ps-1.5 pe-3">
        <RankMark rank={item.rank} movement={movementOf(item, { addedIds, isTimeLine })} isTimeLine={isTimeLine} />
        <Title item={item} isWhole={isOpen} side={isNarrow ? side : ''} />
        {!isNarrow && (
          <span
            class={`figures line-clamp-2 max-w-19 shrink-0 text-end text-xs leading-4 text-soft ${hasMore || work ? hiddenBehindButtons : ''}`}
          >
            {side}
          </span>
        )}
        <span class="absolute inset-e-1 flex rounded-lg bg-raised opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:static pointer-coarse:-me-2 pointer-coarse:bg-transparent pointer-coarse:opacity-100">
          {work !== undefined && <SearchLink work={work} />}
          {hasMore && <MoreButton title={item.title} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
        </span>
      </div>
      {hover !== undefined && (
        <p hidden={!isOpen} class="ms-9 me-3 pb-2 text-xs leading-5 whitespace-pre-line text-soft">
          {hover}
        </p>
      )}
      {isOpen && !isTimeLine && <ItemHistory source={listId} item={item.id} />}
    </li>
  )
}

interface TitleProps {
  readonly item: HotListItem
  readonly isWhole: boolean
  /** Shown after the title. */
  readonly side: string
}

function Title({ item, isWhole, side }: TitleProps) {
  const { isNarrow } = useBoard()
  const address = itemUrl(item, isNarrow)
  const hint = item.extra?.hover ?? item.title
  const title = (
    <span class={isWhole ? '' : 'line-clamp-2'}>
      {item.title}
      {side !== '' && <span class="figures ms-2 text-xs text-soft">{side}</span>}
    </span>
  )
  const look = 'flex min-h-[2.6875rem] min-w-0 flex-1 items-center text-sm leading-[1.125rem]'
  if (address === undefined)
    return (
      <span class={look} title={hint}>
        {title}
      </span>
    )
  return (
    <a
      href={address}
      tabIndex={-1}
      target="_blank"
      rel="noopener noreferrer"
      title={hint}
      class={`${look} visited:text-soft hover:text-accent focus-visible:outline-offset-0`}
    >
      {title}
    </a>
  )
}

const hiddenBehindButtons = 'pointer-fine:group-focus-within/item:invisible pointer-fine:group-hover/item:invisible'

const small =
  'inline-flex size-7 items-center justify-center rounded-lg text-soft hover:bg-wash hover:text-accent pointer-coarse:size-8'

function SearchLink({ work }: { readonly work: string }) {
  const messages = useMessages(hotMessages)
  const label = messages.search(work)
  return (
    <a href={`/?kw=${encodeURIComponent(work)}`} tabIndex={-1} aria-label={label} title={label} class={small}>
      <Search size={15} aria-hidden="true" />
    </a>
  )
}

interface MoreProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function MoreButton({ title, isOpen, onToggle }: MoreProps) {
  const messages = useMessages(hotMessages)
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={messages.more(title)}
      class={small}
      onClick={onToggle}
    >
      <ChevronDown size={16} aria-hidden="true" class={isOpen ? 'rotate-180' : ''} />
    </button>
  )
}

interface MarkProps {
  readonly rank: number
  readonly movement: Movement | undefined
  readonly isTimeLine: boolean
}

/** The rank, or a dot in lists ordered by time; below it the change. */
function RankMark({ rank, movement, isTimeLine }: MarkProps) {
  return (
    <span class="figures flex w-7 shrink-0 flex-col items-center text-center leading-none">
      {isTimeLine && !movement && <span aria-hidden="true" class="size-1.5 rounded-full bg-edge" />}
      {!isTimeLine && <span class={`text-sm ${rank <= 3 ? 'font-bold text-accent' : 'text-soft'}`}>{rank}</span>}
      {movement && <MovementMark movement={movement} />}
    </span>
  )
}

function MovementMark({ movement }: { readonly movement: Movement }) {
  const messages = useMessages(hotMessages)
  if (movement === 'new')
    return (
      <span class="mt-0.5 text-[0.6875rem] font-medium text-accent" title={messages.isNew}>
        {messages.newMark}
      </span>
    )
  const { positions } = movement
  const isUp = positions > 0
  const label = isUp ? messages.up(positions) : messages.down(-positions)
  return (
    <span class={`mt-0.5 text-[0.6875rem] ${isUp ? 'text-accent' : 'text-soft'}`} title={label}>
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'}
        {Math.abs(positions)}
      </span>
      <span class="sr-only">{label}</span>
    </span>
  )
}
