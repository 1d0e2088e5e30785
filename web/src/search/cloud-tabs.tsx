// Tabs by cloud, each with its number of links.
import { useEffect, useRef } from 'preact/hooks'
import { cloudTypes } from '../../../src/contract/cloud-types.ts'
import { cloudNames, shortCloudNames } from '../components/cloud-names.ts'
import type { Arranged } from './arrange.ts'
import { CloudDot } from './cloud-dot.tsx'
import { searchMessages } from './messages.ts'
import type { SearchState } from './search-state.ts'

interface TabsProps {
  readonly ask: SearchState
  readonly counts: Arranged['counts']
  readonly panelId: string
  readonly onChange: (part: Partial<SearchState>) => void
}

type Tab = SearchState['tab']

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Shows clouds that have links, and the selected one. */
export function CloudTabs({ ask, counts, panelId, onChange }: TabsProps) {
  const messages = searchMessages.use()
  const names = cloudNames.use()
  const shortNames = shortCloudNames.use()
  const strip = useRef<HTMLDivElement>(null)
  const clouds = cloudTypes.filter((type) => counts.has(type) || type === ask.tab)
  const tabs: readonly Tab[] = ['all', ...clouds]
  useEffect(() => {
    strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [ask.tab])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = steps[event.key]?.(tabs.indexOf(ask.tab), tabs.length - 1)
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab) return
    event.preventDefault()
    onChange({ tab })
    strip.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus()
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={messages.tabs}
      class="flex h-12 items-stretch overflow-x-auto border-b border-line fade-end [scrollbar-width:thin] pointer-coarse:[scrollbar-width:none]"
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          data-tab={tab}
          aria-selected={tab === ask.tab}
          aria-controls={panelId}
          tabIndex={tab === ask.tab ? 0 : -1}
          class="relative flex shrink-0 items-center gap-1.5 border-b-2 border-transparent px-3 text-sm -outline-offset-2! text-soft hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          onClick={() => onChange({ tab })}
        >
          {tab !== 'all' && <CloudDot type={tab} />}
          <TabName
            long={tab === 'all' ? messages.all : names[tab]}
            short={tab === 'all' ? messages.all : shortNames[tab]}
          />
          <span class="min-w-[2ch] text-start text-xs text-soft figures">{counts.get(tab) ?? 0}</span>
        </button>
      ))}
    </div>
  )
}

/** Screen readers read the whole name. */
function TabName({ long, short }: { readonly long: string; readonly short: string }) {
  if (long === short) return <>{long}</>
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <span class="sr-only">{long}</span>
    </>
  )
}
