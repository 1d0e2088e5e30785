// Navigation of topics.
import { useEffect, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { hotMessages } from './messages.ts'
import type { Topic } from './topics.ts'

interface TabsProps {
  readonly lists: ReadonlyMap<Topic, readonly SourceRecord[]>
  readonly topic: Topic | undefined
  /** Whether the stories are shown instead of cards. */
  readonly isStories: boolean
}

/** Narrow screens always have a current topic; wide ones can show all. */
export function TopicTabs({ lists, topic, isStories }: TabsProps) {
  const messages = useMessages(hotMessages)
  const { isNarrow } = useBoard()
  const row = useRef<HTMLElement>(null)
  const [first] = lists.keys()
  const current = isNarrow && !isStories ? (topic ?? first) : topic
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    // Not `scrollIntoView`: it would also scroll the page and interrupt the scrolling of the columns.
    if (tab) row.current?.scrollTo({ left: tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2 })
  }, [current, isStories])
  const all = [...lists.values()].reduce((sum, records) => sum + records.length, 0)
  return (
    <nav
      ref={row}
      aria-label={messages.topicsLabel}
      class="relative flex min-w-0 flex-1 basis-full gap-1 overflow-x-auto p-0.5 [scrollbar-width:none] md:basis-auto"
    >
      <Tab href="/hot" name={messages.stories} isCurrent={isStories} />
      {!isNarrow && <Tab href="/hot?topic=all" name={messages.all} count={all} isCurrent={!(isStories || current)} />}
      {[...lists].map(([key, records]) => (
        <Tab
          key={key}
          href={`/hot?topic=${key}`}
          name={messages.topics[key]}
          count={records.length}
          isCurrent={key === current}
        />
      ))}
    </nav>
  )
}

interface TabProps {
  readonly href: string
  readonly name: string
  readonly count?: number
  readonly isCurrent: boolean
}

function Tab({ href, name, count, isCurrent }: TabProps) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      class="flex h-9 shrink-0 items-center gap-1.5 rounded-lg px-3 text-sm font-medium whitespace-nowrap text-soft hover:bg-raised hover:text-ink focus-visible:outline-offset-0 aria-[current]:bg-wash aria-[current]:text-accent"
    >
      {name}
      {count !== undefined && <span class="figures text-xs font-normal">{count}</span>}
    </a>
  )
}
