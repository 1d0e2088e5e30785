// Filters of the sources: name, kind, state; on narrow screens also the sort order.
import { ArrowDown, ArrowUp, X } from 'lucide-preact'
import { Button, IconButton } from '../components/button.tsx'
import { Select } from '../components/select.tsx'
import { TextField } from '../components/text-field.tsx'
import { useMessages } from '../use-messages.ts'
import { HealthIcon } from './health-badge.tsx'
import { statusMessages } from './messages.ts'
import { isFiltered, type SourceKind, type SourceRow, sourceColumns, sourceKinds, sourceStates } from './source-rows.ts'
import { countStates } from './summary.ts'
import type { SourcesView } from './use-filter.ts'

interface FiltersProps {
  readonly rows: readonly SourceRow[]
  readonly view: SourcesView
  readonly isNarrow: boolean
}

export function SourceFilters({ rows, view, isNarrow }: FiltersProps) {
  const messages = useMessages(statusMessages)
  const { filter, changeFilter, replaceFilter } = view
  const kinds = [
    { value: '', label: messages.allKinds },
    ...sourceKinds.map((value) => ({ value, label: messages.kind[value] })),
  ]
  return (
    <div class="flex flex-wrap items-center gap-2">
      <div class="min-w-0 flex-[1_1_14rem] sm:max-w-80">
        <TextField
          label={messages.find}
          isLabelHidden
          placeholder={messages.find}
          type="search"
          value={filter.text}
          onInput={(text) => changeFilter({ text })}
        />
      </div>
      <Select
        label={messages.kindLabel}
        value={kindChoice(filter.kinds)}
        options={kinds}
        onChoose={(chosen) => changeFilter({ kinds: kindsOf(chosen) })}
      />
      {isNarrow && <OrderChoice view={view} />}
      <StateChips rows={rows} view={view} />
      {filter.failures && (
        <Button aria-pressed={true} icon={X} onClick={() => changeFilter({ failures: undefined, kinds: undefined })}>
          {messages.failing}
        </Button>
      )}
      {isFiltered(filter) && (
        <Button look="quiet" onClick={() => replaceFilter({})}>
          {messages.clear}
        </Button>
      )}
    </div>
  )
}

/** The select shows one kind or all; several kinds, as set by an advice, appear in the failures filter. */
function kindChoice(kinds: readonly SourceKind[] | undefined): string {
  return kinds?.length === 1 ? (kinds[0] ?? '') : ''
}

function kindsOf(chosen: string): SourceKind[] | undefined {
  const kind = sourceKinds.find((name) => name === chosen)
  return kind && [kind]
}

function StateChips({ rows, view: { filter, changeFilter } }: Pick<FiltersProps, 'rows' | 'view'>) {
  const messages = useMessages(statusMessages)
  const tally = countStates(rows.filter(({ kind }) => filter.kinds?.includes(kind) ?? true))
  return (
    <fieldset class="flex flex-wrap gap-1.5">
      <legend class="sr-only">{messages.stateLabel}</legend>
      {sourceStates.map((state) => (
        <Button
          key={state}
          class="figures !px-2.5"
          aria-pressed={filter.state === state}
          onClick={() => changeFilter({ state: filter.state === state ? undefined : state })}
        >
          <HealthIcon state={state} />
          {messages.state[state]} {tally[state]}
        </Button>
      ))}
    </fieldset>
  )
}

function OrderChoice({ view: { order, sortBy, setOrder } }: Pick<FiltersProps, 'view'>) {
  const messages = useMessages(statusMessages)
  const { column, isDescending } = order
  const options = sourceColumns.map((value) => ({ value, label: messages.column[value] }))
  const choose = (chosen: string) => {
    const picked = sourceColumns.find((name) => name === chosen)
    if (picked && picked !== column) sortBy(picked)
  }
  return (
    <div class="flex items-center">
      <Select label={messages.sortBy} value={column} options={options} onChoose={choose} />
      <IconButton
        icon={isDescending ? ArrowDown : ArrowUp}
        label={isDescending ? messages.sortDirection.desc : messages.sortDirection.asc}
        onClick={() => setOrder({ column, isDescending: !isDescending })}
      />
    </div>
  )
}
