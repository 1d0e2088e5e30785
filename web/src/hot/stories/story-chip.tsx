// A chip of a story: a site, the rank of its item, and the way to it.
import { useMessages } from '../../use-messages.ts'
import { storyMessages } from './messages.ts'
import type { Records, StoryItem } from './story-parts.ts'

interface ChipProps {
  readonly item: StoryItem
  readonly records: Records
}

/** The name of the site; some names continue with that of the list. */
export function siteNameOf(source: string, records: Records): string {
  const name = records.get(source)?.name ?? source
  return name.split(' · ', 1)[0] ?? name
}

export function StoryChip({ item, records }: ChipProps) {
  const messages = useMessages(storyMessages)
  const name = siteNameOf(item.source, records)
  return (
    <li>
      <a
        href={item.url}
        target="_blank"
        rel="noopener noreferrer"
        title={item.title}
        class="inline-flex h-6 items-center gap-1 rounded-full border border-line bg-card px-2 focus-visible:-outline-offset-2 text-xs whitespace-nowrap hover:border-accent hover:text-accent"
      >
        <span
          class="size-2 shrink-0 rounded-full border border-edge"
          style={{ backgroundColor: records.get(item.source)?.color }}
        />
        <span class="max-w-24 truncate max-sm:max-w-14">{name}</span>
        <span aria-hidden="true" class="figures text-soft">
          {item.rank}
        </span>
        <span class="sr-only">{messages.rank(item.rank, item.title)}</span>
      </a>
    </li>
  )
}
