// An item of a list: rank, title as a link, heat or age, and where it names a work, a link that searches for it.
import { ChevronDown, Search } from 'lucide-preact'
import { useState } from 'preact/hooks'
import type { HotListItem } from '../../../src/contract/hotlist.ts'
import { displayNow } from '../clock.ts'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { OutLink } from '../components/out-link.tsx'
import { usePreferences } from '../page-context.ts'
import { useBoard } from './board-context.ts'
import { isLong, itemUrl, type Movement, movementOf, sideText, workOf } from './item-details.ts'
import { hotMessages } from './messages.ts'

const ItemMore = lazyComponent(async () => (await import('./history/item-more.tsx')).ItemMore, LoadErrorToast)

interface RowProps {
  readonly listId: string
  readonly item: HotListItem
  /** Ids of the items that are new in the list. */
  readonly addedIds: ReadonlySet<string>
  /** Whether the list is ordered by time, so that ranks mean nothing. */
  readonly isTimeLine: boolean
}

const hiddenBehindButtons = 'pointer-fine:group-focus-within/item:invisible pointer-fine:group-hover/item:invisible'

/** On a phone, the number of sites is below the button, where it takes no width of the title. */
const belowButton =
  'pointer-coarse:pointer-events-none pointer-coarse:absolute pointer-coarse:inset-e-1 pointer-coarse:bottom-0'

const small =
  'inline-flex size-7 items-center justify-center rounded-lg text-soft hover:bg-wash hover:text-accent pointer-coarse:size-8'

/**
 * 44 px high, more only when the user expands it. On narrow screens heat and age follow the title, which so has the
 * whole width. The number of sites comes later than the title; the title has the same width without it.
 */
export function ItemRow({ listId, item, addedIds, isTimeLine }: RowProps) {
  const messages = hotMessages.use()
  const language = usePreferences().language.value
  const [isOpen, setOpen] = useState(false)
  const { board, isNarrow } = useBoard()
  const story = board.stories.value.get(`${listId} ${item.id}`)
  const side = sideText(item, displayNow.value, language)
  const work = workOf(item.title, listId)
  const searchLabel = messages.search(work ?? '')
  const hasMore = item.extra?.hover !== undefined || isLong(item.title) || !isTimeLine || story !== undefined
  return (
    <li data-key-row class="group/item border-t border-line/60 hover:bg-raised focus-within:bg-raised">
      <div class="relative flex min-h-[2.6875rem] items-center gap-2 ps-1.5 pe-3">
        <RankMark rank={item.rank} movement={movementOf(item, { addedIds, isTimeLine })} isTimeLine={isTimeLine} />
        <Title item={item} isWhole={isOpen} side={isNarrow ? side : ''} />
        <span
          class={`figures min-w-8 max-w-19 shrink-0 text-end text-xs leading-4 text-soft ${isNarrow ? belowButton : ''} ${hasMore || work ? hiddenBehindButtons : ''}`}
        >
          {!isNarrow && <span class={story ? 'line-clamp-1' : 'line-clamp-2'}>{side}</span>}
          {story && <StoryMark sites={story.platforms} />}
        </span>
        <span class="absolute inset-e-1 flex rounded-lg bg-raised opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:static pointer-coarse:-me-2 pointer-coarse:min-w-8 pointer-coarse:justify-end pointer-coarse:bg-transparent pointer-coarse:opacity-100">
          {work !== undefined && (
            <a
              href={`/?kw=${encodeURIComponent(work)}`}
              tabIndex={-1}
              aria-label={searchLabel}
              title={searchLabel}
              class={small}
            >
              <Search size={15} aria-hidden="true" />
            </a>
          )}
          {hasMore && (
            <button
              type="button"
              tabIndex={-1}
              aria-expanded={isOpen}
              aria-label={messages.more(item.title)}
              class={small}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronDown size={16} aria-hidden="true" class={isOpen ? 'rotate-180' : ''} />
            </button>
          )}
        </span>
      </div>
      {isOpen && <ItemMore source={listId} item={item} story={story} hasRanks={!isTimeLine} />}
    </li>
  )
}

/** A shorter note after a title stays in one line. */
const longSide = 12

interface TitleProps {
  readonly item: HotListItem
  readonly isWhole: boolean
  /** Shown after the title. */
  readonly side: string
}

/** Some items have no address. */
function Title({ item, isWhole, side }: TitleProps) {
  const { isNarrow } = useBoard()
  return (
    <OutLink
      href={itemUrl(item, isNarrow)}
      tabIndex={-1}
      title={item.extra?.hover ?? item.title}
      class="flex min-h-[2.6875rem] min-w-0 flex-1 items-center text-sm leading-[1.125rem] visited:text-soft focus-visible:outline-offset-0 [&[href]:hover]:text-accent"
    >
      <span class={isWhole ? '' : 'line-clamp-2'}>
        {item.title}{' '}
        <span class={`figures text-xs text-soft ${side.length < longSide ? 'whitespace-nowrap' : ''}`}>{side}</span>
      </span>
    </OutLink>
  )
}

/** The number of platforms that tell the story of the item, in one column of all rows. */
function StoryMark({ sites }: { readonly sites: number }) {
  const messages = hotMessages.use()
  return (
    <span class="flex items-center justify-end gap-1 text-accent">
      <svg viewBox="0 0 12 12" width="11" height="11" aria-hidden="true" class="fill-none stroke-current stroke-[1.2]">
        <path d="M4 4h7v7H4zM2 8H1V1h7v1" />
      </svg>
      <span aria-hidden="true" class="min-w-[2ch] text-start">
        {sites}
      </span>
      <span class="sr-only">{messages.sites(sites)}</span>
    </span>
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
  const messages = hotMessages.use()
  if (movement === 'new')
    return (
      <span class="mt-0.5 text-[0.6875rem] font-medium text-accent" title={messages.isNew}>
        {messages.newMark}
      </span>
    )
  const { positions } = movement
  const label = positions > 0 ? messages.up(positions) : messages.down(-positions)
  return (
    <span class={`mt-0.5 text-[0.6875rem] ${positions > 0 ? 'text-accent' : 'text-soft'}`} title={label}>
      <span aria-hidden="true">
        {positions > 0 ? '▲' : '▼'}
        {Math.abs(positions)}
      </span>
      <span class="sr-only">{label}</span>
    </span>
  )
}
