// Body of a card: its items, or why there are none.
import { CircleSlash, CloudAlert } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { displayNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { LoginButton } from '../components/login-button.tsx'
import { useContent } from '../components/use-content.ts'
import { formatAge } from '../format-time.ts'
import { frameMessages } from '../frame-messages.ts'
import { useMuted } from '../muted/use-muted.ts'
import { usePreferences } from '../page-context.ts'
import { useBoard } from './board-context.ts'
import type { CardContext } from './card-context.ts'
import { ItemRow } from './item-row.tsx'
import type { DisplayedList } from './list-state.ts'
import { hotMessages } from './messages.ts'
import { useRefresh } from './use-refresh.ts'

const Reason = lazyComponent(async () => (await import('../components/reason.tsx')).Reason)

/** Number of items before “show all”; their space is reserved from the start. */
const initialItems = 8

interface BodyProps {
  readonly card: CardContext
  /** Whether the reason for a stale list is shown. */
  readonly isReasonOpen: boolean
}

/** The card has a fixed minimum height. */
export function CardBody({ card, isReasonOpen }: BodyProps) {
  const shown = card.state.shown.value
  return (
    <div class="flex flex-col">
      {shown && shown.data.length > 0 ? (
        <>
          {isReasonOpen && shown.error && <StaleReason card={card} error={shown.error} at={shown.updatedAt} />}
          <Items card={card} shown={shown} />
        </>
      ) : (
        <EmptyBody card={card} />
      )}
    </div>
  )
}

type CardProps = Pick<BodyProps, 'card'>

interface ReasonProps extends CardProps {
  readonly error: NonNullable<DisplayedList['error']>
  readonly at: number | null
}

/** Why a list is stale: our message, the age of the data, and the reason of the failure. */
function StaleReason({ card, error, at }: ReasonProps) {
  const messages = hotMessages.use()
  const language = usePreferences().language.value
  return (
    <div class="mx-3 mb-2 rounded-lg bg-warn-wash p-3 text-xs">
      <p class="font-medium text-warn">{messages.kinds[error.kind]}</p>
      {at !== null && <p class="mt-1">{messages.lastGood(formatAge(at, displayNow.value, language))}</p>}
      {error.reason && (
        <p class="mt-1 text-soft">
          <Reason reason={error.reason} />
        </p>
      )}
      <RetryButton card={card} class="mt-2" />
    </div>
  )
}

function Items({ card: { tab, record }, shown }: CardProps & { readonly shown: DisplayedList }) {
  const messages = hotMessages.use()
  const { items: data, muted } = useMuted(shown.data)
  useContent(true)
  const [isAll, setAll] = useState(false)
  const id = `items-${tab}-${record.id}`
  return (
    <>
      <ol id={id}>
        {(isAll ? data : data.slice(0, initialItems)).map((item) => (
          <ItemRow
            key={item.id}
            listId={record.id}
            item={item}
            addedIds={shown.addedIds}
            isTimeLine={record.type === 'realtime'}
          />
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
            aria-controls={id}
            onClick={() => setAll(!isAll)}
          >
            {isAll ? messages.showLess : messages.showAll(data.length)}
          </Button>
        </div>
      )}
    </>
  )
}

/** A refused request is sent again after login. */
function EmptyBody({ card }: CardProps) {
  const messages = hotMessages.use()
  const { errors } = frameMessages.use()
  const { board } = useBoard()
  const shown = card.state.shown.value
  const refusal = card.state.error.value
  if (shown?.error)
    return (
      <StateMessage text={messages.kinds[shown.error.kind]} reason={shown.error.reason}>
        <RetryButton card={card} />
      </StateMessage>
    )
  if (shown) return <StateMessage text={messages.noItems} isNeutral />
  if (!refusal || card.state.isLoading.value) return <Skeleton />
  return (
    <StateMessage text={errors[refusal.kind]}>
      {refusal.kind === 'unauthorized' ? (
        <LoginButton tabIndex={-1} />
      ) : (
        <RetryButton card={card} onClick={() => board.reload(card.record.id)} />
      )}
    </StateMessage>
  )
}

interface RetryProps extends CardProps {
  readonly class?: string
  /** Default: refreshes the list. */
  readonly onClick?: () => void
}

function RetryButton({ card: { record, state }, onClick, class: extraClass }: RetryProps) {
  const messages = hotMessages.use()
  const { refresh } = useRefresh()
  return (
    <Button
      tabIndex={-1}
      class={extraClass}
      disabled={state.isLoading.value}
      onClick={onClick ?? (() => refresh(record.id))}
    >
      {messages.again}
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
