// Whether a share still lives, as far as it is known.
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

/** Nobody can be asked about these, so that no place is kept for an answer. */
const unchecked: ReadonlySet<Row['type']> = new Set<Row['type']>(['guangya', 'magnet', 'ed2k', 'others'])

/** What is known of a row; it changes while the row is on the screen. */
export function useKnown(row: Row, checking: Checking): KnownState | undefined {
  const check = useMemo(() => checking.stateOf(row.key), [checking, row.key])
  return knownState(row, check.value, shownNow.value)
}

/** In a place of its own, whether anything is known or not: what stands after it does not move. */
export function HealthMark({ type, known }: Pick<Row, 'type'> & { readonly known: KnownState | undefined }) {
  const words = useWords(searchWords)
  const language = useChoices().language.value
  if (!known) return unchecked.has(type) ? null : <span aria-hidden="true" class="inline-block min-w-20" />
  const [Icon, look] = marks[known.state]
  const at = known.checkedAt
  return (
    <span
      title={at === undefined ? undefined : words.checkedAt(ageText(at, shownNow.value, language))}
      class={`inline-flex min-w-20 items-center gap-1 ${look}`}
    >
      <Icon size={14} aria-hidden="true" class="shrink-0" />
      {words.states[known.state]}
    </span>
  )
}
