// Sources as cards, for narrow screens.
import { useWords } from '../language.ts'
import { HealthMark } from './health-mark.tsx'
import { AgeOf, Asks, FailureOf, MeanTime, SuccessRate } from './source-cells.tsx'
import { isIdle, type SourceRow } from './sources.ts'
import { statusWords } from './words.ts'

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
  const messages = useWords(statusWords)
  return (
    <>
      <div class="flex items-start justify-between gap-3">
        <h3 class="min-w-0 font-medium">
          {row.name} <span class="text-xs font-normal whitespace-nowrap text-soft">{messages.kind[row.kind]}</span>
        </h3>
        <HealthMark state={row.state} />
      </div>
      {!isIdle(row) && <Figures row={row} now={now} />}
    </>
  )
}

function Figures({ row, now }: { readonly row: SourceRow; readonly now: number }) {
  const messages = useWords(statusWords)
  const figures = [
    [messages.column.success, <SuccessRate key="success" rate={row.successRate} />],
    [messages.column.time, <MeanTime key="time" row={row} />],
    [messages.column.asks, <Asks key="asks" row={row} />],
    [messages.column.lastSuccess, <AgeOf key="last" at={row.lastSuccess} row={row} now={now} />],
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
            <FailureOf row={row} now={now} />
          </dd>
        </div>
      )}
    </dl>
  )
}
