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
  const words = useWords(statusWords)
  const { filter, narrow, show } = wanted
  const kinds = [
    { value: '', label: words.allKinds },
    ...sourceKinds.map((value) => ({ value, label: words.kind[value] })),
  ]
  return (
    <div class="flex flex-wrap items-center gap-2">
      <div class="min-w-0 flex-[1_1_14rem] sm:max-w-80">
        <Field
          label={words.find}
          isNameHidden
          placeholder={words.find}
          type="search"
          value={filter.text}
          onInput={(text) => narrow({ text })}
        />
      </div>
      <Choice
        label={words.kindLabel}
        value={kindChoice(filter.kinds)}
        options={kinds}
        onChoose={(chosen) => narrow({ kinds: kindsOf(chosen) })}
      />
      {isNarrow && <OrderChoice wanted={wanted} />}
      <StateChips rows={rows} wanted={wanted} />
      {filter.failures && (
        <Button aria-pressed={true} icon={X} onClick={() => narrow({ failures: undefined, kinds: undefined })}>
          {words.failing}
        </Button>
      )}
      {isFiltered(filter) && (
        <Button look="quiet" onClick={() => show({})}>
          {words.clear}
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
  const words = useWords(statusWords)
  const tally = tallyOf(rows.filter(({ kind }) => filter.kinds?.includes(kind) ?? true))
  return (
    <fieldset class="flex flex-wrap gap-1.5">
      <legend class="sr-only">{words.stateLabel}</legend>
      {sourceStates.map((state) => (
        <Button
          key={state}
          class="figures !px-2.5"
          aria-pressed={filter.state === state}
          onClick={() => narrow({ state: filter.state === state ? undefined : state })}
        >
          <HealthIcon state={state} />
          {words.state[state]} {tally[state]}
        </Button>
      ))}
    </fieldset>
  )
}

function OrderChoice({ wanted: { order, sortBy, setOrder } }: Pick<FiltersProps, 'wanted'>) {
  const words = useWords(statusWords)
  const { column, isDescending } = order
  const options = sourceColumns.map((value) => ({ value, label: words.column[value] }))
  const choose = (chosen: string) => {
    const picked = sourceColumns.find((name) => name === chosen)
    if (picked && picked !== column) sortBy(picked)
  }
  return (
    <div class="flex items-center">
      <Choice label={words.sortBy} value={column} options={options} onChoose={choose} />
      <IconButton
        icon={isDescending ? ArrowDown : ArrowUp}
        label={isDescending ? words.turn.desc : words.turn.asc}
        onClick={() => setOrder({ column, isDescending: !isDescending })}
      />
    </div>
  )
}
