// The input of the word search.
import { useMessages } from '../use-messages.ts'
import { dialogMessages } from './dialog-messages.ts'

/** Limit of the server. */
const maxCharacters = 100

interface BoxProps {
  readonly onType: (typed: string) => void
  readonly onEnter: () => void
}

/** Has the initial focus. Ignores text during IME composition. */
export function WordInput({ onType, onEnter }: BoxProps) {
  const messages = useMessages(dialogMessages).word
  return (
    <input
      type="search"
      aria-label={messages.label}
      autofocus
      autocomplete="off"
      enterkeyhint="search"
      maxlength={maxCharacters}
      placeholder={messages.placeholder}
      class="h-10 w-full shrink-0 rounded-lg border border-edge bg-card px-3 text-base text-ink"
      onInput={(event) => {
        if (!event.isComposing) onType(event.currentTarget.value)
      }}
      onCompositionEnd={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.isComposing) onEnter()
      }}
    />
  )
}
