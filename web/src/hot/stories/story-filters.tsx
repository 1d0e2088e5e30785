// Time span, topic and panel of the stories view, as links, so that the address holds them.
import { type Topic, topicOf, topics } from '../../components/topics.ts'
import { hotMessages } from '../messages.ts'
import { storyMessages } from './messages.ts'

/** The spans that can be chosen; the service offers more. */
const windows = ['1h', '6h', '24h'] as const
/** The panes that narrow screens show one at a time. */
const panels = ['stories', 'risers', 'since'] as const

export interface StoryFilters {
  readonly window: (typeof windows)[number]
  readonly column: Topic | undefined
  readonly panel: (typeof panels)[number]
}

export const noFilters: StoryFilters = { window: '24h', column: undefined, panel: 'stories' }

export function parseStoryFilters(query: Readonly<Record<string, string>>): StoryFilters {
  return {
    window: windows.find((window) => window === query.window) ?? noFilters.window,
    column: topicOf(query.column),
    panel: panels.find((panel) => panel === query.panel) ?? noFilters.panel,
  }
}

/** The address with these filters; defaults are left out. */
export function storyAddress(filters: StoryFilters): string {
  const names = ['window', 'column', 'panel'] as const
  const query = names.flatMap((name) => (filters[name] === noFilters[name] ? [] : `${name}=${filters[name]}`))
  return query.length === 0 ? '/hot' : `/hot?${query.join('&')}`
}

interface BarProps {
  readonly filters: StoryFilters
  /** Number of new items; undefined if there is no previous visit. */
  readonly newCount: number | undefined
}

export function FilterBar({ filters, newCount }: BarProps) {
  const messages = storyMessages.use()
  const { tabs: names } = hotMessages.use()
  // Risers and new items are not filtered by topic.
  const ofStories = filters.panel === 'stories' ? '' : 'max-lg:hidden'
  return (
    <div class="fade-end flex shrink-0 items-center gap-3 overflow-x-auto border-line [scrollbar-width:none] max-lg:border-b lg:pb-2">
      <nav aria-label={messages.panels} class="flex shrink-0 gap-3 lg:hidden">
        {panels
          .filter((panel) => panel !== 'since' || newCount !== undefined)
          .map((panel) => (
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
          {windows.map((window) => (
            <FilterLink key={window} filters={filters} change={{ window }} name={messages.windows[window]} />
          ))}
        </nav>
        <nav aria-label={messages.columnLabel} class={`flex shrink-0 gap-1 ${ofStories}`}>
          <FilterLink filters={filters} change={{ column: undefined }} name={messages.allColumns} />
          {topics.map((column) => (
            <FilterLink key={column} filters={filters} change={{ column }} name={names[column]} />
          ))}
        </nav>
      </div>
    </div>
  )
}

interface LinkProps {
  readonly filters: StoryFilters
  readonly change: Partial<StoryFilters>
  readonly name: string
}

function FilterLink({ filters, change, name }: LinkProps) {
  const href = storyAddress({ ...filters, ...change })
  return (
    <a
      href={href}
      aria-current={href === storyAddress(filters) ? 'true' : undefined}
      class="inline-flex h-7 shrink-0 items-center rounded-full px-2.5 text-xs whitespace-nowrap text-soft hover:bg-raised hover:text-ink aria-[current]:bg-wash aria-[current]:font-medium aria-[current]:text-accent"
    >
      {name}
    </a>
  )
}
