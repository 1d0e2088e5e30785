// The watches, each with its feed and, for those of the user, edit and delete.
import { useState } from 'preact/hooks'
import type { WatchRecord } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { useMessages } from '../use-messages.ts'
import { feedPath } from './feed-path.ts'
import { watchMessages } from './messages.ts'
import { Unbroken } from './unbroken.tsx'
import type { WatchChanges } from './use-watch-changes.ts'

const WatchFeed = lazyComponent(async () => (await import('./watch-feed.tsx')).WatchFeed, LoadErrorToast)

interface ListProps {
  readonly watches: readonly WatchRecord[]
  readonly changes: WatchChanges
  readonly onEdit: (watch: WatchRecord) => void
}

export function WatchList({ watches, changes, onEdit }: ListProps) {
  return (
    <ul class="divide-y divide-line rounded-lg border border-line text-sm">
      {watches.map((watch) => (
        <Row key={watch.name} watch={watch} changes={changes} onEdit={onEdit} />
      ))}
    </ul>
  )
}

interface RowProps extends Omit<ListProps, 'watches'> {
  readonly watch: WatchRecord
}

function Row({ watch, changes, onEdit }: RowProps) {
  const messages = useMessages(watchMessages)
  const [isFeedOpen, setFeedOpen] = useState(false)
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
          <Button look="quiet" aria-label={messages.editOf(name)} onClick={() => onEdit(watch)}>
            {messages.edit}
          </Button>
        )}
        {editable && <DeleteButton name={name} changes={changes} />}
      </span>
      {isFeedOpen && <WatchFeed watch={watch} changes={changes} />}
    </li>
  )
}

/** The second press deletes: what the watch found is lost with it. */
function DeleteButton({ name, changes }: { readonly name: string; readonly changes: WatchChanges }) {
  const messages = useMessages(watchMessages)
  const [isAsking, setAsking] = useState(false)
  return (
    <Button
      look="quiet"
      disabled={changes.isSending}
      aria-label={isAsking ? messages.confirmOf(name) : messages.removeOf(name)}
      onClick={() => (isAsking ? void changes.remove(name) : setAsking(true))}
    >
      {isAsking ? messages.confirm : messages.remove}
    </Button>
  )
}
