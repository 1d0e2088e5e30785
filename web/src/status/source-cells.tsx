// Figures of a source, shared by the table and the cards.
import { ageText, durationText, timeText } from '../ages.ts'
import { useWords } from '../language.ts'
import { useChoices } from '../page.ts'
import { countText, shareText } from './amounts.ts'
import type { SourceRow } from './sources.ts'
import { statusWords } from './words.ts'

interface CellProps {
  readonly row: SourceRow
}

/** Shown for unknown values. */
function None() {
  return <span class="text-soft">–</span>
}

/** Number of requests to the source. */
export function Asks({ row }: CellProps) {
  const { language } = useChoices()
  return row.asks === 0 ? <None /> : <span class="figures">{countText(row.asks, language.value)}</span>
}

/** Success rate, as a number and a bar. */
export function SuccessRate({ rate }: { readonly rate: number | undefined }) {
  if (rate === undefined) return <None />
  return (
    <span class="figures inline-flex items-center gap-2">
      <span aria-hidden="true" class="inline-block h-1.5 w-12 overflow-hidden rounded-full bg-raised">
        <span class={`block h-full rounded-full ${colorOf(rate)}`} style={{ width: `${rate * 100}%` }} />
      </span>
      {shareText(rate)}
    </span>
  )
}

/** Thresholds as the server uses for healthy, degraded and unhealthy. */
function colorOf(rate: number): string {
  if (rate < 0.5) return 'bg-bad'
  return rate < 0.8 ? 'bg-warn' : 'bg-good'
}

/** Mean time of an upstream request. */
export function MeanTime({ row: { meanMs } }: CellProps) {
  return meanMs === undefined ? <None /> : <span class="figures">{durationText(meanMs)}</span>
}

interface AgeProps extends CellProps {
  readonly at: number | undefined
  readonly now: number
}

/** Age of an event; “never” if the source was requested without success. */
export function AgeOf({ at, now, row }: AgeProps) {
  const messages = useWords(statusWords)
  const { language } = useChoices()
  if (at === undefined) return row.asks === 0 ? <None /> : <span class="text-bad">{messages.never}</span>
  return (
    <time dateTime={new Date(at).toISOString()} title={timeText(at, language.value)}>
      {ageText(at, now, language.value)}
    </time>
  )
}

/** Kind, time and message of the last failure. */
export function FailureOf({ row, now }: CellProps & { readonly now: number }) {
  const messages = useWords(statusWords)
  const { lastError } = row
  if (!lastError) return <None />
  return (
    <>
      <span class="font-medium">{messages.failure[lastError.kind]}</span>
      <span class="text-soft">
        {' · '}
        <AgeOf at={lastError.at} row={row} now={now} />
      </span>
      <span class="block text-xs text-soft">{lastError.message}</span>
    </>
  )
}
