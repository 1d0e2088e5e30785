// Several of a few options, as checkboxes.
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
        <label key={option} class="inline-flex min-h-9 items-center gap-2 text-sm">
          <input
            type="checkbox"
            class="size-4 accent-accent"
            checked={chosen.includes(option)}
            onChange={({ currentTarget }) =>
              onChange(options.filter((one) => (one === option ? currentTarget.checked : chosen.includes(one))))
            }
          />
          {names?.[option] ?? option}
        </label>
      ))}
    </fieldset>
  )
}
