// Rank of an item and how it changed.
import { useWords } from '../language.ts'
import type { Movement } from './item-words.ts'
import { hotWords } from './words.ts'

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
  const messages = useWords(hotWords)
  if (movement === 'new')
    return (
      <span class="mt-0.5 text-[0.6875rem] font-medium text-accent" title={messages.isNew}>
        {messages.newMark}
      </span>
    )
  const { places } = movement
  const isUp = places > 0
  const told = isUp ? messages.up(places) : messages.down(-places)
  return (
    <span class={`mt-0.5 text-[0.6875rem] ${isUp ? 'text-good' : 'text-bad'}`} title={told}>
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'}
        {Math.abs(places)}
      </span>
      <span class="sr-only">{told}</span>
    </span>
  )
}
