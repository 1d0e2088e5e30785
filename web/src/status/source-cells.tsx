// Figures of a source, shared by the table and the cards.
import { useReasonText } from '../components/use-reason-text.ts'
import { formatAge, formatDateTime, formatDuration } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { formatCount, formatPercent, rateColor } from './format-values.ts'
import { statusMessages } from './messages.ts'
import type { SourceRow } from './source-rows.ts'

interface CellProps {
  readonly row: SourceRow
}

/** Shown for unknown values. */
function NoValue() {
  return <span class="text-soft">–</span>
}

/** The needs of a plugin's site, and the date since which it is known to answer. */
export function SourceFacts({ row: { needs = [], evidence } }: CellProps) {
  const messages = useMessages(statusMessages)
  const facts = [...needs.map((need) => messages.need[need]), ...(evidence ? [messages.evidence(evidence)] : [])]
  return facts.length === 0 ? null : <span class="block text-xs font-normal text-soft">{facts.join(' · ')}</span>
}

/** Number of requests to the source. */
export function RequestCount({ row }: CellProps) {
  const { language } = usePreferences()
  return row.asks === 0 ? <NoValue /> : <span class="figures">{formatCount(row.asks, language.value)}</span>
}

/** Success rate, as a number and a bar. */
export function SuccessRate({ rate }: { readonly rate: number | undefined }) {
  if (rate === undefined) return <NoValue />
  return (
    <span class="figures inline-flex items-center gap-2">
      <span aria-hidden="true" class="inline-block h-1.5 w-12 overflow-hidden rounded-full bg-raised">
        <span class={`block h-full rounded-full ${rateColor(rate)}`} style={{ width: `${rate * 100}%` }} />
      </span>
      {formatPercent(rate)}
    </span>
  )
}

/** Mean time of an upstream request. */
export function MeanTime({ row: { meanMs } }: CellProps) {
  return meanMs === undefined ? <NoValue /> : <span class="figures">{formatDuration(meanMs)}</span>
}

interface AgeProps extends CellProps {
  readonly at: number | undefined
  readonly now: number
}

/** Age of an event; “never” if the source was requested without success. */
export function EventAge({ at, now, row }: AgeProps) {
  const messages = useMessages(statusMessages)
  const { language } = usePreferences()
  if (at === undefined) return row.asks === 0 ? <NoValue /> : <span class="text-bad">{messages.never}</span>
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, language.value)}>
      {formatAge(at, now, language.value)}
    </time>
  )
}

/** Since when it is asleep, and when it is tried next. */
export function Sleep({ row: { asleep } }: CellProps) {
  const messages = useMessages(statusMessages)
  const { language } = usePreferences()
  if (!asleep) return null
  const [since, next] = [asleep.since, asleep.nextTrialAt].map((at) => formatDateTime(at, language.value))
  return <span class="block text-xs text-soft">{messages.asleep(since ?? '', next ?? '')}</span>
}

/** Kind, time and message of the last failure. */
export function LastFailure({ row, now }: CellProps & { readonly now: number }) {
  const messages = useMessages(statusMessages)
  const { lastError } = row
  const textOf = useReasonText()
  if (!lastError) return <NoValue />
  return (
    <>
      <span class="font-medium" title={lastError.message}>
        {messages.failure[lastError.kind]}
      </span>
      <span class="text-soft">
        {' · '}
        <EventAge at={lastError.at} row={row} now={now} />
      </span>
      {lastError.reason && <span class="block text-xs text-soft">{textOf(lastError.reason)}</span>}
    </>
  )
}
