// Age of a list, whether it is live, and a toggle for the reason why it is stale.
import { ChevronDown, TriangleAlert } from 'lucide-preact'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { displayNow } from '../clock.ts'
import { fullNameOf } from '../components/list-name.tsx'
import { formatAge, formatDateTime } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import type { DisplayedList, ListState } from './list-state.ts'
import { hotMessages } from './messages.ts'

interface AgeProps {
  readonly record: SourceRecord
  readonly state: ListState
  readonly reasonPanel: ReasonPanel
}

/** State of the panel that explains why a list is stale. */
export interface ReasonPanel {
  readonly isOpen: boolean
  toggle(): void
}

/** Rendered before any data is loaded, so that the layout does not shift. */
export function CardAge({ record, state, reasonPanel }: AgeProps) {
  const messages = useMessages(hotMessages)
  const shown = state.shown.value
  const isFailing = shown?.error !== undefined && shown.data.length > 0
  return (
    <p class="flex h-6 items-center gap-1.5 text-xs whitespace-nowrap text-soft">
      <LiveDot id={record.id} hasAnswer={shown !== undefined && shown.error === undefined} />
      {shown && <Age shown={shown} />}
      {isFailing && (
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={reasonPanel.isOpen}
          class="inline-flex h-6 min-w-0 items-center gap-1 rounded text-warn hover:underline"
          onClick={reasonPanel.toggle}
        >
          <TriangleAlert size={12} aria-hidden="true" class="shrink-0" />
          <span class="truncate">{messages.failing}</span>
          <span class="sr-only">{messages.why(fullNameOf(record))}</span>
          <ChevronDown size={12} aria-hidden="true" class={`shrink-0 ${reasonPanel.isOpen ? 'rotate-180' : ''}`} />
        </button>
      )}
      {state.hasPendingUpdate.value && (
        <button
          type="button"
          tabIndex={-1}
          title={messages.updatedHint}
          class="inline-flex h-6 items-center rounded bg-wash px-1.5 text-accent hover:underline"
          onClick={({ currentTarget }) => {
            // The button disappears, so the card takes the focus.
            currentTarget.closest('article')?.focus({ preventScroll: true })
            state.showNewest()
          }}
        >
          {messages.updated}
        </button>
      )}
    </p>
  )
}

function Age({ shown: { updatedAt } }: { readonly shown: DisplayedList }) {
  const language = usePreferences().language.value
  if (updatedAt === null) return null
  return (
    <time dateTime={new Date(updatedAt).toISOString()} title={formatDateTime(updatedAt, language)}>
      {formatAge(updatedAt, displayNow.value, language)}
    </time>
  )
}

/** Always takes the same space, so that the layout does not shift. */
function LiveDot({ id, hasAnswer }: { readonly id: string; readonly hasAnswer: boolean }) {
  const messages = useMessages(hotMessages)
  const { live } = useBoard().board.liveUpdates
  const isLive = live.value.has(id) && hasAnswer
  return (
    <span
      title={isLive ? messages.live : undefined}
      class={`size-1.5 shrink-0 rounded-full ${isLive ? 'bg-good' : 'border border-edge'}`}
    >
      {isLive && <span class="sr-only">{messages.live}</span>}
    </span>
  )
}
