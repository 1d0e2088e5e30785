// The finds of watches, newest first; entries from before a watch began are folded away.
import type { WatchEvent } from '../../../src/contract/watches.ts'
import { Age } from '../components/age.tsx'
import { shortCloudNames } from '../components/cloud-names.ts'
import { OutLink } from '../components/out-link.tsx'
import { watchMessages } from './messages.ts'

interface EventsProps {
  readonly events: readonly WatchEvent[]
  /** Events after this time are marked as new. */
  readonly since: number
}

export function EventList({ events, since }: EventsProps) {
  const messages = watchMessages.use()
  const fresh = events.filter(({ initial }) => !initial)
  const initial = events.filter((event) => event.initial)
  return (
    <section aria-label={messages.events} class="flex min-w-0 flex-col gap-3">
      <h2 class="text-base font-semibold">{messages.events}</h2>
      {fresh.length === 0 && <p class="text-sm text-soft">{messages.noEvents}</p>}
      <Rows events={fresh} since={since} />
      {initial.length > 0 && (
        <details>
          <summary class="text-sm leading-9 text-accent">{messages.initial(initial.length)}</summary>
          <Rows events={initial} since={Number.POSITIVE_INFINITY} />
        </details>
      )}
    </section>
  )
}

function Rows({ events, since }: EventsProps) {
  if (events.length === 0) return null
  return (
    <ul class="divide-y divide-line rounded-2xl border border-line bg-card">
      {events.map((event) => (
        <Row key={`${event.watch} ${event.id}`} event={event} isNew={event.at > since} />
      ))}
    </ul>
  )
}

function Row({ event, isNew }: { readonly event: WatchEvent; readonly isNew: boolean }) {
  const messages = watchMessages.use()
  const clouds = shortCloudNames.use()
  const failed = Object.entries(event.deliveries ?? {}).filter(([, { state }]) => state === 'failed')
  return (
    <li class="flex min-h-14 flex-col justify-center gap-0.5 px-4 py-2">
      <span class="flex items-baseline gap-2">
        {isNew && <span class="shrink-0 rounded bg-wash px-1.5 text-xs font-medium text-accent">{messages.isNew}</span>}
        <OutLink
          href={event.url}
          class="min-w-0 [&[href]]:text-ink [&[href]:hover]:text-accent [&[href]:hover]:underline"
        >
          {event.title}
        </OutLink>
      </span>
      <span class="flex flex-wrap gap-x-3 text-xs text-soft">
        <span class="font-medium text-accent">{event.watch}</span>
        <span>{event.sourceName ?? event.source.replace(/^tg:/, '@').replace(/^plugin:/, '')}</span>
        {event.cloud && <span>{clouds[event.cloud]}</span>}
        {event.password && (
          <span>
            {messages.code} <code class="text-ink select-all">{event.password}</code>
          </span>
        )}
        <Age at={event.at} />
        {failed.map(([notifier, { detail }]) => (
          <span key={notifier} title={detail} class="text-warn">
            {messages.failed(notifier)}
          </span>
        ))}
      </span>
    </li>
  )
}
