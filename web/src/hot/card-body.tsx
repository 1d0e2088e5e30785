// Body of a card: its items, or why there are none.
import { CircleSlash, CloudAlert } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { useSight } from './board-context.ts'
import type { Cell, Shown } from './cells.ts'
import { ItemRow } from './item-row.tsx'
import { useRenewing } from './use-renewing.ts'
import { WhyPanel } from './why-panel.tsx'
import { hotWords } from './words.ts'

/** Number of items before “show all”; their space is reserved from the start. */
const mostAtFirst = 10

interface ListProps {
  readonly record: SourceRecord
  readonly cell: Cell
}

interface BodyProps extends ListProps {
  /** Whether the reason for a stale list is shown. */
  readonly isWhyOpen: boolean
}

/** Has a fixed minimum height, until the user expands it. */
export function CardBody({ record, cell, isWhyOpen }: BodyProps) {
  const shown = cell.shown.value
  return (
    <div class="flex min-h-[27.75rem] flex-col">
      {isWhyOpen && shown?.error && shown.data.length > 0 && (
        <WhyPanel record={record} error={shown.error} at={shown.updatedAt} />
      )}
      {shown && shown.data.length > 0 ? (
        <Items record={record} shown={shown} />
      ) : (
        <WithoutItems record={record} cell={cell} />
      )}
    </div>
  )
}

interface ItemsProps {
  readonly record: SourceRecord
  readonly shown: Shown
}

function Items({ record: { id, type }, shown: { data, arrived } }: ItemsProps) {
  const messages = useWords(hotWords)
  const [isAll, setAll] = useState(false)
  const items = isAll ? data : data.slice(0, mostAtFirst)
  return (
    <>
      <ol id={`items-${id}`} class="flex-1">
        {items.map((item) => (
          <ItemRow key={item.id} item={item} arrived={arrived} isTimeLine={type === 'realtime'} />
        ))}
      </ol>
      {data.length > mostAtFirst && (
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

function WithoutItems({ record, cell }: ListProps) {
  const messages = useWords(hotWords)
  const { refusals } = useWords(frameWords)
  const { board } = useSight()
  const { renew } = useRenewing()
  const shown = cell.shown.value
  const refusal = cell.refusal.value
  if (shown?.error)
    return (
      <Nothing text={messages.kinds[shown.error.kind]} detail={shown.error.message}>
        <Again isAsking={cell.isAsking.value} onClick={() => renew(record.id)} />
      </Nothing>
    )
  if (shown) return <Nothing text={messages.noItems} isCalm />
  if (refusal && !cell.isAsking.value)
    return (
      <Nothing text={refusals[refusal.refusal]}>
        {refusal.refusal === 'unauthorized' ? (
          <Enter />
        ) : (
          <Again isAsking={false} onClick={() => board.again(record.id)} />
        )}
      </Nothing>
    )
  return <Skeleton />
}

function Again({ isAsking, onClick }: { readonly isAsking: boolean; readonly onClick: () => void }) {
  const messages = useWords(hotWords)
  return (
    <Button disabled={isAsking} onClick={onClick}>
      {messages.again}
    </Button>
  )
}

/** Rejected requests are retried after login. */
function Enter() {
  const messages = useWords(frameWords)
  const { entering } = usePage()
  const open = () => {
    entering.value = true
  }
  return <Button onClick={open}>{messages.login}</Button>
}

interface NothingProps {
  readonly text: string
  /** The server's error text. */
  readonly detail?: string
  readonly isCalm?: boolean
  readonly children?: ComponentChildren
}

function Nothing({ text, detail, isCalm = false, children }: NothingProps) {
  const Icon = isCalm ? CircleSlash : CloudAlert
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
      {Array.from({ length: mostAtFirst }, (_, at) => (
        <div key={at} class="flex h-10 items-center gap-3">
          <span class="size-4 rounded bg-raised" />
          <span class="h-3 flex-1 rounded bg-raised" style={{ maxWidth: `${92 - ((at * 37) % 45)}%` }} />
        </div>
      ))}
    </div>
  )
}
