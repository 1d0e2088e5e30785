// Rank of an item and how it changed.
import { useMessages } from '../use-messages.ts'
import type { Movement } from './item-details.ts'
import { hotMessages } from './messages.ts'

interface MarkProps {
  readonly rank: number
  readonly movement: Movement | undefined
  readonly isTimeLine: boolean
}

/** The rank, or a dot in lists ordered by time; below it the change. */
export function RankMark({ rank, movement, isTimeLine }: MarkProps) {
  return (
    <span class="figures flex w-7 shrink-0 flex-col items-center text-center leading-none">
      {isTimeLine && !movement && <span aria-hidden="true" class="size-1.5 rounded-full bg-edge" />}
      {!isTimeLine && <span class={`text-sm ${rank <= 3 ? 'font-bold text-accent' : 'text-soft'}`}>{rank}</span>}
      {movement && <MovementMark movement={movement} />}
    </span>
  )
}

function MovementMark({ movement }: { readonly movement: Movement }) {
  const messages = useMessages(hotMessages)
  if (movement === 'new')
    return (
      <span class="mt-0.5 text-[0.6875rem] font-medium text-accent" title={messages.isNew}>
        {messages.newMark}
      </span>
    )
  const { positions } = movement
  const isUp = positions > 0
  const label = isUp ? messages.up(positions) : messages.down(-positions)
  return (
    <span class={`mt-0.5 text-[0.6875rem] ${isUp ? 'text-good' : 'text-bad'}`} title={label}>
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'}
        {Math.abs(positions)}
      </span>
      <span class="sr-only">{label}</span>
    </span>
  )
}
