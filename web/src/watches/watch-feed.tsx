// The address of the feed of a watch, with a token in place of a key: made on request, copied, replaced and revoked.
import type { WatchRecord } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/text-field.tsx'
import { useCopy } from '../search/use-copy.ts'
import { useMessages } from '../use-messages.ts'
import { watchMessages } from './messages.ts'
import type { WatchChanges } from './use-watch-changes.ts'

export function feedAddress({ name, feedToken }: WatchRecord): string {
  const query = feedToken === undefined ? '' : `?token=${encodeURIComponent(feedToken)}`
  return `/feeds/watch/${encodeURIComponent(name)}.rss${query}`
}

interface FeedProps {
  readonly watch: WatchRecord
  readonly changes: WatchChanges
}

export function WatchFeed({ watch, changes }: FeedProps) {
  const messages = useMessages(watchMessages)
  const copy = useCopy()
  const { name, feedToken } = watch
  const make = () => void changes.renewFeed(name)
  if (feedToken === undefined)
    return (
      <div class="w-full pe-2 pb-2">
        <p class="text-xs text-soft">{messages.feedHint}</p>
        <Button class="mt-2" disabled={changes.isSending} onClick={make}>
          {messages.makeFeed}
        </Button>
      </div>
    )
  const address = location.origin + feedAddress(watch)
  return (
    <div class="flex w-full flex-col gap-2 pe-2 pb-2">
      <TextField label={messages.feedAddress} value={address} isReadOnly />
      <p class="text-xs text-soft">{messages.feedWarning}</p>
      <div class="flex flex-wrap gap-2">
        <Button look="main" onClick={() => void copy(address)}>
          {messages.copy}
        </Button>
        <Button disabled={changes.isSending} onClick={make}>
          {messages.renewFeed}
        </Button>
        <Button disabled={changes.isSending} onClick={() => void changes.revokeFeed(name)}>
          {messages.revokeFeed}
        </Button>
      </div>
    </div>
  )
}
