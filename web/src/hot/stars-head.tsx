// Above the starred lists: their feeds, or what to do while there are none.
import { Star } from 'lucide-preact'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { useMessages } from '../use-messages.ts'
import { hotMessages } from './messages.ts'
import type { Tab } from './tabs.ts'

const StarredFeeds = lazyComponent(async () => (await import('./starred-feeds.tsx')).StarredFeeds, LoadErrorToast)

export function StarsHead({ tab, records }: { readonly tab: Tab; readonly records: readonly SourceRecord[] }) {
  const messages = useMessages(hotMessages)
  if (records.length === 0) return <EmptyState icon={Star} title={messages.noStars} text={messages.noStarsHint} />
  if (tab !== 'starred') return null
  return (
    <div class="h-9 shrink-0">
      <StarredFeeds ids={records.map(({ id }) => id)} />
    </div>
  )
}
