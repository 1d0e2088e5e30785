// A native select with a hidden label.
import { useId } from 'preact/hooks'

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

export function Select({ label, value, options, onChoose }: SelectProps) {
  const id = useId()
  return (
    <>
      <label for={id} class="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        title={label}
        class="h-10 max-w-full rounded-lg border border-edge bg-card px-2 text-base text-ink"
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  )
}
