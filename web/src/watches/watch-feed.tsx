// The address of the feed of a watch, with a token in place of a key: made on request and shown once, replaced, revoked.
import { useState } from 'preact/hooks'
import type { WatchRecord } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/text-field.tsx'
import { useCopy } from '../components/use-copy.ts'
import { useMessages } from '../use-messages.ts'
import { feedPath } from './feed-path.ts'
import { watchMessages } from './messages.ts'
import type { WatchChanges } from './use-watch-changes.ts'

interface FeedProps {
  readonly watch: WatchRecord
  readonly changes: WatchChanges
}

export function WatchFeed({ watch: { name, hasFeedToken = false }, changes }: FeedProps) {
  const messages = useMessages(watchMessages)
  const copy = useCopy()
  const [token, setToken] = useState<string>()
  const make = async () => setToken(await changes.renewFeed(name))
  const revoke = async () => {
    if (await changes.revokeFeed(name)) setToken(undefined)
  }
  const unseen = hasFeedToken ? messages.feedIsMade : messages.feedHint
  const address = token && `${location.origin}${feedPath(name)}?token=${encodeURIComponent(token)}`
  return (
    <div class="flex w-full flex-col gap-2 pe-2 pb-2">
      {address && <TextField label={messages.feedAddress} value={address} isReadOnly />}
      <p class="text-xs text-soft">{address ? messages.feedWarning : unseen}</p>
      <div class="flex flex-wrap gap-2">
        {address && (
          <Button look="main" onClick={() => void copy(address)}>
            {messages.copy}
          </Button>
        )}
        <Button disabled={changes.isSending} onClick={() => void make()}>
          {hasFeedToken ? messages.renewFeed : messages.makeFeed}
        </Button>
        {hasFeedToken && (
          <Button disabled={changes.isSending} onClick={() => void revoke()}>
            {messages.revokeFeed}
          </Button>
        )}
      </div>
    </div>
  )
}
