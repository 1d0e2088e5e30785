// Table of the sources; column headers sort it.
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-preact'
import { useMessages } from '../use-messages.ts'
import { HealthBadge } from './health-badge.tsx'
import { LastDay } from './last-day.tsx'
import { statusMessages } from './messages.ts'
import { EventAge, LastFailure, MeanTime, RequestCount, Sleep, SourceFacts, SuccessRate } from './source-cells.tsx'
import { type SourceColumn, type SourceOrder, type SourceRow, sourceColumns } from './source-rows.ts'

interface TableProps {
  readonly rows: readonly SourceRow[]
  readonly order: SourceOrder
  readonly now: number
  readonly onSort: (column: SourceColumn) => void
}

/** Fixed widths, so that columns do not move when rows change. */
const widths: Readonly<Record<SourceColumn, string>> = {
  name: 'w-[24%]',
  state: 'w-[11%]',
  asks: 'w-[9%]',
  success: 'w-[14%]',
  time: 'w-[10%]',
  lastSuccess: 'w-[12%]',
  lastError: 'w-[20%]',
}

export function SourceTable({ rows, order, now, onSort }: TableProps) {
  const messages = useMessages(statusMessages)
  return (
    <table class="w-full table-fixed border-separate border-spacing-0 rounded-2xl border border-line bg-card text-sm">
      <caption class="sr-only">{messages.section.sources}</caption>
      <thead>
        <tr>
          {sourceColumns.map((column) => (
            <ColumnHead key={column} column={column} order={order} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} now={now} />
        ))}
      </tbody>
    </table>
  )
}

type HeadProps = Pick<TableProps, 'order' | 'onSort'> & { readonly column: SourceColumn }

function ColumnHead({ column, order, onSort }: HeadProps) {
  const messages = useMessages(statusMessages)
  const isSorted = order.column === column
  const Arrow = order.isDescending ? ArrowDown : ArrowUp
  const direction = order.isDescending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      class={`sticky top-0 z-10 border-b border-line bg-card px-1 py-1 text-start first:rounded-ss-2xl last:rounded-se-2xl ${widths[column]}`}
    >
      <button
        type="button"
        class="inline-flex min-h-9 w-full items-center gap-1 rounded-lg px-2 text-start text-xs font-semibold text-soft hover:bg-raised hover:text-ink"
        onClick={() => onSort(column)}
      >
        {messages.column[column]}
        {isSorted ? (
          <Arrow size={14} aria-hidden="true" class="shrink-0 text-accent" />
        ) : (
          <ArrowUpDown size={14} aria-hidden="true" class="shrink-0 opacity-40" />
        )}
      </button>
    </th>
  )
}

const cell = 'border-b border-line px-3 py-2 align-top group-last:border-b-0'

function Row({ row, now }: { readonly row: SourceRow; readonly now: number }) {
  const messages = useMessages(statusMessages)
  return (
    <tr class="group">
      <th scope="row" class={`${cell} text-start font-medium`}>
        {row.name}
        <span class="block text-xs font-normal text-soft">
          {messages.kind[row.kind]}
          {row.kind === 'list' && ` · ${row.id}`}
        </span>
        <SourceFacts row={row} />
      </th>
      <td class={cell}>
        <HealthBadge state={row.state} />
        <Sleep row={row} />
        <LastDay lastDay={row.lastDay} now={now} />
      </td>
      <td class={cell}>
        <RequestCount row={row} />
      </td>
      <td class={cell}>
        <SuccessRate rate={row.successRate} />
      </td>
      <td class={cell}>
        <MeanTime row={row} />
      </td>
      <td class={cell}>
        <EventAge at={row.lastSuccess} row={row} now={now} />
      </td>
      <td class={cell}>
        <LastFailure row={row} now={now} />
      </td>
    </tr>
  )
}
