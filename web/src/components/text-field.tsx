// Text input with a label.
import { useId } from 'preact/hooks'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput?: (value: string) => void
  /** For texts to be copied: selected as a whole on focus. */
  readonly isReadOnly?: boolean
  readonly type?: 'text' | 'password' | 'search'
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly isLabelHidden?: boolean
  readonly suggestions?: readonly string[] | undefined
}

/** Font size is 16 px: phones zoom into smaller inputs. */
export function TextField({
  label,
  value,
  onInput,
  type = 'text',
  autoComplete,
  placeholder,
  isLabelHidden = false,
  isReadOnly = false,
  suggestions,
}: TextFieldProps) {
  const id = useId()
  return (
    <div class="flex min-w-0 flex-col gap-1">
      <label for={id} class={isLabelHidden ? 'sr-only' : 'text-sm text-soft'}>
        {label}
      </label>
      <input
        id={id}
        type={type}
        value={value}
        list={suggestions && `${id}-list`}
        autoComplete={autoComplete}
        placeholder={placeholder}
        class="h-10 w-full rounded-lg border border-edge bg-card px-3 text-base text-ink"
        readOnly={isReadOnly}
        onFocus={({ currentTarget }) => isReadOnly && currentTarget.select()}
        onInput={(event) => onInput?.(event.currentTarget.value)}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </div>
  )
}
