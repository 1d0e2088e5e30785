// Link to the feeds of the starred lists as OPML, which feed readers import.
import { Rss } from 'lucide-preact'
import { OutLink } from '../components/out-link.tsx'
import { hotMessages } from './messages.ts'

export function StarredFeeds({ ids }: { readonly ids: readonly string[] }) {
  const messages = hotMessages.use()
  return (
    <OutLink
      href={`/feeds/all.opml?lists=${ids.map(encodeURIComponent).join()}`}
      title={messages.starredFeedsHint}
      class="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2 text-sm text-accent hover:bg-raised"
    >
      <Rss size={16} aria-hidden="true" />
      {messages.starredFeeds}
    </OutLink>
  )
}
