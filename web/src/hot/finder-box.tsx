// The input of the list finder; it also controls the selection in the list below.
import { useMessages } from '../use-messages.ts'
import { dialogMessages } from './dialog-messages.ts'

interface BoxProps {
  /** Id of the listbox. */
  readonly listId: string
  /** Id of the selected option. */
  readonly activeId: string | undefined
  readonly value: string
  readonly onType: (typed: string) => void
  /** Returns whether it handled the key. */
  readonly onKey: (key: string) => boolean
}

/** Has the initial focus. */
export function FinderBox({ listId, activeId, value, onType, onKey }: BoxProps) {
  const messages = useMessages(dialogMessages).finder
  return (
    <input
      type="text"
      role="combobox"
      aria-label={messages.label}
      aria-expanded={activeId !== undefined}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      autofocus
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      enterkeyhint="go"
      placeholder={messages.placeholder}
      value={value}
      class="h-10 w-full shrink-0 rounded-lg border border-edge bg-card px-3 text-base text-ink"
      onInput={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        // During IME composition, keys belong to the input method.
        if (!event.isComposing && onKey(event.key)) event.preventDefault()
      }}
    />
  )
}
