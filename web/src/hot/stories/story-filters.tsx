// Time span, topic and panel of the stories view, as links, so that the address holds them.
import { topics } from '../../components/topics.ts'
import { useMessages } from '../../use-messages.ts'
import { hotMessages } from '../messages.ts'
import { storyMessages } from './messages.ts'
import { type StoryFilters as Filters, storyAddress, storyPanels, storyWindows } from './story-address.ts'

interface FiltersProps {
  readonly filters: Filters
  /** Number of new items; undefined if there is no previous visit. */
  readonly newCount: number | undefined
}

export function StoryFilters({ filters, newCount }: FiltersProps) {
  const messages = useMessages(storyMessages)
  const { tabs: names } = useMessages(hotMessages)
  const panels = storyPanels.filter((panel) => panel !== 'since' || newCount !== undefined)
  return (
    <div class="fade-end flex shrink-0 items-center gap-3 overflow-x-auto border-line [scrollbar-width:none] max-lg:border-b lg:pb-2">
      <nav aria-label={messages.panels} class="flex shrink-0 gap-3 lg:hidden">
        {panels.map((panel) => (
          <a
            key={panel}
            href={storyAddress({ ...filters, panel })}
            aria-current={panel === filters.panel ? 'page' : undefined}
            class="inline-flex h-10 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-soft aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
          >
            {messages[panel]}
            {panel === 'since' && <span class="figures ms-1 text-xs">{newCount}</span>}
          </a>
        ))}
      </nav>
      <div class="flex gap-1 p-0.5">
        <nav aria-label={messages.windowLabel} class="flex shrink-0 gap-1 border-e border-line pe-2 me-1">
          {storyWindows.map((window) => (
            <FilterLink
              key={window}
              to={{ ...filters, window }}
              name={messages.windows[window]}
              isCurrent={window === filters.window}
            />
          ))}
        </nav>
        <nav aria-label={messages.columnLabel} class={`flex shrink-0 gap-1 ${ofStories(filters)}`}>
          <FilterLink
            to={{ ...filters, column: undefined }}
            name={messages.allColumns}
            isCurrent={filters.column === undefined}
          />
          {topics.map((column) => (
            <FilterLink
              key={column}
              to={{ ...filters, column }}
              name={names[column]}
              isCurrent={column === filters.column}
            />
          ))}
        </nav>
      </div>
    </div>
  )
}

/** Risers and new items are not filtered by topic. */
function ofStories({ panel }: Filters): string {
  return panel === 'stories' ? '' : 'max-lg:hidden'
}

interface LinkProps {
  readonly to: Filters
  readonly name: string
  readonly isCurrent: boolean
}

function FilterLink({ to, name, isCurrent }: LinkProps) {
  return (
    <a
      href={storyAddress(to)}
      aria-current={isCurrent ? 'true' : undefined}
      class="inline-flex h-7 shrink-0 items-center rounded-full px-2.5 text-xs whitespace-nowrap text-soft hover:bg-raised hover:text-ink aria-[current]:bg-wash aria-[current]:font-medium aria-[current]:text-accent"
    >
      {name}
    </a>
  )
}
