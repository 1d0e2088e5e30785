// Several of a few options, as checkboxes.
import { Checkbox } from '../components/checkboxes.tsx'

interface ChoicesProps<Option extends string> {
  readonly legend: string
  readonly options: readonly Option[]
  /** Default: the options themselves. */
  readonly names?: Readonly<Record<Option, string>>
  readonly chosen: readonly Option[]
  readonly onChange: (chosen: Option[]) => void
}

export function Choices<Option extends string>({ legend, options, names, chosen, onChange }: ChoicesProps<Option>) {
  return (
    <fieldset class="flex flex-wrap gap-x-4">
      <legend class="text-sm text-soft">{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          checked={chosen.includes(option)}
          onChange={() => onChange(options.filter((one) => chosen.includes(one) !== (one === option)))}
        >
          {names?.[option] ?? option}
        </Checkbox>
      ))}
    </fieldset>
  )
}
