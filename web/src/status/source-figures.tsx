// What is shown of a source: the columns of the table, and the figures of the cards.
import { Age } from '../components/age.tsx'
import type { Column } from '../components/data-table.tsx'
import { useReasonText } from '../components/use-reason-text.ts'
import { formatDateTime, formatDuration } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { formatCount, formatPercent, rateColor } from './format-values.ts'
import { HealthIcon, stateColor } from './health-icon.tsx'
import { statusMessages } from './messages.ts'
import type { SourceColumn, SourceRow } from './source-rows.ts'

export type SourceFigure = Column<SourceRow, SourceColumn>

/** `now`: the server's time. The widths are fixed, so that columns do not move when rows change. */
export function useFigures(now: number): readonly SourceFigure[] {
  const { column } = statusMessages.use()
  const language = usePreferences().language.value
  const asks = ({ asks: count }: SourceRow) => (count === 0 ? none : figure(formatCount(count, language)))
  const time = ({ meanMs }: SourceRow) => (meanMs === undefined ? none : figure(formatDuration(meanMs)))
  return [
    { id: 'name', name: column.name, cell: (row) => <Name row={row} />, class: 'w-[24%]' },
    { id: 'state', name: column.state, cell: (row) => <State row={row} now={now} />, class: 'w-[11%]' },
    { id: 'asks', name: column.asks, cell: asks, class: 'w-[9%]' },
    { id: 'success', name: column.success, cell: ({ successRate }) => <Rate rate={successRate} />, class: 'w-[14%]' },
    { id: 'time', name: column.time, cell: time, class: 'w-[10%]' },
    {
      id: 'lastSuccess',
      name: column.lastSuccess,
      cell: (row) => <LastSuccess row={row} now={now} />,
      class: 'w-[12%]',
    },
    { id: 'lastError', name: column.lastError, cell: (row) => <LastFailure row={row} now={now} />, class: 'w-[20%]' },
  ]
}

const none = <span class="text-soft">–</span>

function figure(text: string) {
  return <span class="figures">{text}</span>
}

interface CellProps {
  readonly row: SourceRow
}

interface TimedProps extends CellProps {
  readonly now: number
}

/** Name, kind, the needs of a plugin's site, since when it is known to answer, and how long it sleeps. */
function Name({ row: { id, name, kind, needs = [], evidence, asleep } }: CellProps) {
  const messages = statusMessages.use()
  const language = usePreferences().language.value
  const facts = [...needs.map((need) => messages.need[need]), ...(evidence ? [messages.evidence(evidence)] : [])]
  const at = (time: number) => formatDateTime(time, language)
  const lines = [
    kind === 'list' ? `${messages.kind[kind]} · ${id}` : messages.kind[kind],
    facts.join(' · '),
    asleep ? messages.asleep(at(asleep.since), at(asleep.nextTrialAt)) : '',
  ]
  return (
    <>
      {name}
      {lines.filter(Boolean).map((line) => (
        <span key={line} class="block text-xs font-normal text-soft">
          {line}
        </span>
      ))}
    </>
  )
}

function State({ row: { state, lastDay }, now }: TimedProps) {
  const messages = statusMessages.use()
  return (
    <>
      <span class={`inline-flex shrink-0 items-center gap-1 whitespace-nowrap ${stateColor(state)}`}>
        <HealthIcon state={state} />
        {messages.state[state]}
      </span>
      <LastDay lastDay={lastDay} now={now} />
    </>
  )
}

const hourMs = 3_600_000
const hours = 24

/** A bar for each hour, coloured by how its requests ended. Nothing for a source that nobody asked in the last day. */
function LastDay({ lastDay, now }: Pick<SourceRow, 'lastDay'> & Pick<TimedProps, 'now'>) {
  const messages = statusMessages.use()
  const language = usePreferences().language.value
  if (lastDay.length === 0) return null
  const first = (Math.floor(now / hourMs) - hours + 1) * hourMs
  const failing = lastDay.filter(({ requests, failed }) => failed * 2 > requests).length
  return (
    <span role="img" aria-label={messages.lastDay(lastDay.length, failing)} class="flex h-4 items-end gap-px">
      {Array.from({ length: hours }, (_, index) => {
        const at = first + index * hourMs
        const hour = lastDay.find((one) => one.at === at)
        const figures = hour && `${formatDateTime(at, language)} · ${messages.hour(hour.requests, hour.failed)}`
        const look = hour ? `h-full ${rateColor(1 - hour.failed / hour.requests)}` : 'h-1 bg-line'
        return <span key={at} title={figures} class={`w-1 rounded-xs ${look}`} />
      })}
    </span>
  )
}

/** As a number and a bar. */
function Rate({ rate }: { readonly rate: number | undefined }) {
  if (rate === undefined) return none
  return (
    <span class="figures inline-flex items-center gap-2">
      <span aria-hidden="true" class="inline-block h-1.5 w-12 overflow-hidden rounded-full bg-raised">
        <span class={`block h-full rounded-full ${rateColor(rate)}`} style={{ width: `${rate * 100}%` }} />
      </span>
      {formatPercent(rate)}
    </span>
  )
}

/** “never” if the source was asked without success. */
function LastSuccess({ row: { asks, lastSuccess }, now }: TimedProps) {
  const { never } = statusMessages.use()
  if (lastSuccess !== undefined) return <Age at={lastSuccess} now={now} />
  return asks === 0 ? none : <span class="text-bad">{never}</span>
}

function LastFailure({ row: { lastError }, now }: TimedProps) {
  const { failure } = statusMessages.use()
  const textOf = useReasonText()
  if (!lastError) return none
  // Opening hours are no failure.
  if (lastError.reason?.code === 'closed') return <span class="text-soft">{textOf(lastError.reason)}</span>
  return (
    <>
      <span class="font-medium" title={lastError.message}>
        {failure[lastError.kind]}
      </span>
      <span class="text-soft">
        {' · '}
        <Age at={lastError.at} now={now} />
      </span>
      {lastError.reason && <span class="block text-xs text-soft">{textOf(lastError.reason)}</span>}
    </>
  )
}
