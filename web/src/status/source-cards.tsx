// Sources as cards, for narrow screens.
import { useMessages } from '../use-messages.ts'
import { HealthBadge } from './health-badge.tsx'
import { LastDay } from './last-day.tsx'
import { statusMessages } from './messages.ts'
import { EventAge, LastFailure, MeanTime, RequestCount, Sleep, SourceFacts, SuccessRate } from './source-cells.tsx'
import { isIdle, type SourceRow } from './source-rows.ts'

interface CardsProps {
  readonly rows: readonly SourceRow[]
  readonly now: number
}

export function SourceCards({ rows, now }: CardsProps) {
  return (
    <ul class="flex flex-col gap-2">
      {rows.map((row) => (
        <li key={row.id} class="rounded-xl border border-line bg-card p-3 text-sm">
          <Card row={row} now={now} />
        </li>
      ))}
    </ul>
  )
}

function Card({ row, now }: { readonly row: SourceRow; readonly now: number }) {
  const messages = useMessages(statusMessages)
  return (
    <>
      <div class="flex items-start justify-between gap-3">
        <h3 class="min-w-0 font-medium">
          {row.name} <span class="text-xs font-normal whitespace-nowrap text-soft">{messages.kind[row.kind]}</span>
          <SourceFacts row={row} />
        </h3>
        <span class="flex flex-col items-end gap-1">
          <HealthBadge state={row.state} />
          <LastDay lastDay={row.lastDay} now={now} />
        </span>
      </div>
      <Sleep row={row} />
      {!isIdle(row) && <Figures row={row} now={now} />}
    </>
  )
}

function Figures({ row, now }: { readonly row: SourceRow; readonly now: number }) {
  const messages = useMessages(statusMessages)
  const figures = [
    [messages.column.success, <SuccessRate key="success" rate={row.successRate} />],
    [messages.column.time, <MeanTime key="time" row={row} />],
    [messages.column.asks, <RequestCount key="asks" row={row} />],
    [messages.column.lastSuccess, <EventAge key="last" at={row.lastSuccess} row={row} now={now} />],
  ] as const
  return (
    <dl class="mt-2 grid grid-cols-2 gap-x-3 gap-y-1.5">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt class="text-xs text-soft">{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
      {row.lastError && (
        <div class="col-span-2 border-t border-line pt-1.5">
          <dt class="text-xs text-soft">{messages.column.lastError}</dt>
          <dd>
            <LastFailure row={row} now={now} />
          </dd>
        </div>
      )}
    </dl>
  )
}
