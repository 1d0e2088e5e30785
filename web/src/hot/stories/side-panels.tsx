// Beside the stories: the fastest risers, and what is new since the user was last here.
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { HotListItem } from '../../../../src/contract/hotlist.ts'
import type { RisersAnswer } from '../../../../src/contract/hotlist-history.ts'
import type { ApiError } from '../../api-client.ts'
import { displayNow } from '../../clock.ts'
import { OutLink } from '../../components/out-link.tsx'
import { formatAge } from '../../format-time.ts'
import { type MutedState, useMuted } from '../../muted/use-muted.ts'
import { usePreferences } from '../../page-context.ts'
import { useBoard } from '../board-context.ts'
import { itemUrl } from '../item-details.ts'
import { storyMessages } from './messages.ts'
import type { NewItem } from './story-parts.tsx'

const most = 30

interface PanelProps {
  readonly title: string
  readonly note?: string | undefined
  /** Hidden on screens that show another panel. */
  readonly isOther: boolean
  readonly children: ComponentChildren
}

function Panel({ title, note, isOther, children }: PanelProps) {
  return (
    <section class={`mb-4 ${isOther ? 'max-lg:hidden' : ''}`}>
      <h2 class="flex items-baseline gap-2 px-2 pb-1 text-sm font-semibold">
        {title}
        {note !== undefined && <span class="figures text-xs font-normal text-soft">{note}</span>}
      </h2>
      {children}
    </section>
  )
}

interface RisersProps {
  readonly answer: Pick<RisersAnswer, 'risers'> | undefined
  readonly error: ApiError | undefined
  readonly isOther: boolean
}

export function RisersPanel({ answer, error, isOther }: RisersProps) {
  const messages = storyMessages.use()
  const risen = useMemo(() => answer?.risers.filter(({ before }) => before !== null) ?? [], [answer])
  const { items: risers, muted } = useMuted(risen)
  return (
    <Panel title={messages.risers} isOther={isOther}>
      {answer && risers.length > 0 && (
        <ol class="rounded-xl border border-line bg-card py-1">
          {risers.slice(0, most).map(({ id, name, item, gained }) => (
            <SideItem key={`${id} ${item.id}`} item={item} list={name}>
              <span class="figures w-9 shrink-0 text-end text-xs leading-5 font-medium text-accent">
                <span aria-hidden="true">▲{gained}</span>
                <span class="sr-only">{messages.rising(gained)}</span>
              </span>
            </SideItem>
          ))}
        </ol>
      )}
      {muted.line}
      {answer && risen.length === 0 && <Quiet text={messages.noRisers} />}
      {!answer && error && <Quiet text={error.kind === 'busy' ? messages.noHistory : messages.notLoaded} />}
      {!(answer || error) && <SideSkeleton />}
    </Panel>
  )
}

interface SinceProps {
  /** Undefined while the lists are loading. */
  readonly items: readonly NewItem[] | undefined
  readonly muted: MutedState
  readonly lastVisit: number
  readonly isOther: boolean
}

export function SincePanel({ items, muted, lastVisit, isOther }: SinceProps) {
  const messages = storyMessages.use()
  const language = usePreferences().language.value
  const now = displayNow.value
  const { recordOf } = useBoard()
  return (
    <Panel title={messages.since} note={items && messages.count(items.length)} isOther={isOther}>
      <p class="px-2 pb-1 text-xs text-soft">{messages.sinceAge(formatAge(lastVisit, now, language))}</p>
      {!items && <SideSkeleton />}
      {muted.line}
      {items?.length === 0 && !muted.isHiding && <Quiet text={messages.noneSince} />}
      {items && items.length > 0 && (
        <ol class="max-h-80 overflow-y-auto rounded-xl border border-line bg-card py-1 max-lg:max-h-none [scrollbar-width:thin]">
          {items.slice(0, 2 * most).map(({ source, item, since }) => (
            <SideItem
              key={`${source} ${item.id}`}
              item={item}
              list={`${recordOf.get(source)?.name ?? source} · ${formatAge(since, now, language)}`}
            >
              <span class="figures w-9 shrink-0 text-end text-xs leading-5 text-soft">{item.rank}</span>
            </SideItem>
          ))}
        </ol>
      )}
    </Panel>
  )
}

interface SideItemProps {
  readonly item: HotListItem
  readonly list: string
  /** Sign before the title. */
  readonly children: ComponentChildren
}

function SideItem({ item, list, children }: SideItemProps) {
  const { isNarrow } = useBoard()
  return (
    <li>
      <OutLink
        href={itemUrl(item, isNarrow)}
        title={item.title}
        class="flex gap-2 px-2 py-1.5 text-sm leading-5 visited:text-soft hover:bg-raised hover:text-accent focus-visible:-outline-offset-2"
      >
        {children}
        <span class="min-w-0 flex-1">
          <span class="line-clamp-2">{item.title}</span>
          <span class="block truncate text-xs leading-4 text-soft">
            {list} · {item.rank}
          </span>
        </span>
      </OutLink>
    </li>
  )
}

function Quiet({ text }: { readonly text: string }) {
  return <p class="px-2 text-sm text-soft">{text}</p>
}

function SideSkeleton() {
  return (
    <div aria-hidden="true" class="max-h-80 overflow-hidden rounded-xl border border-line bg-card py-1">
      {Array.from({ length: 10 }, (_, at) => (
        <div key={at} class="flex h-12 items-center px-3">
          <span class="h-3 flex-1 rounded bg-raised" style={{ maxWidth: `${90 - ((at * 37) % 45)}%` }} />
        </div>
      ))}
    </div>
  )
}
