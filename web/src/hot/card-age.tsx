// Age of a list, whether it is live, and a toggle for the reason why it is stale.
import { ChevronDown, TriangleAlert } from 'lucide-preact'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { ageText, timeText } from '../ages.ts'
import { shownNow } from '../clock.ts'
import { useWords } from '../language.ts'
import { useChoices } from '../page.ts'
import { useSight } from './board-context.ts'
import type { Cell, Shown } from './cells.ts'
import { nameOf } from './list-name.tsx'
import { hotWords } from './words.ts'

interface AgeProps {
  readonly record: SourceRecord
  readonly cell: Cell
  readonly why: Why
}

/** State of the panel that explains why a list is stale. */
export interface Why {
  readonly isOpen: boolean
  toggle(): void
}

/** Rendered before any data is loaded, so that the layout does not shift. */
export function CardAge({ record, cell, why }: AgeProps) {
  const messages = useWords(hotWords)
  const shown = cell.shown.value
  const isFailing = shown?.error !== undefined && shown.data.length > 0
  return (
    <p class="flex h-6 items-center gap-1.5 text-xs whitespace-nowrap text-soft">
      <LiveDot id={record.id} />
      {shown && <Age shown={shown} />}
      {isFailing && (
        <button
          type="button"
          aria-expanded={why.isOpen}
          class="inline-flex h-6 min-w-0 items-center gap-1 rounded text-warn hover:underline"
          onClick={why.toggle}
        >
          <TriangleAlert size={12} aria-hidden="true" class="shrink-0" />
          <span class="truncate">{messages.failing}</span>
          <span class="sr-only">{messages.why(nameOf(record))}</span>
          <ChevronDown size={12} aria-hidden="true" class={`shrink-0 ${why.isOpen ? 'rotate-180' : ''}`} />
        </button>
      )}
      {cell.isHeldBack.value && (
        <button
          type="button"
          title={messages.updatedHint}
          class="inline-flex h-6 items-center rounded bg-wash px-1.5 text-accent hover:underline"
          onClick={({ currentTarget }) => {
            // The button disappears, so the card takes the focus.
            currentTarget.closest('article')?.focus({ preventScroll: true })
            cell.showNewest()
          }}
        >
          {messages.updated}
        </button>
      )}
    </p>
  )
}

function Age({ shown: { updatedAt } }: { readonly shown: Shown }) {
  const language = useChoices().language.value
  if (updatedAt === null) return null
  return (
    <time dateTime={new Date(updatedAt).toISOString()} title={timeText(updatedAt, language)}>
      {ageText(updatedAt, shownNow.value, language)}
    </time>
  )
}

/** Always takes the same space, so that the layout does not shift. */
function LiveDot({ id }: { readonly id: string }) {
  const messages = useWords(hotWords)
  const { live } = useSight().board.following
  const isLive = live.value.has(id)
  return (
    <span
      title={isLive ? messages.live : undefined}
      class={`size-1.5 shrink-0 rounded-full ${isLive ? 'bg-good' : 'border border-edge'}`}
    >
      {isLive && <span class="sr-only">{messages.live}</span>}
    </span>
  )
}
