// The watches, each with its feed and, for those of the user, edit and delete.
import { useState } from 'preact/hooks'
import type { WatchRecord } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/text-field.tsx'
import { useCopy } from '../components/use-copy.ts'
import { urlPrefix } from '../url-prefix.ts'
import { watchMessages } from './messages.ts'
import { Unbroken } from './unbroken.tsx'
import type { WatchChanges } from './use-watch-changes.ts'

interface RowProps {
  readonly watch: WatchRecord
  readonly changes: WatchChanges
  readonly onEdit: (watch: WatchRecord) => void
}

interface ListProps extends Omit<RowProps, 'watch'> {
  readonly watches: readonly WatchRecord[]
}

export function WatchList({ watches, ...props }: ListProps) {
  return (
    <ul class="divide-y divide-line rounded-lg border border-line text-sm">
      {watches.map((watch) => (
        <Row key={watch.name} watch={watch} {...props} />
      ))}
    </ul>
  )
}

function feedPath(name: string): string {
  return `/feeds/watch/${encodeURIComponent(name)}.rss`
}

function Row({ watch, changes, onEdit }: RowProps) {
  const messages = watchMessages.use()
  const [isFeedOpen, setFeedOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { name, words, editable, from, notify, hasFeedToken } = watch
  const places = watch.in.map((place) => messages.place[place]).join(', ')
  const detail = [places, ...notify, ...(from === 'file' ? [messages.fromFile] : [])].join(' · ')
  return (
    <li class="flex flex-wrap items-center justify-between gap-x-2 py-1.5 ps-3 pe-1">
      <span class="min-w-0 flex-1 basis-40">
        <span class="font-medium">{name}</span> {words !== name && <Unbroken text={words} />}
        <span class="block text-xs text-soft">{detail}</span>
      </span>
      <span class="flex">
        {hasFeedToken !== undefined ? (
          <Button
            look="quiet"
            aria-expanded={isFeedOpen}
            aria-label={messages.feedOf(name)}
            onClick={() => setFeedOpen(!isFeedOpen)}
          >
            {messages.feed}
          </Button>
        ) : (
          <a
            href={feedPath(name)}
            target="_blank"
            rel="noreferrer"
            aria-label={messages.feedOf(name)}
            class="inline-flex min-h-9 items-center rounded-lg px-3 font-medium text-accent hover:bg-raised"
          >
            {messages.feed}
          </a>
        )}
        {editable && (
          <>
            <Button look="quiet" aria-label={messages.editOf(name)} onClick={() => onEdit(watch)}>
              {messages.edit}
            </Button>
            {/* The second press deletes: what the watch found is lost with it. */}
            <Button
              look="quiet"
              disabled={changes.isSending}
              aria-label={isDeleting ? messages.confirmOf(name) : messages.removeOf(name)}
              onClick={() => (isDeleting ? void changes.remove(name) : setDeleting(true))}
            >
              {isDeleting ? messages.confirm : messages.remove}
            </Button>
          </>
        )}
      </span>
      {isFeedOpen && <Feed watch={watch} changes={changes} />}
    </li>
  )
}

/** The address of the feed of a watch, with a token in place of a key: made on request and shown once, replaced, revoked. */
function Feed({ watch: { name, hasFeedToken = false }, changes }: Omit<RowProps, 'onEdit'>) {
  const messages = watchMessages.use()
  const copy = useCopy()
  const [token, setToken] = useState<string>()
  const make = async () => setToken(await changes.renewFeed(name))
  const revoke = async () => {
    if (await changes.revokeFeed(name)) setToken(undefined)
  }
  const unseen = hasFeedToken ? messages.feedIsMade : messages.feedHint
  const address = token && `${location.origin}${urlPrefix}${feedPath(name)}?token=${encodeURIComponent(token)}`
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
