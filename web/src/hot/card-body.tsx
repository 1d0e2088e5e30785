// Body of a card: its items, or why there are none.
import { CircleSlash, CloudAlert } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { frameMessages } from '../frame/messages.ts'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { ItemRow } from './item-row.tsx'
import type { DisplayedList, ListState } from './list-state.ts'
import { hotMessages } from './messages.ts'
import { StaleReasonPanel } from './stale-reason-panel.tsx'
import { useRefresh } from './use-refresh.ts'

/** Number of items before “show all”; their space is reserved from the start. */
const initialItems = 10

interface ListProps {
  readonly record: SourceRecord
  readonly state: ListState
}

interface BodyProps extends ListProps {
  /** Whether the reason for a stale list is shown. */
  readonly isReasonOpen: boolean
}

/** Has a fixed minimum height, until the user expands it. */
export function CardBody({ record, state, isReasonOpen }: BodyProps) {
  const shown = state.shown.value
  return (
    <div class="flex min-h-[27.75rem] flex-col">
      {isReasonOpen && shown?.error && shown.data.length > 0 && (
        <StaleReasonPanel record={record} error={shown.error} at={shown.updatedAt} />
      )}
      {shown && shown.data.length > 0 ? (
        <Items record={record} shown={shown} />
      ) : (
        <EmptyBody record={record} state={state} />
      )}
    </div>
  )
}

interface ItemsProps {
  readonly record: SourceRecord
  readonly shown: DisplayedList
}

function Items({ record: { id, type }, shown: { data, addedIds } }: ItemsProps) {
  const messages = useMessages(hotMessages)
  const [isAll, setAll] = useState(false)
  const items = isAll ? data : data.slice(0, initialItems)
  return (
    <>
      <ol id={`items-${id}`} class="flex-1">
        {items.map((item) => (
          <ItemRow key={item.id} source={id} item={item} addedIds={addedIds} isTimeLine={type === 'realtime'} />
        ))}
      </ol>
      {data.length > initialItems && (
        <Button
          look="quiet"
          class="mx-1 mb-1 !text-xs"
          aria-expanded={isAll}
          aria-controls={`items-${id}`}
          onClick={() => setAll(!isAll)}
        >
          {isAll ? messages.showLess : messages.showAll(data.length)}
        </Button>
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
      <StateMessage text={messages.kinds[shown.error.kind]} detail={shown.error.message}>
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
    <Button disabled={isLoading} onClick={onClick}>
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
  return <Button onClick={open}>{messages.login}</Button>
}

interface StateMessageProps {
  readonly text: string
  /** The server's error text. */
  readonly detail?: string
  readonly isNeutral?: boolean
  readonly children?: ComponentChildren
}

function StateMessage({ text, detail, isNeutral = false, children }: StateMessageProps) {
  const Icon = isNeutral ? CircleSlash : CloudAlert
  return (
    <div class="flex flex-1 flex-col items-center justify-center gap-3 px-6 pb-14 text-center text-sm">
      <Icon size={24} aria-hidden="true" class="text-soft" />
      <p class="font-medium">{text}</p>
      {detail !== undefined && <p class="line-clamp-4 text-xs text-soft">{detail}</p>}
      {children}
    </div>
  )
}

function Skeleton() {
  return (
    <div aria-hidden="true" class="px-3">
      {Array.from({ length: initialItems }, (_, at) => (
        <div key={at} class="flex h-10 items-center gap-3">
          <span class="size-4 rounded bg-raised" />
          <span class="h-3 flex-1 rounded bg-raised" style={{ maxWidth: `${92 - ((at * 37) % 45)}%` }} />
        </div>
      ))}
    </div>
  )
}
