// The checkbox of a work or link, while the user selects some.
import type { Selection } from './selection.ts'
import { worksMessages } from './works-messages.ts'

interface SelectBoxProps {
  /** Key of the work or link. */
  readonly selected: string
  readonly name: string
  readonly selection: Selection
}

export function SelectBox({ selected, name, selection }: SelectBoxProps) {
  const messages = worksMessages.use()
  if (!selection.isOpen.value) return null
  return (
    <label class="flex size-9 items-center justify-center">
      <input
        type="checkbox"
        aria-label={messages.select(name)}
        checked={selection.keys.value.has(selected)}
        class="size-5 accent-accent"
        onChange={() => selection.toggle(selected)}
      />
    </label>
  )
}
