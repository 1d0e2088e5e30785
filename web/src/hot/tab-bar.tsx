// Navigation of the tabs: the user's own lists, the most-read ones, all, and each topic.
import { Star } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { topicOf } from '../components/topics.ts'
import { useBoard } from './board-context.ts'
import { hotMessages } from './messages.ts'
import { type BoardTab, hrefOfTab, type Tab } from './tabs.ts'

interface BarProps {
  readonly lists: ReadonlyMap<Tab, readonly SourceRecord[]>
  readonly current: BoardTab
}

/** Wide screens can show all topics side by side. */
export function TabBar({ lists, current }: BarProps) {
  const messages = hotMessages.use()
  const { isNarrow } = useBoard()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    // Not `scrollIntoView`: it would also scroll the page and interrupt the scrolling of the columns.
    if (tab) row.current?.scrollTo({ left: tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2 })
    // The tabs come later than the current one is known.
  }, [current, lists])
  const all = [...lists].reduce((sum, [tab, { length }]) => (topicOf(tab) ? sum + length : sum), 0)
  const tabs = [...lists].flatMap(([tab, { length }]): readonly (readonly [BoardTab, number])[] => {
    const own = [tab, length] as const
    return tab === 'popular' && !isNarrow ? [own, ['all', all]] : [own]
  })
  return (
    <nav
      ref={row}
      aria-label={messages.topicsLabel}
      class="relative flex min-w-0 flex-1 gap-1 overflow-x-auto p-0.5 [scrollbar-width:none] max-md:fade-end"
    >
      {[['stories', 0] as const, ['digest', 0] as const, ...tabs].map(([tab, count]) => (
        <a
          key={tab}
          href={hrefOfTab(tab)}
          aria-current={tab === current ? 'page' : undefined}
          class="flex h-9 shrink-0 items-center gap-1.5 rounded-lg px-3 text-sm font-medium whitespace-nowrap text-soft hover:bg-raised hover:text-ink focus-visible:outline-offset-0 aria-[current]:bg-wash aria-[current]:text-accent"
        >
          {tab === 'starred' && <Star size={14} aria-hidden="true" />}
          {messages.tabs[tab]}
          {count > 0 && <span class="figures text-xs font-normal">{count}</span>}
        </a>
      ))}
    </nav>
  )
}
