// Shows whether a share is still available, as far as known.
import { CircleCheck, CircleHelp, CircleX, LoaderCircle, Lock, type LucideIcon } from 'lucide-preact'
import { useMemo } from 'preact/hooks'
import { ageText } from '../ages.ts'
import { shownNow } from '../clock.ts'
import { useWords } from '../language.ts'
import { useChoices } from '../page.ts'
import type { Checking } from './checking.ts'
import { type KnownState, knownState } from './known-state.ts'
import type { Row } from './row.ts'
import { searchWords } from './words.ts'

const marks: Readonly<Record<KnownState['state'], readonly [LucideIcon, string]>> = {
  ok: [CircleCheck, 'text-good'],
  bad: [CircleX, 'text-bad'],
  locked: [Lock, 'text-warn'],
  uncertain: [CircleHelp, 'text-soft'],
  asking: [LoaderCircle, 'text-soft [&>svg]:animate-spin'],
}

/** These cannot be checked, so no space is reserved for a result. */
const unchecked: ReadonlySet<Row['type']> = new Set<Row['type']>(['guangya', 'magnet', 'ed2k', 'others'])

/** Returns the health of a row; updates while the row is visible. */
export function useKnown(row: Row, checking: Checking): KnownState | undefined {
  const check = useMemo(() => checking.stateOf(row.key), [checking, row.key])
  return knownState(row, check.value, shownNow.value)
}

/** Always takes the same space, so that the text after it does not move. */
export function HealthMark({ type, known }: Pick<Row, 'type'> & { readonly known: KnownState | undefined }) {
  const messages = useWords(searchWords)
  const language = useChoices().language.value
  if (!known) return unchecked.has(type) ? null : <span aria-hidden="true" class="inline-block min-w-20" />
  const [Icon, look] = marks[known.state]
  const at = known.checkedAt
  return (
    <span
      title={at === undefined ? undefined : messages.checkedAt(ageText(at, shownNow.value, language))}
      class={`inline-flex min-w-20 items-center gap-1 ${look}`}
    >
      <Icon size={14} aria-hidden="true" class="shrink-0" />
      {messages.states[known.state]}
    </span>
  )
}
