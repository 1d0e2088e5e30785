// Toolbar above the board: tabs, live status, and actions for all lists.

import { Radio, RefreshCw, Search, Star, TriangleAlert, WifiOff } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button, IconButton } from '../components/button.tsx'
import { topicOf } from '../components/topics.ts'
import { useBoard } from './board-context.ts'
import type { DialogName } from './board-dialogs.tsx'
import { hotMessages } from './messages.ts'
import { type BoardTab, hrefOfTab, type Tab } from './tabs.ts'
import { useRefresh } from './use-refresh.ts'

interface ToolbarProps {
  readonly lists: ReadonlyMap<Tab, readonly SourceRecord[]>
  readonly tab: BoardTab
  readonly onOpen: (name: DialogName) => void
}

export function Toolbar({ lists, tab, onOpen }: ToolbarProps) {
  const messages = hotMessages.use()
  const { board } = useBoard()
  const { refreshNear } = useRefresh()
  const progress = board.progress.value
  return (
    <div class="flex items-center gap-x-1 pb-2 md:gap-x-3">
      <TabBar lists={lists} current={tab} />
      <div class="flex shrink-0 items-center gap-1 md:gap-3">
        <LiveSign />
        <div class="flex">
          <IconButton icon={Search} label={messages.find} onClick={() => onOpen('word')} />
          {/* On phones each card can be refreshed. */}
          {tab !== 'stories' && tab !== 'digest' && (
            <IconButton
              icon={RefreshCw}
              label={messages.refreshAll}
              class={`max-md:hidden ${progress ? 'animate-spin' : ''}`}
              onClick={refreshNear}
            />
          )}
          <Button look="quiet" class="max-md:px-2!" aria-label={messages.arrange} onClick={() => onOpen('arrange')}>
            {messages.arrangeShort}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Shows whether the board is updated live; below desks an icon, so that the tabs have the space. */
function LiveSign() {
  const messages = hotMessages.use()
  const { liveUpdates, progress, isOffline, isMostlyFailing } = useBoard().board
  const isBroken = liveUpdates.isBroken.value || isOffline.value
  const isLive = liveUpdates.live.value.size > 0
  const Icon = isBroken ? WifiOff : Radio
  const whyNot = isOffline.value ? messages.offline : messages.notLive
  const shown = isBroken ? whyNot : messages.live
  const renewing = progress.value
  return (
    <p role="status" class="flex h-6 w-6 min-w-0 items-center justify-end gap-1.5 text-xs lg:w-36">
      {renewing && (
        <span class="figures truncate text-soft max-lg:sr-only">{messages.refreshing(renewing.done, renewing.of)}</span>
      )}
      {!renewing && !isBroken && isMostlyFailing.value && <FailingSign />}
      {!renewing && (isBroken || (isLive && !isMostlyFailing.value)) && (
        <span title={shown} class={`flex min-w-0 items-center gap-1.5 ${isBroken ? 'text-warn' : 'text-good'}`}>
          <Icon size={14} aria-hidden="true" class="shrink-0" />
          <span class="truncate max-lg:sr-only">{shown}</span>
        </span>
      )}
    </p>
  )
}

/** The status view says which sites fail and why. */
function FailingSign() {
  const { mostlyFailing } = hotMessages.use()
  return (
    <a href="/status" title={mostlyFailing} class="flex min-w-0 items-center gap-1.5 text-warn hover:underline">
      <TriangleAlert size={14} aria-hidden="true" class="shrink-0" />
      <span class="truncate max-lg:sr-only">{mostlyFailing}</span>
    </a>
  )
}

interface BarProps {
  readonly lists: ReadonlyMap<Tab, readonly SourceRecord[]>
  readonly current: BoardTab
}

/** Wide screens can show all topics side by side. */
function TabBar({ lists, current }: BarProps) {
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
