// The watched view: what watches found, and the watches.

import { Bell } from 'lucide-preact'
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { WatchEventsAnswer, WatchesAnswer, WatchRecord } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { createLastLook } from '../components/last-look.ts'
import { lazyComponent } from '../components/lazy.tsx'
import { LoginButton } from '../components/login-button.tsx'
import { OutLink } from '../components/out-link.tsx'
import { Problem } from '../components/problem.tsx'
import { TextField } from '../components/text-field.tsx'
import { useContent } from '../components/use-content.ts'
import { useCopy } from '../components/use-copy.ts'
import { useReport } from '../components/use-report.ts'
import { usePage } from '../page-context.ts'
import { urlPrefix } from '../url-prefix.ts'
import { EventList } from './event-list.tsx'
import { watchMessages } from './messages.ts'
import { useWatchChanges, type WatchChanges } from './use-watch-changes.ts'

/** Most visits of users who have watches change none. */
const WatchForm = lazyComponent(async () => (await import('./watch-form.tsx')).WatchForm)

export function WatchedView() {
  const messages = watchMessages.use()
  useEffect(() => {
    document.title = `${messages.title} - Trawl`
  }, [messages])
  return (
    <>
      <h1 class="sr-only">{messages.title}</h1>
      <Watched />
    </>
  )
}

function Watched() {
  const messages = watchMessages.use()
  const { storage } = usePage()
  const lastLook = useMemo(() => createLastLook(storage), [storage])
  const [before] = useState(lastLook.value)
  const watches = useReport<WatchesAnswer>('/api/v1/watches', { isPublic: true })
  const found = useReport<WatchEventsAnswer>('/api/v1/watches/events?limit=200')
  // While the watches are on their way: without one, the form is shown.
  useEffect(() => void WatchForm.load().catch(() => undefined), [])
  const failed = [watches, found].find(({ report, error }) => !report && error)
  const seenAt = watches.report && found.report ? watches.report.count && found.report.timestamp : undefined
  useEffect(() => {
    if (seenAt !== undefined) lastLook.set(seenAt)
  }, [lastLook, seenAt])
  if (failed?.error) return <ErrorPage error={failed.error} onRetry={failed.reload} />
  if (!watches.report || !found.report) return <Placeholder />
  return (
    <Content>
      {watches.report.count > 0 ? (
        <EventList events={found.report.events} since={before || Number.POSITIVE_INFINITY} />
      ) : (
        <EmptyState icon={Bell} title={messages.none} text={<Unbroken text={messages.noneHint} />} />
      )}
      <Watches
        answer={watches.report}
        onChange={() => {
          watches.reload()
          found.reload()
        }}
      />
    </Content>
  )
}

function Content({ children }: { readonly children: ComponentChildren }) {
  useContent(true)
  return <div class={columns}>{children}</div>
}

const columns = 'grid items-start gap-6 pt-4 lg:grid-cols-[minmax(0,1fr)_26rem]'

/** A placeholder of the size of the content, so that the layout does not shift. */
function Placeholder() {
  const messages = watchMessages.use()
  return (
    <div aria-busy="true" aria-label={messages.loading} role="status" class={columns}>
      <div class="h-[80dvh] rounded-2xl bg-raised" />
      <div class="h-96 rounded-2xl bg-raised" />
    </div>
  )
}

interface WatchesProps {
  readonly answer: WatchesAnswer
  /** Runs when a watch was changed. */
  readonly onChange: () => void
}

function Watches({ answer: { watches, notifiers, editable }, onChange }: WatchesProps) {
  const messages = watchMessages.use()
  const changes = useWatchChanges(onChange)
  /** A watch that is edited, or a new one. */
  const [shown, setShown] = useState<WatchRecord | 'new'>()
  const close = () => setShown(undefined)
  const edited = shown === 'new' ? undefined : shown
  const isFormOpen = editable && (shown !== undefined || watches.length === 0)
  return (
    <section
      aria-label={messages.watches}
      class="flex min-w-0 flex-col gap-3 rounded-2xl border border-line bg-card p-4"
    >
      <h2 class="text-base font-semibold">{messages.watches}</h2>
      {watches.length > 0 && <WatchList watches={watches} changes={changes} onEdit={setShown} />}
      {isFormOpen && (
        <WatchForm
          key={edited?.name ?? 'new'}
          edited={edited}
          taken={watches.map(({ name }) => name)}
          notifiers={notifiers}
          changes={changes}
          onClose={close}
          isCancelable={shown !== undefined}
        />
      )}
      {editable && !isFormOpen && <Button onClick={() => setShown('new')}>{messages.add}</Button>}
      {!editable && (
        <>
          <p class="text-sm text-soft">{messages.locked}</p>
          <LoginButton look="main" />
        </>
      )}
      <Problem text={changes.problem} />
    </section>
  )
}

interface RowProps {
  readonly watch: WatchRecord
  readonly changes: WatchChanges
  readonly onEdit: (watch: WatchRecord) => void
}

function WatchList({ watches, ...props }: Omit<RowProps, 'watch'> & { readonly watches: readonly WatchRecord[] }) {
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
  const detail = [
    ...watch.in.map((place) => messages.place[place]),
    ...notify,
    ...(from === 'file' ? [messages.fromFile] : []),
  ].join(' · ')
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
          <OutLink
            href={feedPath(name)}
            aria-label={messages.feedOf(name)}
            class="inline-flex min-h-9 items-center rounded-lg px-3 font-medium text-accent hover:bg-raised"
          >
            {messages.feed}
          </OutLink>
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

function Unbroken({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(-[^\s”]+”?[，,]?)/).map((part, at) =>
        at % 2 === 0 ? (
          <Fragment key={at}>{part}</Fragment>
        ) : (
          <span key={at} class="inline-block max-w-full">
            {part}
          </span>
        ),
      )}
    </>
  )
}
