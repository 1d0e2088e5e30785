// Filters of the sources: name, kind, state; on narrow screens also the sort order.
import { ArrowDown, ArrowUp, X } from 'lucide-preact'
import { useWords } from '../language.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Choice } from './choice.tsx'
import { HealthIcon } from './health-mark.tsx'
import { isFiltered, type SourceKind, type SourceRow, sourceColumns, sourceKinds, sourceStates } from './sources.ts'
import { tallyOf } from './summary.ts'
import type { WantedSources } from './use-filter.ts'
import { statusWords } from './words.ts'

interface FiltersProps {
  readonly rows: readonly SourceRow[]
  readonly wanted: WantedSources
  readonly isNarrow: boolean
}

export function SourceFilters({ rows, wanted, isNarrow }: FiltersProps) {
  const messages = useWords(statusWords)
  const { filter, narrow, show } = wanted
  const kinds = [
    { value: '', label: messages.allKinds },
    ...sourceKinds.map((value) => ({ value, label: messages.kind[value] })),
  ]
  return (
    <div class="flex flex-wrap items-center gap-2">
      <div class="min-w-0 flex-[1_1_14rem] sm:max-w-80">
        <Field
          label={messages.find}
          isNameHidden
          placeholder={messages.find}
          type="search"
          value={filter.text}
          onInput={(text) => narrow({ text })}
        />
      </div>
      <Choice
        label={messages.kindLabel}
        value={kindChoice(filter.kinds)}
        options={kinds}
        onChoose={(chosen) => narrow({ kinds: kindsOf(chosen) })}
      />
      {isNarrow && <OrderChoice wanted={wanted} />}
      <StateChips rows={rows} wanted={wanted} />
      {filter.failures && (
        <Button aria-pressed={true} icon={X} onClick={() => narrow({ failures: undefined, kinds: undefined })}>
          {messages.failing}
        </Button>
      )}
      {isFiltered(filter) && (
        <Button look="quiet" onClick={() => show({})}>
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

function StateChips({ rows, wanted: { filter, narrow } }: Pick<FiltersProps, 'rows' | 'wanted'>) {
  const messages = useWords(statusWords)
  const tally = tallyOf(rows.filter(({ kind }) => filter.kinds?.includes(kind) ?? true))
  return (
    <fieldset class="flex flex-wrap gap-1.5">
      <legend class="sr-only">{messages.stateLabel}</legend>
      {sourceStates.map((state) => (
        <Button
          key={state}
          class="figures !px-2.5"
          aria-pressed={filter.state === state}
          onClick={() => narrow({ state: filter.state === state ? undefined : state })}
        >
          <HealthIcon state={state} />
          {messages.state[state]} {tally[state]}
        </Button>
      ))}
    </fieldset>
  )
}

function OrderChoice({ wanted: { order, sortBy, setOrder } }: Pick<FiltersProps, 'wanted'>) {
  const messages = useWords(statusWords)
  const { column, isDescending } = order
  const options = sourceColumns.map((value) => ({ value, label: messages.column[value] }))
  const choose = (chosen: string) => {
    const picked = sourceColumns.find((name) => name === chosen)
    if (picked && picked !== column) sortBy(picked)
  }
  return (
    <div class="flex items-center">
      <Choice label={messages.sortBy} value={column} options={options} onChoose={choose} />
      <IconButton
        icon={isDescending ? ArrowDown : ArrowUp}
        label={isDescending ? messages.turn.desc : messages.turn.asc}
        onClick={() => setOrder({ column, isDescending: !isDescending })}
      />
    </div>
  )
}
