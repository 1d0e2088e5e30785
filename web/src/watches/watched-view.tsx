// The watched view: what watches found, and the watches.
import { Bell } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { WatchEventsAnswer, WatchesAnswer, WatchRecord } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { createLastLook } from '../components/last-look.ts'
import { lazyComponent } from '../components/lazy.tsx'
import { LoginButton } from '../components/login-button.tsx'
import { useContent } from '../components/use-content.ts'
import { useReport } from '../components/use-report.ts'
import { usePage } from '../page-context.ts'
import { EventList } from './event-list.tsx'
import { watchMessages } from './messages.ts'
import { Unbroken } from './unbroken.tsx'
import { useWatchChanges } from './use-watch-changes.ts'
import { WatchList } from './watch-list.tsx'

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
      {changes.problem !== undefined && (
        <p role="alert" class="text-sm text-bad">
          {changes.problem}
        </p>
      )}
    </section>
  )
}
