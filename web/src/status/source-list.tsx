// The sources with their filters, paged: as a table, or as cards on narrow screens.
import { ArrowDown, ArrowUp, SearchX, X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button, IconButton } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Select } from '../components/select.tsx'
import { TextField } from '../components/text-field.tsx'
import { useContent } from '../components/use-content.ts'
import { useNarrow } from '../components/use-narrow.ts'
import { HealthIcon } from './health-icon.tsx'
import { statusMessages } from './messages.ts'
import { failureKinds } from './reports.ts'
import { type SourceFigure, useFigures } from './source-figures.tsx'
import {
  defaultOrder,
  filtered,
  isFiltered,
  isIdle,
  nextOrder,
  noFilter,
  type SourceColumn,
  type SourceFilter,
  type SourceOrder,
  type SourceRow,
  sorted,
  sourceColumns,
  sourceKinds,
  sourceStates,
} from './source-rows.ts'
import { countStates } from './summary.ts'

interface FilterProps {
  readonly rows: readonly SourceRow[]
  readonly filter: SourceFilter
  readonly onFilter: (filter: SourceFilter) => void
}

interface ListProps extends FilterProps {
  /** Server time, in epoch milliseconds. */
  readonly now: number
}

/** The table has seven columns. */
const tooNarrowForTable = 'not all and (min-width: 64rem)'
const pageSize = 50

export function SourceList({ rows, filter, onFilter, now }: ListProps) {
  const messages = statusMessages.use()
  useContent(true)
  const isNarrow = useNarrow(tooNarrowForTable)
  const [order, setOrder] = useState(defaultOrder)
  const [maxRows, setMaxRows] = useState(pageSize)
  useEffect(() => setMaxRows(pageSize), [filter])
  const { shown, folded } = useMemo(() => filtered(rows, filter), [rows, filter])
  const page = useMemo(() => sorted(shown, order), [shown, order]).slice(0, maxRows)
  const columns = useFigures(now)
  const remaining = Math.min(shown.length - page.length, pageSize)
  const by = (column: SourceColumn) => setOrder(nextOrder(order, column))
  return (
    <section aria-label={messages.section.sources}>
      <Filters rows={rows} filter={filter} onFilter={onFilter}>
        {isNarrow && <OrderChoice order={order} onOrder={setOrder} />}
      </Filters>
      <p role="status" class="figures my-2 text-sm text-soft">
        {messages.count(page.length, shown.length)}
      </p>
      {page.length === 0 && <NoSources isFiltered={isFiltered(filter)} onReset={() => onFilter(noFilter)} />}
      {page.length > 0 && isNarrow && <Cards rows={page} figures={columns} />}
      {page.length > 0 && !isNarrow && (
        <DataTable
          caption={messages.section.sources}
          columns={columns}
          rows={page}
          keyOf={({ id }) => id}
          sort={{ order, by }}
        />
      )}
      <div class="my-4 flex flex-wrap justify-center gap-2">
        {remaining > 0 && <Button onClick={() => setMaxRows(maxRows + pageSize)}>{messages.more(remaining)}</Button>}
        {folded > 0 && (
          <Button look="quiet" onClick={() => onFilter({ ...filter, isAllShown: true })}>
            {messages.folded(folded)}
          </Button>
        )}
      </div>
      {page.length > 0 && <Meanings />}
    </section>
  )
}

function NoSources({ isFiltered: isAny, onReset }: { readonly isFiltered: boolean; readonly onReset: () => void }) {
  const messages = statusMessages.use()
  if (!isAny) return <EmptyState icon={SearchX} title={messages.noIdle} text={messages.nothingAsked} />
  return (
    <EmptyState icon={SearchX} title={messages.noMatch} text={messages.noMatchNext}>
      <Button onClick={onReset}>{messages.clear}</Button>
    </EmptyState>
  )
}

function Meanings() {
  const messages = statusMessages.use()
  return (
    <details class="mb-6 text-sm">
      <summary class="inline-flex min-h-9 items-center rounded-lg px-2 text-soft hover:text-ink">
        {messages.meanings}
      </summary>
      <dl class="mt-2 grid gap-x-4 gap-y-2 px-2 sm:grid-cols-[auto_1fr]">
        {failureKinds.map((kind) => (
          <div key={kind} class="contents">
            <dt class="font-medium">{messages.failure[kind]}</dt>
            <dd class="text-soft">{messages.meaning[kind]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

interface CardsProps {
  readonly rows: readonly SourceRow[]
  readonly figures: readonly SourceFigure[]
}

function Cards({ rows, figures: [name, state, ...others] }: CardsProps) {
  return (
    <ul class="flex flex-col gap-2">
      {rows.map((row) => (
        <li key={row.id} class="rounded-xl border border-line bg-card p-3 text-sm">
          <div class="flex items-start justify-between gap-3">
            <h3 class="min-w-0 font-medium">{name?.cell(row)}</h3>
            <span class="flex shrink-0 flex-col items-end gap-1">{state?.cell(row)}</span>
          </div>
          {!isIdle(row) && (
            <dl class="mt-2 grid grid-cols-2 gap-x-3 gap-y-1.5">
              {others
                .filter(({ id }) => id !== 'lastError' || row.lastError)
                .map((figure) => (
                  <div
                    key={figure.id}
                    class="last:odd:col-span-2 last:odd:border-t last:odd:border-line last:odd:pt-1.5"
                  >
                    <dt class="text-xs text-soft">{figure.name}</dt>
                    <dd>{figure.cell(row)}</dd>
                  </div>
                ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}

/** By name, kind and state. `children`: more choices. */
function Filters({ rows, filter, onFilter, children }: FilterProps & { readonly children: ComponentChildren }) {
  const messages = statusMessages.use()
  const change = (part: Partial<SourceFilter>) => onFilter({ ...filter, ...part })
  const kinds = sourceKinds.map((value) => ({ value: `${value}`, label: messages.kind[value] }))
  const tally = countStates(rows.filter(({ kind }) => filter.kinds?.includes(kind) ?? true))
  return (
    <div class="flex flex-wrap items-center gap-2">
      <div class="min-w-0 flex-[1_1_14rem] sm:max-w-80">
        <TextField
          label={messages.find}
          isLabelHidden
          placeholder={messages.find}
          type="search"
          value={filter.text}
          onInput={(text) => change({ text })}
        />
      </div>
      <Select
        label={messages.kindLabel}
        // One kind or all; several kinds, as set by an advice, appear in the filter of failures.
        value={filter.kinds?.length === 1 ? (filter.kinds[0] ?? '') : ''}
        options={[{ value: '', label: messages.allKinds }, ...kinds]}
        onChoose={(chosen) =>
          change({ kinds: chosen === '' ? undefined : sourceKinds.filter((kind) => kind === chosen) })
        }
      />
      {children}
      <fieldset class="flex min-w-0 gap-1.5 max-sm:fade-end max-sm:w-full max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap">
        <legend class="sr-only">{messages.stateLabel}</legend>
        {sourceStates.map((state) => (
          <Button
            key={state}
            class="figures shrink-0 !px-2.5"
            aria-pressed={filter.state === state}
            onClick={() => change({ state: filter.state === state ? undefined : state })}
          >
            <HealthIcon state={state} />
            {messages.state[state]} {tally[state]}
          </Button>
        ))}
      </fieldset>
      {filter.failures && (
        <Button aria-pressed={true} icon={X} onClick={() => change({ failures: undefined, kinds: undefined })}>
          {messages.failing}
        </Button>
      )}
      {isFiltered(filter) && (
        <Button look="quiet" onClick={() => onFilter(noFilter)}>
          {messages.clear}
        </Button>
      )}
    </div>
  )
}

interface OrderProps {
  readonly order: SourceOrder
  readonly onOrder: (order: SourceOrder) => void
}

function OrderChoice({ order, onOrder }: OrderProps) {
  const messages = statusMessages.use()
  const { column, isDescending } = order
  const options = sourceColumns.map((value) => ({ value, label: messages.column[value] }))
  const choose = (chosen: string) => {
    const picked = sourceColumns.find((name) => name === chosen)
    if (picked && picked !== column) onOrder(nextOrder(order, picked))
  }
  return (
    <div class="flex items-center">
      <Select label={messages.sortBy} value={column} options={options} onChoose={choose} />
      <IconButton
        icon={isDescending ? ArrowDown : ArrowUp}
        label={isDescending ? messages.sortDirection.desc : messages.sortDirection.asc}
        onClick={() => onOrder({ column, isDescending: !isDescending })}
      />
    </div>
  )
}
