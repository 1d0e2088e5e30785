// Body of a card: its items, or why there are none.
import { CircleSlash, CloudAlert } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { useContent } from '../components/use-content.ts'
import { frameMessages } from '../frame-messages.ts'
import { useMuted } from '../muted/use-muted.ts'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { ItemRow } from './item-row.tsx'
import type { DisplayedList, ListState } from './list-state.ts'
import { hotMessages } from './messages.ts'
import { Reason, StaleReasonPanel } from './stale-reason-panel.tsx'
import type { Tab } from './tabs.ts'
import { useRefresh } from './use-refresh.ts'

/** Number of items before “show all”; their space is reserved from the start. */
const initialItems = 8

interface ListProps {
  readonly tab: Tab
  readonly record: SourceRecord
  readonly state: ListState
}

interface BodyProps extends ListProps {
  /** Whether the reason for a stale list is shown. */
  readonly isReasonOpen: boolean
}

/** The card has a fixed minimum height. */
export function CardBody({ tab, record, state, isReasonOpen }: BodyProps) {
  const shown = state.shown.value
  return (
    <div class="flex flex-col">
      {isReasonOpen && shown?.error && shown.data.length > 0 && (
        <StaleReasonPanel record={record} error={shown.error} at={shown.updatedAt} />
      )}
      {shown && shown.data.length > 0 ? (
        <Items tab={tab} record={record} shown={shown} />
      ) : (
        <EmptyBody tab={tab} record={record} state={state} />
      )}
    </div>
  )
}

interface ItemsProps {
  readonly tab: Tab
  readonly record: SourceRecord
  readonly shown: DisplayedList
}

function Items({ tab, record: { id, type }, shown }: ItemsProps) {
  const messages = useMessages(hotMessages)
  const { items: data, muted } = useMuted(shown.data, ({ items }) => items)
  useContent(true)
  const [isAll, setAll] = useState(false)
  const items = isAll ? data : data.slice(0, initialItems)
  return (
    <>
      <ol id={`items-${tab}-${id}`}>
        {items.map((item) => (
          <ItemRow key={item.id} listId={id} item={item} addedIds={shown.addedIds} isTimeLine={type === 'realtime'} />
        ))}
      </ol>
      {muted.line}
      {data.length > initialItems && (
        <div data-key-row class="mx-1 mb-1 flex">
          <Button
            look="quiet"
            tabIndex={-1}
            class="flex-1 !text-xs"
            aria-expanded={isAll}
            aria-controls={`items-${tab}-${id}`}
            onClick={() => setAll(!isAll)}
          >
            {isAll ? messages.showLess : messages.showAll(data.length)}
          </Button>
        </div>
      )}
    </>
  )
}

function EmptyBody({ record, state }: ListProps) {
  const messages = useMessages(hotMessages)
  const { errors } = useMessages(frameMessages)
  const { board } = useBoard()
  const { refresh } = useRefresh()
  const shown = state.shown.value
  const refusal = state.error.value
  if (shown?.error)
    return (
      <StateMessage text={messages.kinds[shown.error.kind]} reason={shown.error.reason}>
        <RetryButton isLoading={state.isLoading.value} onClick={() => refresh(record.id)} />
      </StateMessage>
    )
  if (shown) return <StateMessage text={messages.noItems} isNeutral />
  if (refusal && !state.isLoading.value)
    return (
      <StateMessage text={errors[refusal.kind]}>
        {refusal.kind === 'unauthorized' ? (
          <LoginButton />
        ) : (
          <RetryButton isLoading={false} onClick={() => board.reload(record.id)} />
        )}
      </StateMessage>
    )
  return <Skeleton />
}

function RetryButton({ isLoading, onClick }: { readonly isLoading: boolean; readonly onClick: () => void }) {
  const messages = useMessages(hotMessages)
  return (
    <Button tabIndex={-1} disabled={isLoading} onClick={onClick}>
      {messages.again}
    </Button>
  )
}

/** Rejected requests are retried after login. */
function LoginButton() {
  const messages = useMessages(frameMessages)
  const { isLoginOpen } = usePage()
  const open = () => {
    isLoginOpen.value = true
  }
  return (
    <Button tabIndex={-1} onClick={open}>
      {messages.login}
    </Button>
  )
}

interface StateMessageProps {
  readonly text: string
  readonly reason?: NonNullable<DisplayedList['error']>['reason']
  readonly isNeutral?: boolean
  readonly children?: ComponentChildren
}

function StateMessage({ text, reason, isNeutral = false, children }: StateMessageProps) {
  useContent(true)
  const Icon = isNeutral ? CircleSlash : CloudAlert
  return (
    <div data-key-row class="flex items-center gap-2 px-3 pb-3 text-sm">
      <Icon size={18} aria-hidden="true" class="shrink-0 text-soft" />
      <div class="min-w-0 flex-1">
        <p class="font-medium">{text}</p>
        {reason && (
          <p class="line-clamp-2 text-xs text-soft">
            <Reason reason={reason} />
          </p>
        )}
      </div>
      {children}
    </div>
  )
}

function Skeleton() {
  return (
    <div aria-hidden="true" class="px-3">
      {Array.from({ length: initialItems }, (_, at) => (
        <div key={at} class="flex h-11 items-center gap-3">
          <span class="size-4 rounded bg-raised" />
          <span class="h-3 flex-1 rounded bg-raised" style={{ maxWidth: `${92 - ((at * 37) % 45)}%` }} />
        </div>
      ))}
    </div>
  )
}
